// What a user can see, and what assistive technology is told of.

/** How much of an element is there: nothing (and nothing of its children), its box or its children only, all of it. */
const GONE = 0;
const UNSEEN = 1;
const SEEN = 2;

/** Computed styles of elements met before: they are live, so an old one is as right as a new one. @type {WeakMap<Element, CSSStyleDeclaration>} */
let keptStyles = new WeakMap();
let keptCount = 0;
/** How many are kept from one read to the next. */
const KEPT_STYLES = 4000;

/** The computed style of an element, for reads, which ask often. @param {Element} element @returns {CSSStyleDeclaration} */
function keptStyle(element) {
  let style = keptStyles.get(element);
  if (style === undefined) {
    style = styleOf(element);
    keptStyles.set(element, style);
    keptCount++;
  }
  return style;
}

/** Forgets the styles when they have become many. */
function dropStyles() {
  if (keptCount < KEPT_STYLES) return;
  keptStyles = new WeakMap();
  keptCount = 0;
}

/** How much is there of an element whose parent in the flat tree is rendered, or passes its children through. Cheaper than
 * asking of any element: only its own style counts. @param {Element} element @param {Element | null} parent */
function sightIn(element, parent) {
  const known = sights && sights.get(element);
  if (known !== undefined && known !== null) return known;
  if (parent === null || namespaceURI(element) !== HTML_NS || holdsBack(parent)) return sightOf(element);
  const style = keptStyle(element);
  const display = style.display;
  const sight = display === "none" || display === "" ? GONE : style.visibility === "visible" ? SEEN : UNSEEN;
  if (sights) sights.set(element, sight);
  return sight;
}

/** What was seen so far, while one outline is drawn: until then nothing can change. @type {Map<Element, number> | null} */
let sights = null;

/** Whether an element is part of no tree that is shown: its parent has a shadow root without a slot for it. @param {Element} element */
const standsNowhere = (element) => keptStyle(element).display === "";

/** Elements whose children may have no boxes whatever their style says. */
const HOLDING_TAGS = wordSet("audio details embed frameset iframe math object optgroup select svg video");

/** The parent that was last asked about, and the answer: its children come one after another. @type {Element | null} */
let lastHolder = null;
let lastHolds = false;

/** Whether children of a rendered element can be without boxes. @param {Element} parent */
function holdsBack(parent) {
  if (parent !== lastHolder) {
    lastHolder = parent;
    lastHolds = findsHolding(parent);
  }
  return lastHolds;
}

/** @param {Element} parent */
function findsHolding(parent) {
  return HOLDING_TAGS.has(localName(parent)) || namespaceURI(parent) !== HTML_NS || keptStyle(parent).contentVisibility === "hidden";
}

/** How much is there of any element. @param {Element} element */
function sightOf(element) {
  if (sights === null) return lookAt(element);
  let sight = sights.get(element);
  if (sight === undefined) {
    sight = lookAt(element);
    sights.set(element, sight);
  }
  return sight;
}

/** @param {Element} element */
function lookAt(element) {
  const boxed = protoCheckVisibility.call(element);
  const style = styleOf(element);
  if (!boxed && !(style.display === "contents" && contentsIsRendered(element))) return GONE;
  return style.visibility === "visible" ? SEEN : UNSEEN;
}

/** Whether an element is rendered with visible visibility. @param {Element} element */
const isShown = (element) => sightOf(element) === SEEN;

/** Whether an element or, for `display: contents`, its children have boxes. @param {Element} element */
const isRendered = (element) => sightOf(element) !== GONE;

/** Whether a `display: contents` element is itself in a rendered, unlocked subtree. @param {Element} element */
function contentsIsRendered(element) {
  for (let parent = flatParent(element); parent; parent = flatParent(parent)) {
    if (protoCheckVisibility.call(parent)) return styleOf(parent).contentVisibility !== "hidden";
    if (styleOf(parent).display !== "contents") return false;
  }
  return false;
}
