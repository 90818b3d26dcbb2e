// A control that is drawn from several parts, such as a field with its placeholder, its arrow and its chips: which parts belong to it,
// where it is pressed, and what it shows beside its field.

const CONTROL_PARTS = "input:not([type=hidden]), select, textarea, [role=combobox], [role=listbox], [role=textbox], [role=spinbutton], [role=checkbox], [role=radio], [role=switch], [role=slider], [contenteditable=''], [contenteditable=true]";
/** What holds several controls, and is none of them. */
const BOX_ENDS = "body, form, fieldset, main, section, article, dialog, ul, ol, li, table, tr, td, [role=dialog], [role=group], [role=radiogroup], [role=row], [role=gridcell], [role=list], [role=listitem], [role=toolbar]";
/** What does something of its own inside a control. */
const BOX_TOOLS = "a[href], button, input, select, textarea, svg, img, [role=button], [role=img], [role=link]";

/** Whether an element opens something to choose from; the browser's own selects do it themselves.
 * @param {Element} element */
function isChooser(element) {
  const tag = tagOf(element);
  if (tag === "select") return false;
  if (roleOf(element) === "combobox") return true;
  const opens = attr(element, "aria-haspopup");
  if (opens === "listbox" || opens === "tree") return true;
  return tag === "input" && /** @type {any} */ (element).readOnly && (hasAttr(element, "aria-expanded") || hasAttr(element, "aria-controls"));
}

/** Whether an element is there for assistive technology only: it, or what it stands in, is a dot. @param {Element} element */
function isClippedAway(element) {
  for (let node = /** @type {Element | null} */ (element), depth = 0; node && depth < 3; node = flatParent(node), depth++) {
    const box = rectOf(node);
    if (box.width <= 1 && box.height <= 1 && styleOf(node).display !== "contents") return true;
  }
  return false;
}

/** Controls in an element that are seen, without one and what belongs to it. @param {Element} around @param {Element} control */
function otherControls(around, control) {
  return [...queryAll(around, CONTROL_PARTS)].filter((e) => e !== control && !flatContains(control, e) && !flatContains(e, control) && attr(e, "aria-hidden") !== "true" && isShown(e) && areasOf(e).length > 0 && !isClippedAway(e) && !closest(e, LISTS));
}

/** The parts of the page around a control that are it alone, innermost first: as far as no other control and no label is in them.
 * @param {Element} control @returns {Element[]} */
function boxesOf(control) {
  const boxes = [];
  for (let node = flatParent(control); node && boxes.length < 6; node = flatParent(node)) {
    if (matches(node, BOX_ENDS) || rectOf(node).height > 200 || otherControls(node, control).length) break;
    if ([...queryAll(node, "label, legend")].some((label) => isShown(label) && !isClippedAway(label))) break;
    boxes.push(node);
  }
  return boxes;
}

/** Whether a press on `hit` is one on a chooser that it is drawn over or around: its placeholder, its frame, what it shows as chosen.
 * @param {Element} hit @param {Element} control */
function isDrawnFor(hit, control) {
  if (!isChooser(control)) return false;
  const box = boxesOf(control).pop();
  if (!box || !flatContains(box, hit)) return false;
  for (let node = /** @type {Element | null} */ (hit); node && node !== box && !flatContains(node, control); node = flatParent(node)) {
    if (matches(node, BOX_TOOLS)) return false;
  }
  return true;
}

/** What is drawn for a chooser whose own element cannot be seen. @param {Element} control @returns {Element | null} */
function drawnFor(control) {
  return boxesOf(control).find((box) => areasOf(box).some((area) => area.width >= 16 && area.height >= 8)) || null;
}

/** @param {Element} element */
const marksOf = (element) => `${attr(element, "class") || ""} ${elementId(element)}`;

/** Whether a part of a control only says what to do where nothing is chosen. Some libraries show the choice in the same element, and call
 * it transparent as long as there is none. @param {Element} element */
function isPlaceholder(element) {
  const marks = marksOf(element);
  return /placeholder/i.test(marks) && (/transparent|empty/i.test(marks) || !/selected/i.test(marks));
}

const NOT_SHOWN_AS_CHOSEN = "button, label, legend, svg, script, style, [role=button], [role=img], [role=status], [role=alert], [aria-live], [aria-hidden=true]";

/** What a combobox shows beside its empty field: the words of what is chosen there. @param {Element} control @returns {string[]} */
function shownBeside(control) {
  for (const box of boxesOf(control).slice(0, 3)) {
    const words = chosenWordsIn(box, control);
    if (words.length) return words;
  }
  return [];
}

/** @param {Element} box @param {Element} control */
function chosenWordsIn(box, control) {
  /** @type {string[]} */
  const words = [];
  const visit = (/** @type {Element} */ element) => {
    if (words.length > 20 || element === control || matches(element, NOT_SHOWN_AS_CHOSEN) || matches(element, LISTS) || matches(element, OPTIONS)) return;
    if (!isRendered(element) || isPlaceholder(element) || isClippedAway(element)) return;
    const children = flatChildren(element);
    const own = fold(children.filter((child) => nodeType(child) === TEXT).map(textData).join(" "));
    if (own && isShown(element)) words.push(own);
    for (const child of children) if (nodeType(child) === ELEMENT) visit(/** @type {Element} */ (child));
  };
  for (const child of flatChildren(box)) if (nodeType(child) === ELEMENT) visit(/** @type {Element} */ (child));
  return words;
}

/** What a combobox holds where its field is empty. @param {Element} element @param {string} role */
function comboboxWords(element, role) {
  if (role !== "combobox" || localName(element) !== "input" || inputValue(element) !== "") return "";
  return clip(shownBeside(element).join(", "), 200);
}
