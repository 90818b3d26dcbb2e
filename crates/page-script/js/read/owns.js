// The tree that roles and names are read from: the flat tree with `aria-owns` obeyed, and what is hidden from it left out.

/** Owned element to owner, in this read; built once, when the page uses `aria-owns` at all. @type {Map<Element, Element> | null} */
let owners = null;

/** Forgets what was only true of the read before. */
function beginRead() {
  watchTyping();
  roleCache = new Map();
  unknownAnchors = [];
  nameCache = new Map();
  dataTables = new Map();
  cellsKnown = new Map();
  calendars = new Map();
  owners = null;
  referenced = null;
  pseudoUsed = null;
  inkCache = new Map();
  dropStyles();
  lastHolder = null;
  labelIndexes = new Map();
  baseNow = null;
  usedByPage = new Map();
  shadowsSeen = false;
}

/** What the page uses at all, in this read. @type {Map<string, boolean>} */
let usedByPage = new Map();

/** Whether anything matches; always true where shadow roots could hold it. @param {string} selector */
function pageUses(selector) {
  let used = usedByPage.get(selector);
  if (used === undefined) {
    used = protoDocumentQuery.call(document, selector) !== null;
    usedByPage.set(selector, used);
  }
  return used || shadowsSeen;
}

/** @returns {Map<Element, Element>} */
function ownersMap() {
  if (owners) return owners;
  owners = new Map();
  for (const owner of queryAll(document, "[aria-owns]")) {
    if (/^(input|select|textarea|img|br)$/.test(localName(owner))) continue;
    for (const id of tokens(attr(owner, "aria-owns"))) {
      const owned = byIdNear(owner, id);
      if (owned && !owners.has(owned) && owned !== owner && !ownsUpward(owned, owner)) owners.set(owned, owner);
    }
  }
  return owners;
}

/** Whether giving `owned` to `owner` would close a circle. @param {Element} owned @param {Element} owner */
function ownsUpward(owned, owner) {
  /** @type {Element | null} */
  let at = owner;
  for (let steps = 0; at && steps < 2000; steps++) {
    if (at === owned) return true;
    at = owners?.get(at) || flatParent(at);
  }
  return at !== null;
}

/** The element that owns this one through `aria-owns`. @param {Element} element @returns {Element | null} */
function ownerOf(element) {
  const map = ownersMap();
  return map.size ? map.get(element) || null : null;
}

/** What an element owns through `aria-owns`. @param {Element} element @returns {Element[]} */
function ownedBy(element) {
  if (!hasAttr(element, "aria-owns") || !ownersMap().size) return [];
  /** @type {Element[]} */
  const list = [];
  for (const id of tokens(attr(element, "aria-owns"))) {
    const owned = byIdNear(element, id);
    if (owned && ownersMap().get(owned) === element && !list.includes(owned)) list.push(owned);
  }
  return list;
}

const NEVER_READ = wordSet("script style template noscript head title meta link base datalist param source track col colgroup rp");

/** Whether the author hides it from assistive technology; Chromium does not obey where the focus is inside. @param {Element} element */
function isAriaHidden(element) {
  const value = attr(element, "aria-hidden");
  if (value === null || value.trim().toLowerCase() !== "true") return false;
  return focusNow === null || !flatContains(element, focusNow);
}

/** Whether a subtree is out for everyone: scripts, hidden from assistive technology, our own overlay.
 * @param {Element} element */
function isLeftOut(element) {
  if (NEVER_READ.has(localName(element)) && namespaceURI(element) === HTML_NS) return true;
  return isAriaHidden(element) || overlayHosts.has(element) || hasAttr(element, "inert");
}

/** The children of a node in reading order, elements and texts, owned ones last. @param {Node} node @returns {Node[]} */
function readChildren(node) {
  const children = flatChildren(node);
  const map = ownersMap();
  if (!map.size || nodeType(node) !== ELEMENT) return children;
  const own = children.filter((child) => !map.has(/** @type {Element} */ (child)));
  return own.concat(ownedBy(/** @type {Element} */ (node)));
}

/** The nearest listed descendants: elements with a role of their own, those in between passed through.
 * @param {Element} element @returns {Element[]} */
function listedChildren(element) {
  /** @type {Element[]} */
  const found = [];
  walkListed(element, (child) => {
    found.push(child);
    return "skip";
  });
  return found;
}

/** Visits every shown element with a role below `scope`, in reading order. The visitor returns "skip"
 * to stay out of one, and false to end the walk.
 * @param {Element | Document} scope @param {(element: Element, role: string) => boolean | "skip" | void} visit */
function walkListed(scope, visit) {
  const start = nodeType(scope) === DOCUMENT ? rootElementOf(scope) : scope;
  /** @type {{children: Node[], at: number, of: Element | null}[]} */
  const stack = [{ children: readChildren(start), at: 0, of: sightOf(start) === GONE ? null : start }];
  while (stack.length) {
    const top = stack[stack.length - 1];
    if (top.at >= top.children.length) {
      stack.pop();
      continue;
    }
    const node = top.children[top.at++];
    if (nodeType(node) !== ELEMENT) continue;
    const element = /** @type {Element} */ (node);
    if (isLeftOut(element)) continue;
    const sight = sightIn(element, top.of);
    if (sight === GONE) continue;
    const role = sight === SEEN ? roleOf(element) : "";
    if (role !== "" && role !== "none") {
      const answer = visit(element, role);
      if (answer === false) return;
      if (answer === "skip") continue;
    }
    const children = readChildren(element);
    if (children.length) stack.push({ children, at: 0, of: element });
  }
}
