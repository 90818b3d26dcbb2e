// The text a nameless control stands beside.

/** The text of the nearest surroundings that say anything. @param {Element} element @returns {string} */
function surroundingText(element) {
  for (let at = flatParent(element), steps = 0; at && steps < 6; at = flatParent(at), steps++) {
    const tag = localName(at);
    if (tag === "html") return "";
    const text = visibleText(at, 400);
    if (text.length > 120 || (tag === "body" && text.length > 60)) return textBefore(element);
    if (text) return (saysMore(at, element) && textBefore(element)) || clip(text, 60);
    if (tag === "body") return "";
  }
  return "";
}

/** What in the surroundings of a control has its own text before it. */
const OTHERS_NEAR = "h1, h2, h3, h4, h5, h6, [role=heading], input:not([type=hidden]), textarea, select, [contenteditable], [role=textbox], [role=combobox]";

/** Whether the text of some surroundings is also that of other fields or headings. @param {Element} around @param {Element} element */
function saysMore(around, element) {
  for (const other of queryAll(around, OTHERS_NEAR)) if (!containsNode(other, element) && !containsNode(element, other)) return true;
  // What a button after a field says may well be for the field; one before it stands in a bar of its own.
  const bar = firstWithTag(around, "button, [role=button]");
  return bar !== null && bar !== element && (bar.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

/** The short text just before a field. @param {Element} element @returns {string} */
function textBefore(element) {
  for (let at = /** @type {Element | null} */ (element), steps = 0; at && steps < 4; at = flatParent(at), steps++) {
    for (let node = previousSibling(at); node; node = previousSibling(node)) {
      const text = nodeType(node) === TEXT ? fold(textData(node).slice(-200)) : nodeType(node) === ELEMENT && isShown(node) && !CONTROLS.has(roleOf(node)) && !firstWithTag(node, REAL_CONTROLS) ? visibleText(node, 200) : "";
      if (text && /[\p{L}\p{N}]/u.test(text)) return text.length <= 80 ? text.replace(/\s*[:*]+$/, "") : "";
    }
    if (localName(at) === "form" || localName(at) === "body") return "";
  }
  return "";
}

/** The text an element shows, without what fields hold, up to a length. @param {Node} element @param {number} units */
function visibleText(element, units) {
  if (holdsTyped(/** @type {Element} */ (element))) return "";
  const parts = [];
  let length = 0;
  /** @type {{children: Node[], at: number, of: Element | null}[]} */
  const stack = [{ children: readChildren(element), at: 0, of: nodeType(element) === ELEMENT && isRendered(/** @type {Element} */ (element)) ? /** @type {Element} */ (element) : null }];
  while (stack.length && length < units) {
    const top = stack[stack.length - 1];
    if (top.at >= top.children.length) {
      stack.pop();
      continue;
    }
    const node = top.children[top.at++];
    if (nodeType(node) === TEXT) {
      const text = fold(textData(node).slice(0, units));
      if (text) parts.push(text);
      length += text.length;
      continue;
    }
    const inner = /** @type {Element} */ (node);
    if (isLeftOut(inner) || sightIn(inner, top.of) !== SEEN || holdsTyped(inner)) continue;
    stack.push({ children: readChildren(inner), at: 0, of: inner });
  }
  return fold(parts.join(" "));
}

/** Whether what an element shows is what users typed: fields, editable regions, chats. @param {Element} element */
function holdsTyped(element) {
  if (FIELD_TAGS.has(localName(element)) || isEditableRoot(element)) return true;
  const role = attr(element, "role");
  return role !== null && /^\s*(textbox|searchbox|log)\b/i.test(role);
}

const FIELD_TAGS = wordSet("input select textarea");
