// Text that only a machine would read: zero size, far off the screen, in the colour of its ground.

/** @param {Element} element an element that shows text @returns {boolean} */
function isMachineText(element) {
  const style = styleOf(element);
  if (parseFloat(style.fontSize) < 2) return true;
  const box = rectOf(element);
  if (isScreenReaderPattern(element)) return false;
  if (box.right < -500 + Math.min(0, -scrollX) || box.bottom < -5000 - scrollY) return true;
  if (box.left > Math.max(innerWidth, rootElementOf(document).scrollWidth) + 500) return true;
  if (style.display !== "inline" && style.overflow !== "visible" && (box.width < 1 || box.height < 1)) return true;
  return opacityOf(element) < 0.05 || sameAsGround(element, style);
}

/** The one-pixel clip by which pages speak to screen readers. @param {Element} element */
function isScreenReaderPattern(element) {
  for (let at = /** @type {Element | null} */ (element), steps = 0; at && steps < 4; at = flatParent(at), steps++) {
    const style = styleOf(at);
    if (style.position !== "absolute" && style.position !== "fixed") continue;
    if ((style.clip !== "auto" && style.clip !== "") || style.clipPath !== "none") return true;
    const box = rectOf(at);
    if (box.width <= 1 && box.height <= 1 && style.overflow !== "visible") return true;
  }
  return false;
}

/** @param {Element} element */
function opacityOf(element) {
  let opacity = 1;
  for (let at = /** @type {Element | null} */ (element), steps = 0; at && steps < 12; at = flatParent(at), steps++) {
    opacity *= Number(styleOf(at).opacity);
    if (opacity < 0.05) break;
  }
  return opacity;
}

/** @param {Element} element @param {CSSStyleDeclaration} style */
function sameAsGround(element, style) {
  const ink = colourOf(style.color);
  if (!ink || ink[3] < 0.05) return ink !== null;
  for (let at = /** @type {Element | null} */ (element), steps = 0; at && steps < 40; at = flatParent(at), steps++) {
    const ground = styleOf(at);
    if (ground.backgroundImage !== "none" || ground.webkitTextStrokeWidth !== "0px") return false;
    if (ground.textShadow !== "none") return false;
    const colour = colourOf(ground.backgroundColor);
    if (!colour || colour[3] < 0.05) continue;
    return colour[3] > 0.95 && Math.max(...[0, 1, 2].map((i) => Math.abs(colour[i] - ink[i]))) < 6;
  }
  return Math.min(ink[0], ink[1], ink[2]) > 249 && ink[3] > 0.95;
}

/** `rgb(…)` and `rgba(…)` as numbers. @param {string} text @returns {number[] | null} */
function colourOf(text) {
  const found = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(text);
  return found ? [Number(found[1]), Number(found[2]), Number(found[3]), found[4] === undefined ? 1 : Number(found[4])] : null;
}
