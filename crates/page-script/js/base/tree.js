// The flat tree: what a user meets, with shadow roots in place of their hosts' children and slots filled.

/** Closed shadow roots, which only the debugger can hand over. @type {WeakMap<Element, ShadowRoot>} */
const closedRoots = new WeakMap();
let closedKnown = false;

/** Makes a closed shadow root known. @param {ShadowRoot} root */
function adoptShadowRoot(root) {
  closedRoots.set(shadowHost(root), root);
  closedKnown = true;
}

/** Elements beside custom ones that a shadow root [can be attached to](https://dom.spec.whatwg.org/#valid-shadow-host-name). */
const ROOTED = wordSet("article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span");

/** Whether a shadow root was met in this read. */
let shadowsSeen = false;

/** The shadow root of an element, open or adopted. @param {Element} element @returns {ShadowRoot | null} */
function shadowOf(element) {
  const root = openShadowRoot(element) || (closedKnown && closedRoots.get(element)) || null;
  if (root) shadowsSeen = true;
  return root;
}

/** @param {Element} element @returns {element is HTMLSlotElement} */
const isSlot = (element) => localName(element) === "slot" && namespaceURI(element) === HTML_NS;

/** Whether a slot stands in a shadow tree, where it shows what is assigned to it.
 * @param {Element} slot */
const slotIsLive = (slot) => nodeType(rootOf(slot)) === FRAGMENT;

/** The nodes a slot shows: what is assigned to it, else its own children.
 * @param {HTMLSlotElement} slot @returns {Node[] | null} null: its own children */
function slotted(slot) {
  if (!slotIsLive(slot)) return null;
  const nodes = protoAssignedNodes.call(slot);
  return nodes.length ? nodes : null;
}

/** The children in the flat tree, elements and texts. @param {Node} node @returns {Node[]} */
function flatChildren(node) {
  let from = node;
  if (nodeType(node) === ELEMENT) {
    const element = /** @type {Element} */ (node);
    const shadow = shadowOf(element);
    if (shadow) from = shadow;
    else if (isSlot(element)) {
      const nodes = slotted(element);
      if (nodes) return nodes;
    }
  }
  const list = [];
  for (let child = firstChild(from); child; child = nextSibling(child)) {
    const type = nodeType(child);
    if (type === ELEMENT || type === TEXT) list.push(child);
  }
  return list;
}

/** The slot a node of a host with a shadow root is shown in, closed roots included.
 * @param {Node} node @param {ShadowRoot} root @returns {HTMLSlotElement | null} */
function slotFor(node, root) {
  if (nodeType(node) === ELEMENT) {
    const open = assignedSlot(node);
    if (open) return open;
  }
  for (const slot of queryAll(root, "slot")) {
    for (const held of protoAssignedNodes.call(slot)) if (held === node) return /** @type {HTMLSlotElement} */ (slot);
  }
  return null;
}

/** The parent in the flat tree: an element, or null at the top or where the node is not shown.
 * @param {Node} node @returns {Element | null} */
function flatParent(node) {
  const parent = parentNode(node);
  if (!parent) return null;
  const type = nodeType(parent);
  if (type === FRAGMENT) return parent instanceof ShadowRoot ? shadowHost(parent) : null;
  if (type !== ELEMENT) return null;
  const root = shadowOf(parent);
  if (root) return slotFor(node, root);
  return parent;
}

/** Whether `outer` is `inner` or one of its ancestors in the flat tree.
 * @param {Element} outer @param {Node | null} inner */
function flatContains(outer, inner) {
  for (let node = inner; node; node = flatParent(node)) if (node === outer) return true;
  return false;
}
