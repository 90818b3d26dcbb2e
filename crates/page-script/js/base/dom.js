// Readers of the DOM that a page cannot stand in the way of. This world has its own built-ins, but a form's
// `<input name="children">` shadows `form.children` in every world, so properties are read through the prototypes' own getters.

/** @param {any} prototype @param {string} name @returns {(self: any) => any} */
function getterOf(prototype, name) {
  const found = Object.getOwnPropertyDescriptor(prototype, name);
  const get = found && found.get;
  if (!get) return (self) => self[name];
  return (self) => get.call(self);
}

const nodeType = getterOf(Node.prototype, "nodeType");
const parentNode = getterOf(Node.prototype, "parentNode");
const parentElement = getterOf(Node.prototype, "parentElement");
const firstChild = getterOf(Node.prototype, "firstChild");
const lastChild = getterOf(Node.prototype, "lastChild");
const nextSibling = getterOf(Node.prototype, "nextSibling");
const previousSibling = getterOf(Node.prototype, "previousSibling");
const textContent = getterOf(Node.prototype, "textContent");
const ownerDocument = getterOf(Node.prototype, "ownerDocument");
const isConnected = getterOf(Node.prototype, "isConnected");
const textData = getterOf(CharacterData.prototype, "data");
const textLength = getterOf(CharacterData.prototype, "length");
const localName = getterOf(Element.prototype, "localName");
const namespaceURI = getterOf(Element.prototype, "namespaceURI");
const elementId = getterOf(Element.prototype, "id");
const openShadowRoot = getterOf(Element.prototype, "shadowRoot");
const assignedSlot = getterOf(Element.prototype, "assignedSlot");
const firstElementChild = getterOf(Element.prototype, "firstElementChild");
const lastElementChild = getterOf(Element.prototype, "lastElementChild");
const nextElementSibling = getterOf(Element.prototype, "nextElementSibling");
const previousElementSibling = getterOf(Element.prototype, "previousElementSibling");
const childElementCount = getterOf(Element.prototype, "childElementCount");
const shadowHost = getterOf(ShadowRoot.prototype, "host");
const inputType = getterOf(HTMLInputElement.prototype, "type");
const inputValue = getterOf(HTMLInputElement.prototype, "value");
const activeElementOf = getterOf(Document.prototype, "activeElement");
const bodyOf = getterOf(Document.prototype, "body");
const rootElementOf = getterOf(Document.prototype, "documentElement");

const protoGetAttribute = Element.prototype.getAttribute;
const protoHasAttribute = Element.prototype.hasAttribute;
const protoMatches = Element.prototype.matches;
const protoClosest = Element.prototype.closest;
const protoContains = Node.prototype.contains;
const protoGetRootNode = Node.prototype.getRootNode;
const protoRect = Element.prototype.getBoundingClientRect;
const protoClientRects = Element.prototype.getClientRects;
const protoCheckVisibility = Element.prototype.checkVisibility;
const protoCompare = Node.prototype.compareDocumentPosition;
const protoByTag = Document.prototype.getElementsByTagName;
const protoElementById = Document.prototype.getElementById;
const protoFragmentById = DocumentFragment.prototype.getElementById;
const protoDocumentQuery = Document.prototype.querySelector;
const protoDocumentQueryAll = Document.prototype.querySelectorAll;
const protoFragmentQueryAll = DocumentFragment.prototype.querySelectorAll;
const protoElementQueryAll = Element.prototype.querySelectorAll;
const protoAssignedNodes = HTMLSlotElement.prototype.assignedNodes;

/** @param {Element} element @param {string} name @returns {string | null} */
const attr = (element, name) => protoGetAttribute.call(element, name);
/** @param {Element} element @param {string} name @returns {boolean} */
const hasAttr = (element, name) => protoHasAttribute.call(element, name);
/** @param {Element} element @param {string} selector @returns {boolean} */
const matches = (element, selector) => protoMatches.call(element, selector);
/** @param {Element} element @param {string} selector @returns {Element | null} */
const closest = (element, selector) => protoClosest.call(element, selector);
/** @param {Node} outer @param {Node | null} inner @returns {boolean} */
const containsNode = (outer, inner) => protoContains.call(outer, inner);
/** @param {Node} node @returns {Node} the document or shadow root it stands in */
const rootOf = (node) => protoGetRootNode.call(node);
/** @param {Element} element @returns {DOMRect} */
const rectOf = (element) => protoRect.call(element);
/** @param {Element} element @returns {DOMRectList} */
const clientRects = (element) => protoClientRects.call(element);
/** @param {Element} element @param {string | null} [pseudo] @returns {CSSStyleDeclaration} */
const styleOf = (element, pseudo) => getComputedStyle(element, pseudo);

const ELEMENT = 1;
const TEXT = 3;
const DOCUMENT = 9;
const FRAGMENT = 11;
const HTML_NS = "http://www.w3.org/1999/xhtml";
const SVG_NS = "http://www.w3.org/2000/svg";

/** The element's tag name where it is HTML, else the name with its namespace's prefix (`svg:title`).
 * @param {Element} element @returns {string} */
function tagOf(element) {
  const namespace = namespaceURI(element);
  if (namespace === HTML_NS) return localName(element);
  if (namespace === SVG_NS) return "svg:" + localName(element);
  return "other:" + localName(element);
}

/** The element with this id in the scope (document or shadow root) of `from`.
 * @param {Node} from @param {string} id @returns {Element | null} */
function byIdNear(from, id) {
  if (!id) return null;
  const root = rootOf(from);
  const type = nodeType(root);
  if (type === DOCUMENT) return protoElementById.call(root, id);
  if (type === FRAGMENT) return protoFragmentById.call(root, id);
  return null;
}

/** All matches under a document, shadow root or element, without going into shadow roots.
 * @param {Node} root @param {string} selector @returns {NodeListOf<Element>} */
function queryAll(root, selector) {
  const type = nodeType(root);
  if (type === DOCUMENT) return protoDocumentQueryAll.call(root, selector);
  if (type === FRAGMENT) return protoFragmentQueryAll.call(root, selector);
  return protoElementQueryAll.call(root, selector);
}
