// Where to press an element: its boxes, those of what stands in for it, and the point that is best taken.

/** @typedef {{x: number, y: number, width: number, height: number}} Area */

/** The parts of an element that can be pressed, in CSS pixels of this frame's viewport. @param {Element} element @returns {Area[]} */
function areasOf(element) {
  if (localName(element) === "area") return imageMapAreas(element);
  const found = /** @type {Area[]} */ ([]);
  for (const rect of clientRects(element)) if (rect.width >= 1 && rect.height >= 1) found.push(rect);
  if (found.length || styleOf(element).display !== "contents") return found;
  return contentsAreas(element);
}

/** The box of the first part of a `display: contents` element that has one. @param {Element} element @returns {Area[]} */
function contentsAreas(element) {
  for (const child of flatChildren(element)) {
    if (nodeType(child) === ELEMENT) {
      const areas = areasOf(/** @type {Element} */ (child));
      if (areas.length) return areas;
    } else if (fold(textContent(child))) {
      const range = document.createRange();
      range.selectNodeContents(child);
      const areas = [...range.getClientRects()].filter((rect) => rect.width >= 1 && rect.height >= 1);
      if (areas.length) return areas;
    }
  }
  return [];
}

/** The image that an area of an image map belongs to. @param {Element} area @returns {Element | null} */
function imageOfArea(area) {
  const map = closest(area, "map");
  const name = map && attr(map, "name");
  if (!map || !name) return null;
  for (const image of queryAll(rootOf(area), "img[usemap], input[usemap]")) {
    if (attr(image, "usemap") === "#" + name) return image;
  }
  return null;
}

/** @param {Element} area @returns {Area[]} */
function imageMapAreas(area) {
  const image = imageOfArea(area);
  if (!image) return [];
  const box = rectOf(image);
  const left = box.left + image.clientLeft;
  const top = box.top + image.clientTop;
  const shape = (attr(area, "shape") || "rect").toLowerCase();
  const numbers = (attr(area, "coords") || "").split(/[\s,]+/).map(Number);
  if (shape === "default") return [{ x: left, y: top, width: box.width, height: box.height }];
  if (shape.startsWith("circ")) {
    const [x, y, r] = numbers;
    return [{ x: left + x - r / 2, y: top + y - r / 2, width: r, height: r }];
  }
  if (shape.startsWith("poly")) return polygonAreas(numbers, left, top);
  const [x1, y1, x2, y2] = numbers;
  return [{ x: left + Math.min(x1, x2), y: top + Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) }];
}

/** Small areas that are sure to be inside a polygon. @param {number[]} numbers @param {number} left @param {number} top @returns {Area[]} */
function polygonAreas(numbers, left, top) {
  /** @type {number[][]} */
  const points = [];
  for (let i = 0; i + 1 < numbers.length; i += 2) points.push([numbers[i], numbers[i + 1]]);
  const inside = (/** @type {number} */ x, /** @type {number} */ y) => {
    let odd = false;
    for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
      const [xi, yi] = points[i];
      const [xj, yj] = points[j];
      if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) odd = !odd;
    }
    return odd;
  };
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  const found = [];
  for (let i = 1; i < 8; i++) {
    for (let j = 1; j < 8; j++) {
      const x = Math.min(...xs) + ((Math.max(...xs) - Math.min(...xs)) * i) / 8;
      const y = Math.min(...ys) + ((Math.max(...ys) - Math.min(...ys)) * j) / 8;
      if (inside(x, y)) found.push({ x: left + x - 1, y: top + y - 1, width: 2, height: 2, off: Math.abs(i - 4) + Math.abs(j - 4) });
    }
  }
  return found.sort((a, b) => a.off - b.off);
}

/** The box that an element's position counts from. @param {Area[]} areas @returns {Area} */
function boundsOf(areas) {
  const left = Math.min(...areas.map((a) => a.x));
  const top = Math.min(...areas.map((a) => a.y));
  const right = Math.max(...areas.map((a) => a.x + a.width));
  const bottom = Math.max(...areas.map((a) => a.y + a.height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The part of an area that is in the viewport. @param {Area} area @returns {Area | null} */
function inViewport(area) {
  const left = Math.max(area.x, 0);
  const top = Math.max(area.y, 0);
  const right = Math.min(area.x + area.width, innerWidth);
  const bottom = Math.min(area.y + area.height, innerHeight);
  return right - left >= 1 && bottom - top >= 1 ? { x: left, y: top, width: right - left, height: bottom - top } : null;
}

/** Places in an area, best first: its middle, then around it. */
const SPOTS = [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.25], [0.5, 0.75], [0.06, 0.5], [0.94, 0.5], [0.1, 0.1], [0.9, 0.9], [0.5, 0.08], [0.5, 0.92]];

/** The points to try, best first, all of them in the viewport.
 * @param {Area[]} areas @param {{x: number, y: number} | undefined} position */
function pointsIn(areas, position) {
  if (position) {
    const bounds = boundsOf(areas);
    const point = { x: bounds.x + position.x, y: bounds.y + position.y };
    return point.x >= 0 && point.y >= 0 && point.x < innerWidth && point.y < innerHeight ? [point] : [];
  }
  const points = [];
  for (const area of areas.slice(0, 12)) {
    const seen = inViewport(area);
    if (!seen) continue;
    for (const [fx, fy] of SPOTS) points.push({ x: seen.x + seen.width * fx, y: seen.y + seen.height * fy });
  }
  return points;
}

/** What takes the presses of an element that cannot take them itself: the label of a hidden input, the image of an area's map.
 * @param {Element} element @returns {Element} */
function pressedFor(element) {
  if (!isHiddenControl(element)) return sizedEditor(element) || element;
  const drawn = isChooser(element) && drawnFor(element);
  if (drawn) return drawn;
  const tick = drawnTick(element);
  if (tick) return tick;
  const labels = /** @type {HTMLInputElement} */ (element).labels;
  if (labels) for (const label of labels) if (isShown(label) && areasOf(label).length) return label;
  return element;
}

/** Whether an element is a form control that shows nothing of itself. @param {Element} element */
function isHiddenControl(element) {
  if (localName(element) !== "input") return false;
  if (!areasOf(element).length || !isShown(element)) return true;
  const box = rectOf(element);
  return box.width <= 1 || box.height <= 1 || styleOf(element).pointerEvents === "none";
}

/** What is drawn beside a hidden box or switch to be pressed in its place, where that is no label of it. @param {Element} element
 * @returns {Element | null} */
function drawnTick(element) {
  if (tickOf(element) === undefined || closest(element, "label")) return null;
  const pressable = (/** @type {Element} */ part) => styleOf(part).cursor === "pointer" && isShown(part) && areasOf(part).some((area) => area.width >= 8 && area.height >= 8);
  for (let part = nextElementSibling(element), steps = 0; part && steps < 3; part = nextElementSibling(part), steps++) {
    if (localName(part) !== "label" && !matches(part, CONTROL_PARTS) && pressable(part)) return part;
  }
  return null;
}

/** What is pressed for an editor whose own element has no size: the smallest part around it that has one and is it alone.
 * @param {Element} element @returns {Element | null} */
function sizedEditor(element) {
  if (areasOf(element).length || fieldKind(element) !== "rich") return null;
  for (let node = flatParent(element), steps = 0; node && steps < 12; node = flatParent(node), steps++) {
    if (otherControls(node, element).length) return null;
    if (areasOf(node).some((area) => area.width >= 16 && area.height >= 8)) return node;
  }
  return null;
}
