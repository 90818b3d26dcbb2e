// `outline`: one frame as a list of items.

/** @param {OutlineArgs} args */
api.outline = (args) => {
  const started = performance.now();
  setPrivacy(args);
  prepareRead(args);
  const walk = new OutlineWalk(withDefaults(args));
  const reach = args.root !== undefined || args.rootSelector !== undefined ? { roots: [rootFor(args)], modal: null } : reachOfPage(walk.options);
  for (const root of reach.roots) if (!walk.full) walk.run(root);
  const dropped = walk.full && walk.finder ? controlsAfter(walk) : 0;
  if (walk.full && !walk.finder) listStructureAfter(walk);
  if (walk.chars > walk.options.budget) measureDistance(walk);
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
    hosts: args.complete || walk.options.refs ? closedHosts() : [],
    ask: anchorsToAsk(),
    busy: isBusy(),
  };
};

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
  const options = { interactive: false, text: "brief", values: false, typed: false, viewport: false, infer: "clicks", boxes: false, complete: false, count: true, limit: 2000, refs: true, budget: 6000, ...args };
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
  if (args.root !== undefined) return elementOf(args.root);
  const selector = args.rootSelector || "body";
  checkSelector(selector);
  return deepQuery(document, selector) || fail("not_found", `nothing matches "${selector}" here`);
}

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

/** How many controls stand after the last item that was listed. @param {OutlineWalk} walk */
function controlsAfter(walk) {
  const all = queryAll(document, "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link], [role=checkbox], [role=tab], [role=menuitem], [role=option]");
  const listed = new Set(walk.elements);
  for (let i = all.length - 1; i >= 0; i--) if (listed.has(all[i])) return all.length - 1 - i;
  return Math.max(0, all.length - walk.controls);
}

const STRUCTURE = `h1, h2, h3, h4, h5, h6, main, nav, header, footer, aside, search, form, dialog[open], [role=heading], [role=main],
  [role=navigation], [role=search], [role=region], [role=form], [role=dialog], [role=alertdialog], [role=alert], section[aria-label],
  section[aria-labelledby]`;
const STRUCTURE_LIMIT = 60;

/** Where the walk had to stop: counts the controls that follow, and lists the landmarks and headings among them.
 * @param {OutlineWalk} walk */
function listStructureAfter(walk) {
  const count = controlsAfter(walk);
  const listed = new Set(walk.elements);
  const last = walk.elements.findLast((element) => element !== null);
  const all = queryAll(document, STRUCTURE);
  let from = all.length;
  while (from > 0 && !listed.has(all[from - 1])) from--;
  walk.commit({ d: 0, r: "more", q: count || undefined, n: count ? "controls" : "text" }, null, "");
  for (let i = from, found = 0; i < all.length && found < STRUCTURE_LIMIT; i++) {
    const element = all[i];
    const role = isShown(element) && !isHiddenFromAll(element) ? roleOf(element) : "";
    if (!(role === "heading" || role === "alert" || LANDMARKS.has(role) || DIALOGS.has(role))) continue;
    if (last && !(last.compareDocumentPosition(element) & 4)) continue;
    found++;
    const frame = walk.frameFor([], { depth: role === "heading" ? 1 : 0 });
    walk.commit(itemFor(walk, element, role, frame), element, "");
  }
}

/** Notes how far each item is from the viewport, for a budget that is too small for all. @param {OutlineWalk} walk */
function measureDistance(walk) {
  const height = innerHeight || 1;
  for (let i = 0; i < walk.items.length; i++) {
    const element = walk.elements[i];
    if (!element) continue;
    const box = rectOf(element);
    const away = box.bottom < 0 ? -box.bottom / height : box.top > height ? (box.top - height) / height : 0;
    if (away > 0) walk.items[i].y = Math.ceil(away);
  }
}

/** Elements that could hold a closed shadow root and have not been looked into: custom elements without an open one,
 * and elements that are allowed a root and show a box though they seem to have no content. @returns {number[]} */
function closedHosts() {
  /** @type {number[]} */
  const hosts = [];
  for (const element of queryAll(document, ":not(:defined), *:empty")) {
    if (hosts.length >= 50) break;
    if (!mayHoldRoot(element) || lookedInto.has(element)) continue;
    hosts.push(refOf(element));
    lookedInto.add(element);
  }
  return hosts;
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

/** Elements the debugger was asked about. @type {WeakSet<Element>} */
const lookedInto = new WeakSet();
const ROOT_TAGS = wordSet("article aside blockquote div footer header main nav p section span");

/** @param {Element} element */
function mayHoldRoot(element) {
  if (namespaceURI(element) !== HTML_NS || openShadowRoot(element) || closedRoots.has(element) || overlayHosts.has(element)) return false;
  const tag = localName(element);
  if (!tag.includes("-") && !ROOT_TAGS.has(tag)) return false;
  if (!isShown(element)) return false;
  if (tag.includes("-")) return true;
  const style = styleOf(element);
  return style.backgroundImage === "none" && rectOf(element).height > 4;
}
