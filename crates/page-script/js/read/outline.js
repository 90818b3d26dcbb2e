// `outline`: one frame as a list of items.

/** @param {OutlineArgs} args */
api.outline = (args) => {
  sights = new Map();
  try {
    return drawOutline(args);
  } finally {
    sights = null;
  }
};

/** @param {OutlineArgs} args */
function drawOutline(args) {
  const started = performance.now();
  setPrivacy(args);
  prepareRead(args);
  const walk = new OutlineWalk(withDefaults(args));
  const reach = args.root !== undefined || args.rootSelector !== undefined ? { roots: [rootFor(args)], modal: null } : reachOfPage(walk.options);
  for (const root of reach.roots) if (!walk.full) walk.run(root);
  const dropped = walk.full && walk.finder ? Math.max(1, controlsOfPage() - walk.controls) : 0;
  if (walk.full && !walk.finder) listRest(walk);
  if (walk.chars > walk.options.budget) measureDistance(walk);
  markMachineTexts(walk);
  if (args.watch) startWatch(args);
  return {
    items: walk.items,
    url: location.href,
    title: cleanText(document.title, 200),
    viewport: { width: innerWidth, height: innerHeight },
    scroll: scrollState(),
    scope: reach.modal ? { modal: modalWord(reach.modal) } : {},
    visited: walk.visited,
    controls: walk.controls,
    dropped,
    ms: performance.now() - started,
    hosts: args.complete || walk.options.refs ? closedHosts(walk.hollow) : [],
    ask: walk.options.refs ? anchorsToAsk() : [],
    custom: walk.options.refs ? walk.custom.map(refOf) : [],
    busy: isBusy(),
  };
}

/** Forgets the last read, and takes over what this one is told. @param {Partial<OutlineArgs>} args */
function prepareRead(args) {
  beginRead();
  focusNow = findFocused();
  for (const ref of args.clickable || []) {
    const element = byRef(ref);
    if (element) knownClickable.add(element);
  }
}

/** @param {Partial<OutlineArgs>} args @returns {OutlineArgs} */
function withDefaults(args) {
  const options = { interactive: false, text: "brief", values: false, typed: false, viewport: false, infer: "clicks", boxes: false, complete: false, count: true, runs: 0, limit: 2000, refs: true, budget: 6000, ...args };
  if (options.skip !== undefined) checkSelector(options.skip);
  return /** @type {OutlineArgs} */ (options);
}

/** @param {string} selector */
function checkSelector(selector) {
  try {
    matches(rootElementOf(document), selector);
  } catch {
    fail("bad_argument", `"${selector}" is not a CSS selector`);
  }
}

/** The element a read starts at. @param {{root?: number, rootSelector?: string}} args @returns {Element} */
function rootFor(args) {
  const above = args.root === undefined ? null : elementOf(args.root);
  if (above && args.rootSelector === undefined) return above;
  const selector = args.rootSelector || "body";
  checkSelector(selector);
  const found = above ? within(above, selector) : deepQuery(document, selector);
  return found || fail("not_found", `nothing matches "${selector}" here`);
}

/** The first match in an element's shadow root, else below the element. @param {Element} element @param {string} selector */
function within(element, selector) {
  const shadow = shadowOf(element);
  return (shadow && deepQuery(shadow, selector)) || deepQuery(element, selector);
}

/** The ref of the element a read could start at. @param {{root?: number, rootSelector?: string}} args */
api.locate = (args) => ({ ref: refOf(rootFor(args)) });

/** The first match in the document or one of its shadow roots. @param {Node} root @param {string} selector @returns {Element | null} */
function deepQuery(root, selector) {
  const found = queryAll(root, selector)[0];
  if (found) return found;
  for (const host of queryAll(root, "*")) {
    const shadow = shadowOf(host);
    const inner = shadow && deepQuery(shadow, selector);
    if (inner) return inner;
  }
  return null;
}

function scrollState() {
  const scroller = document.scrollingElement || rootElementOf(document);
  return scroller ? { y: Math.round(scrollY), max: Math.max(0, scroller.scrollHeight - innerHeight) } : { y: 0, max: 0 };
}

/** @param {Element} modal */
function modalWord(modal) {
  return `${roleOf(modal) || "dialog"} ${JSON.stringify(cleanText(nameOf(modal), 80))}`;
}

function isBusy() {
  const body = bodyOf(document);
  return document.readyState === "loading" || (body !== null && attr(body, "aria-busy") === "true");
}

/** Marks text that only a machine would see; not on texts that an answer has no room for. @param {OutlineWalk} walk */
function markMachineTexts(walk) {
  const texts = walk.items.flatMap((item, index) => (item.r === "text" && walk.elements[index] ? [index] : []));
  let over = walk.chars - walk.options.budget;
  if (over > 0) texts.sort((one, other) => (walk.items[one].y || 0) - (walk.items[other].y || 0) || one - other);
  for (; over > 0 && texts.length; over -= unitsOf(walk.items[/** @type {number} */ (texts.pop())]));
  for (const index of texts) {
    if (walk.finder && !walk.items[index].hit) continue;
    if (isMachineText(/** @type {Element} */ (walk.elements[index]))) walk.items[index].hid = true;
  }
}

/** Items between two that are measured in any case; in between, only where the two differ. */
const MEASURE_STEP = 24;

/** Notes how far each item is from the viewport, for a budget that is too small for all. @param {OutlineWalk} walk */
function measureDistance(walk) {
  const places = walk.elements.flatMap((element, index) => (element ? [index] : []));
  if (!places.length) return;
  let before = distanceOf(walk, places[0]);
  for (let i = 0; i < places.length - 1; i += MEASURE_STEP) {
    const end = Math.min(i + MEASURE_STEP, places.length - 1);
    const after = distanceOf(walk, places[end]);
    measureBetween(walk, places, i, end, before, after);
    before = after;
  }
}

/** @param {OutlineWalk} walk @param {number[]} places @param {number} from @param {number} to @param {number} first @param {number} last */
function measureBetween(walk, places, from, to, first, last) {
  if (first === last || to - from < 2) {
    for (let k = from; k <= to; k++) {
      const away = k === to ? last : first;
      if (away > 0) walk.items[places[k]].y = away;
    }
    return;
  }
  const middle = (from + to) >> 1;
  const away = distanceOf(walk, places[middle]);
  measureBetween(walk, places, from, middle, first, away);
  measureBetween(walk, places, middle, to, away, last);
}

/** How many viewport heights an item is away. @param {OutlineWalk} walk @param {number} index */
function distanceOf(walk, index) {
  const height = innerHeight || 1;
  const box = rectOf(/** @type {Element} */ (walk.elements[index]));
  return Math.ceil(box.bottom < 0 ? -box.bottom / height : box.top > height ? (box.top - height) / height : 0);
}

/** When Chromium was last asked about an anchor. @type {WeakMap<Element, number>} */
const anchorsAsked = new WeakMap();
const ASK_AGAIN = 5000;

/** Anchors to ask Chromium about: new ones, and those that may have been given a listener since. @returns {number[]} */
function anchorsToAsk() {
  const now = performance.now();
  const due = unknownAnchors.filter((anchor) => isShown(anchor) && now - (anchorsAsked.get(anchor) ?? -ASK_AGAIN) >= ASK_AGAIN);
  for (const anchor of due) anchorsAsked.set(anchor, now);
  return due.map(refOf);
}

/** The box of an element when the debugger was asked about its shadow root. @type {WeakMap<Element, string>} */
const lookedInto = new WeakMap();
const HOSTS_ASKED = 50;

/** Of the elements met that could hold a closed shadow root, those that have not been looked into as they are now.
 * @param {Iterable<Element>} [met] else all of the document's @returns {number[]} */
function closedHosts(met) {
  /** @type {number[]} */
  const hosts = [];
  for (const element of met || queryAll(document, ":not(:defined), *:empty")) {
    const size = /** @type {any} */ (element).offsetWidth + "x" + /** @type {any} */ (element).offsetHeight;
    if (lookedInto.get(element) === size || (!met && !isHollow(element)) || !mayHoldRoot(element)) continue;
    lookedInto.set(element, size);
    hosts.push(refOf(element));
    if (hosts.length >= HOSTS_ASKED) break;
  }
  return hosts;
}

/** Custom elements without an open root, and elements that are allowed a root and show a box though they seem to have no content.
 * @param {Element} element */
function mayHoldRoot(element) {
  if (closedRoots.has(element) || overlayHosts.has(element)) return false;
  if (localName(element).includes("-")) return true;
  return keptStyle(element).backgroundImage === "none" && rectOf(element).height > 4;
}

/** @param {Element} element */
const isHollow = (element) => seemsHollow(element, true) && !shadowOf(element) && isShown(element);

/** Whether an element met on the walk is worth that look. @param {Element} element @param {boolean} bare it has no children */
function seemsHollow(element, bare) {
  const tag = localName(element);
  return (tag.includes("-") || (bare && ROOTED.has(tag))) && namespaceURI(element) === HTML_NS;
}
