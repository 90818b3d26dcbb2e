// Names from content: what an element shows, put together as it would be read out.

/** @param {Element} element @param {NameTrip} trip @returns {string} */
function textOfContent(element, trip) {
  if (trip.depth >= NAME_DEPTH) return visibleText(element, NAME_LIMIT);
  trip.depth++;
  const pseudo = mayHavePseudo(element);
  let text = pseudo ? pseudoText(element, "::before") : "";
  /** @type {NamePiece | null} */
  let previous = text ? { node: element, flow: element, control: false, separate: false } : null;
  for (const child of readChildren(element)) {
    if (trip.units > NAME_LIMIT) break;
    const piece = pieceOf(child, element, trip);
    if (!piece) continue;
    if (previous && text !== "" && !endsInSpace(text) && needsSpace(previous, piece)) text += " ";
    text += piece.text;
    trip.units += piece.text.length;
    if (piece.text !== "" || piece.breaks) previous = piece;
  }
  trip.depth--;
  return pseudo ? text + pseudoText(element, "::after") : text;
}

/** @param {string} text */
function endsInSpace(text) {
  const last = text.charCodeAt(text.length - 1);
  return last === 32 || last === 10 || last === 9 || last === 13 || last === 12;
}

/** @typedef {object} NamePiece
 * @property {Node} node
 * @property {Node} flow the block it stands in
 * @property {boolean} control
 * @property {boolean} separate its text came from an attribute, so it is a word of its own
 * @property {boolean} [breaks] it parts its neighbours even without a text
 * @property {string} [text] */

/** @param {NamePiece} previous @param {NamePiece} next */
function needsSpace(previous, next) {
  return previous.flow !== next.flow || previous.separate || next.separate || previous.control || next.control;
}

/** What a child gives to the name. @param {Node} child @param {Element} parent @param {NameTrip} trip
 * @returns {(NamePiece & {text: string}) | null} */
function pieceOf(child, parent, trip) {
  if (nodeType(child) === TEXT) return textPiece(child, parent, trip);
  const element = /** @type {Element} */ (child);
  if (trip.visited.has(element)) return null;
  if (localName(parent) !== "slot" && isBranch(element, parent)) return null;
  const tag = localName(element);
  if ((tag === "br" || tag === "wbr") && namespaceURI(element) === HTML_NS) return { node: child, flow: child, control: false, separate: true, breaks: true, text: "" };
  if ((NEVER_READ.has(tag) || tag === "rt") && namespaceURI(element) === HTML_NS) return null;
  if (tag === "math" && roleOf(element) === "math" && !hasAttr(element, "aria-label")) return null;
  if (overlayHosts.has(element)) return null;
  if (!trip.hidden) {
    if (isAriaHidden(element)) return null;
    const sight = sightIn(element, parent);
    if (sight !== SEEN) return sight === UNSEEN ? invisiblePiece(element, parent, trip) : null;
  }
  const display = trip.hidden ? "none" : keptStyle(element).display;
  const flow = display === "inline" || display.startsWith("ruby") ? parent : child;
  const blocksBefore = trip.blocks || 0;
  const found = alternativeOf(element, trip, true);
  const holdsBlock = (trip.blocks || 0) > blocksBefore;
  if (flow === child && !trip.hidden) trip.blocks = (trip.blocks || 0) + 1;
  const control = FORM_CONTROLS.has(roleOf(element));
  return { node: child, flow, control, separate: (found.from !== "content" && found.from !== "") || ownerOf(element) === parent || holdsBlock, breaks: flow !== parent, text: found.text };
}

/** The branch below a tree item, which is not part of its name. @param {Element} element @param {Element} parent */
function isBranch(element, parent) {
  if (attr(element, "role") !== "group") return false;
  let above = /** @type {Element | null} */ (parent);
  while (above && (roleOf(above) === "" || roleOf(above) === "none")) above = flatParent(above);
  return above !== null && roleOf(above) === "treeitem";
}

/** Text of a `visibility: hidden` element: only what is visible again inside. @param {Element} element @param {Element} parent
 * @param {NameTrip} trip @returns {(NamePiece & {text: string}) | null} */
function invisiblePiece(element, parent, trip) {
  let text = "";
  for (const child of readChildren(element)) {
    if (nodeType(child) === TEXT) continue;
    const piece = pieceOf(child, element, trip);
    if (piece) text += piece.text + " ";
  }
  return text === "" ? null : { node: element, flow: parent, control: false, separate: true, text };
}

/** @param {Node} node @param {Element} parent @param {NameTrip} trip @returns {(NamePiece & {text: string}) | null} */
function textPiece(node, parent, trip) {
  let text = textLength(node) > NAME_LIMIT ? textData(node).slice(0, NAME_LIMIT) : textData(node);
  if (!trip.hidden && /[^\s]/.test(text)) text = transformed(text, parent);
  return { node, flow: parent, control: false, separate: false, text };
}

/** The text as `text-transform` shows it. @param {string} text @param {Element} parent */
function transformed(text, parent) {
  const how = keptStyle(parent).textTransform;
  if (how === "none") return text;
  if (how.includes("uppercase")) return text.toLocaleUpperCase();
  if (how.includes("lowercase")) return text.toLocaleLowerCase();
  if (how.includes("capitalize")) return text.replace(/(^|[\s\p{P}])(\p{L})/gu, (_, before, letter) => before + letter.toLocaleUpperCase());
  return text;
}
