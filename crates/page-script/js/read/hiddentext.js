// Text that only a machine would read: zero size, far off the screen, in the colour of its ground.

/** @typedef {object} InkFacts what an element's ancestors mean for its text
 * @property {number} opacity of all of them together
 * @property {number[] | null} ground the nearest colour behind the text; null where a picture is, or nothing
 * @property {boolean} moved whether one of them is taken out of the flow, moved or clipped */

/** Facts found in this read. @type {Map<Element, InkFacts>} */
let inkCache = new Map();

/** @param {Element} element an element that shows text @returns {boolean} */
function isMachineText(element) {
  const style = keptStyle(element);
  if (parseFloat(style.fontSize) < 2) return true;
  const facts = inkFacts(element);
  if ((facts.moved || style.textIndent.startsWith("-")) && isOutOfSight(element, style)) return true;
  return facts.opacity < 0.05 || sameAsGround(style, facts);
}

/** @param {Element} element @returns {InkFacts} */
function inkFacts(element) {
  /** @type {Element[]} */
  const chain = [];
  /** @type {InkFacts} */
  let facts = { opacity: 1, ground: null, moved: false };
  for (let at = /** @type {Element | null} */ (element); at; at = flatParent(at)) {
    const known = inkCache.get(at);
    if (known) {
      facts = known;
      break;
    }
    chain.push(at);
  }
  for (let i = chain.length - 1; i >= 0; i--) {
    facts = inkBelow(facts, keptStyle(chain[i]));
    inkCache.set(chain[i], facts);
  }
  return facts;
}

const PICTURE = [-1, -1, -1, 1];

/** @param {InkFacts} above @param {CSSStyleDeclaration} style @returns {InkFacts} */
function inkBelow(above, style) {
  const opaque = style.opacity;
  const colour = style.backgroundColor;
  const moved = above.moved || style.position !== "static" || style.overflowX !== "visible" || style.transform !== "none";
  const picture = style.backgroundImage !== "none";
  if (opaque === "1" && colour === CLEAR && !picture && moved === above.moved) return above;
  const opacity = opaque === "1" ? above.opacity : above.opacity * Number(opaque);
  return { opacity, ground: picture ? PICTURE : groundBelow(above.ground, colour), moved };
}

const CLEAR = "rgba(0, 0, 0, 0)";

/** @param {number[] | null} above @param {string} text */
function groundBelow(above, text) {
  if (text === CLEAR) return above;
  const colour = colourOf(text);
  if (!colour || (colour[3] > 0.05 && colour[3] < 0.95)) return PICTURE;
  return colour[3] >= 0.95 ? colour : above;
}

/** @param {Element} element @param {CSSStyleDeclaration} style */
function isOutOfSight(element, style) {
  if (isScreenReaderPattern(element)) return false;
  const box = rectOf(element);
  if (parseFloat(style.textIndent) < -500 || box.right + scrollX < -500 || box.bottom + scrollY < -500) return true;
  if (box.left > Math.max(innerWidth, rootElementOf(document).scrollWidth) + 500) return true;
  for (let at = /** @type {Element | null} */ (element), steps = 0; at && steps < 3; at = flatParent(at), steps++) {
    const own = styleOf(at);
    if (own.display === "inline" || own.display === "contents" || own.overflowX === "visible") continue;
    const outer = rectOf(at);
    if (outer.width < 1 || outer.height < 1) return true;
  }
  return false;
}

/** The one-pixel clip by which pages speak to screen readers. @param {Element} element */
function isScreenReaderPattern(element) {
  for (let at = /** @type {Element | null} */ (element), steps = 0; at && steps < 4; at = flatParent(at), steps++) {
    const style = styleOf(at);
    if (style.position !== "absolute" && style.position !== "fixed") continue;
    if ((style.clip !== "auto" && style.clip !== "") || style.clipPath !== "none") return true;
    const box = rectOf(at);
    if (box.width <= 1 && box.height <= 1 && style.overflowX !== "visible") return true;
  }
  return false;
}

/** @param {CSSStyleDeclaration} style @param {InkFacts} facts */
function sameAsGround(style, facts) {
  if (facts.ground === PICTURE || style.color === "rgb(0, 0, 0)" && !facts.ground) return false;
  const ink = colourOf(style.color);
  if (!ink) return false;
  if (ink[3] < 0.05) return style.webkitTextFillColor === style.color && style.webkitTextStrokeWidth === "0px";
  if (style.textShadow !== "none" || style.webkitTextStrokeWidth !== "0px" || ink[3] < 0.95) return false;
  const ground = facts.ground || [255, 255, 255, 1];
  return Math.max(Math.abs(ground[0] - ink[0]), Math.abs(ground[1] - ink[1]), Math.abs(ground[2] - ink[2])) < 6;
}

/** `rgb(…)` and `rgba(…)` as numbers. @param {string} text @returns {number[] | null} */
function colourOf(text) {
  const found = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(text);
  return found ? [Number(found[1]), Number(found[2]), Number(found[3]), found[4] === undefined ? 1 : Number(found[4])] : null;
}
