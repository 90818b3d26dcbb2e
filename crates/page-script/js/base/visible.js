// What a user can see, and what assistive technology is told of.

/** @typedef {object} Sight
 * @property {boolean} boxed it is rendered: it has a box, or passes its children through (`display: contents`)
 * @property {boolean} seen it is also not `visibility: hidden` */

const VISIBLE_CSS = { visibilityProperty: true };
const NOTHING = {};

/** Whether an element is rendered with visible visibility. @param {Element} element */
function isShown(element) {
  if (protoCheckVisibility.call(element, VISIBLE_CSS)) return true;
  if (protoCheckVisibility.call(element, NOTHING)) return false;
  const style = styleOf(element);
  return style.display === "contents" && style.visibility === "visible" && contentsIsRendered(element);
}

/** Whether a `display: contents` element is itself in a rendered, unlocked subtree. @param {Element} element */
function contentsIsRendered(element) {
  for (let parent = flatParent(element); parent; parent = flatParent(parent)) {
    if (protoCheckVisibility.call(parent, NOTHING)) return true;
    if (styleOf(parent).display !== "contents") return false;
  }
  return false;
}

/** Whether an element or, for `display: contents`, its children have boxes. @param {Element} element */
function isRendered(element) {
  if (protoCheckVisibility.call(element, NOTHING)) return true;
  const style = styleOf(element);
  return style.display === "contents" && contentsIsRendered(element);
}
