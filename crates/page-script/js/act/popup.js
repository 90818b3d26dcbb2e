// What a control opens to choose from. Only that is its popup which it names, which stands in it, or which has come since it was pressed:
// lists that stood on the page before belong to others.

const LISTS = "[role=listbox], [role=menu], [role=tree], [role=grid], [role=radiogroup], [role=dialog] [role=listbox]";
const OPTIONS = "[role=option], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=treeitem], [role=radio], option";
/** Roles that are lists themselves and need not be opened. */
const STANDING_LISTS = new Set(["listbox", "menu", "radiogroup", "tree"]);

/** Whether a control is the list itself, and need not be opened. @param {Element} control */
const isStandingList = (control) => STANDING_LISTS.has(roleOf(control)) && shownOptions(control).length > 0;

/** What could be seen before the control was pressed. @type {WeakSet<Element>} */
let drawnBefore = new WeakSet();

/** @param {Element} element */
const isDrawn = (element) => isShown(element) && areasOf(element).length > 0;

function noteDrawn() {
  drawnBefore = new WeakSet(pierce("*").filter(isDrawn));
}

/** Elements of the flat tree inside one that match, without those inside others. @param {Element} top @param {string} selector */
function flatQuery(top, selector) {
  /** @type {Element[]} */
  const found = [];
  const visit = (/** @type {Element} */ element) => {
    for (const child of flatChildren(element)) {
      if (nodeType(child) !== ELEMENT) continue;
      const inner = /** @type {Element} */ (child);
      if (matches(inner, selector)) found.push(inner);
      else visit(inner);
    }
  };
  visit(top);
  return found;
}

/** Options that are drawn: those with a role, in the list or slotted into it. Where a list for assistive technology has none that can be
 * seen, they are the things with a text in the popup around it. @param {Element} list @returns {Element[]} */
function shownOptions(list) {
  const inside = [...queryAll(list, OPTIONS)].filter(isDrawn);
  const found = inside.length ? inside : flatQuery(list, OPTIONS).filter(isDrawn);
  return found.length || matches(list, LISTS) ? found : drawnItems(list);
}

/** Things with a text of their own, each with all that is drawn around that text alone. @param {Element} top @returns {Element[]} */
function drawnItems(top) {
  /** @type {Element[]} */
  const items = [];
  const visit = (/** @type {Element} */ element) => {
    if (items.length > 500 || matches(element, "script, style, [aria-live], input, textarea, " + LISTS)) return;
    const children = flatChildren(element);
    const own = children.some((child) => nodeType(child) === TEXT && fold(textData(child)) !== "");
    if (own && isDrawn(element)) items.push(wholeItem(element, top));
    else for (const child of children) if (nodeType(child) === ELEMENT) visit(/** @type {Element} */ (child));
  };
  visit(top);
  return items;
}

/** @param {Element} part @param {Element} top */
function wholeItem(part, top) {
  const text = fold(textContent(part));
  let item = part;
  for (let node = flatParent(part); node && node !== top && fold(textContent(node)) === text; node = flatParent(node)) {
    if (childElementCount(node) > 0 && [...queryAll(node, "*")].some((e) => e !== item && flatContains(item, e) === false && flatContains(e, item) === false && fold(textContent(e)) !== "")) break;
    if (rectOf(node).height > rectOf(item).height * 3) break;
    item = node;
  }
  return item;
}

/** The popups that a control, or what is drawn for it, names. @param {Element} control @returns {Element[]} */
function namedPopups(control) {
  const box = boxesOf(control).pop();
  const owners = new Set([control, ...queryAll(control, "[aria-controls], [aria-owns]"), ...(box ? queryAll(box, "[aria-controls], [aria-owns]") : [])]);
  for (let node = flatParent(control), depth = 0; node && depth < 6; node = flatParent(node), depth++) if (roleOf(node) === "combobox") owners.add(node);
  /** @type {Set<Element>} */
  const named = new Set();
  for (const owner of owners) {
    for (const id of [...tokens(attr(owner, "aria-controls")), ...tokens(attr(owner, "aria-owns"))]) {
      const popup = byIdNear(owner, id);
      if (popup && isShown(popup) && !flatContains(popup, control)) named.add(popup);
    }
    const active = attr(owner, "aria-activedescendant");
    const option = active && byIdNear(owner, active);
    const list = option && isShown(option) ? flatClosest(option, LISTS) || flatParent(option) : null;
    if (list && !flatContains(list, control)) named.add(list);
  }
  return [...named];
}

/** @param {Element} element @param {string} selector */
function flatClosest(element, selector) {
  for (let node = /** @type {Element | null} */ (element); node; node = flatParent(node)) if (matches(node, selector)) return node;
  return null;
}

/** The list in a popup; around one whose options cannot be seen, the popup that draws them. @param {Element} popup @param {Element} control */
function listIn(popup, control) {
  if (shownOptions(popup).length) {
    const lists = matches(popup, LISTS) ? [popup] : flatQuery(popup, LISTS).filter((list) => shownOptions(list).length > 0);
    return lists.length === 1 ? lists[0] : popup;
  }
  if (isDrawn(popup) || !matches(popup, LISTS)) return null;
  for (let node = flatParent(popup), depth = 0; node && depth < 4; node = flatParent(node), depth++) {
    if (node === bodyOf(document) || flatContains(node, control)) return null;
    if (isDrawn(node) && shownOptions(node).length) return node;
  }
  return null;
}

/** Whether a control is said to be closed. One that says nothing may be open. @param {Element} control */
function saysExpanded(control) {
  const own = attr(control, "aria-expanded");
  if (own !== null) return own === "true";
  const box = boxesOf(control).pop();
  const other = box && [box, ...queryAll(box, "[aria-expanded]")].find((e) => hasAttr(e, "aria-expanded"));
  return other ? attr(other, "aria-expanded") === "true" : null;
}

/** The open list of a combobox or menu button: the one it names, one that stands in it, or one that has come since it was pressed.
 * @param {Element} control @returns {Element | null} */
function openListOf(control) {
  const closed = saysExpanded(control) === false;
  for (const popup of namedPopups(control)) {
    // What is still drawn of a popup that was closed is on its way out.
    const list = closed && drawnBefore.has(popup) ? null : listIn(popup, control);
    if (list && !(closed && drawnBefore.has(list))) return list;
  }
  const seen = pierce(LISTS).filter((list) => isShown(list) && shownOptions(list).some(isDrawn));
  const outside = seen.filter((list) => !seen.some((other) => other !== list && flatContains(other, list)));
  const own = outside.find((list) => flatContains(control, list));
  if (own && !(closed && drawnBefore.has(own))) return own;
  const fresh = outside.filter((list) => !drawnBefore.has(list) && !flatContains(list, control));
  if (fresh.length) return together(fresh);
  return closed ? null : freshPopup(control);
}

/** Several lists that came in one popup are one; of several popups the last is meant. @param {Element[]} lists */
function together(lists) {
  const last = lists[lists.length - 1];
  const popup = freshRoot(last);
  return popup !== last && lists.filter((list) => flatContains(popup, list)).length > 1 ? popup : last;
}

/** The outermost element around one that was not drawn before. @param {Element} element */
function freshRoot(element) {
  let root = element;
  for (let node = flatParent(element); node && node !== bodyOf(document) && !drawnBefore.has(node); node = flatParent(node)) if (isDrawn(node)) root = node;
  return root;
}

/** A popup without any roles that came with the press: beside the control, with several things in it that can be pressed.
 * @param {Element} control @returns {Element | null} */
function freshPopup(control) {
  if (!isChooser(control)) return null;
  const near = rectOf(boxesOf(control)[0] || control);
  const roots = new Set(pierce("li, [title], div, span, a").filter((e) => !drawnBefore.has(e) && isDrawn(e)).map(freshRoot));
  for (const root of [...roots].reverse()) {
    const box = rectOf(root);
    const beside = box.left < near.right + 40 && box.right > near.left - 40 && box.top < near.bottom + 400 && box.bottom > near.top - 400;
    if (!beside || flatContains(root, control)) continue;
    const items = drawnItems(root);
    if (items.length > 1 && items.every((item) => matches(item, "li, a") || styleOf(item).cursor === "pointer")) return root;
  }
  return null;
}

/** Whether a popup only says that its options are on their way. @param {Element} popup */
function isLoading(popup) {
  for (let node = /** @type {Element | null} */ (popup), depth = 0; node && depth < 2; node = flatParent(node), depth++) if (attr(node, "aria-busy") === "true") return true;
  const text = fold(textContent(popup)).slice(0, 200);
  return /^(loading|searching|fetching|please wait)\b/i.test(text) || (text.length < 60 && /(\u2026|\.\.\.)$/.test(text));
}

/** The field that narrows a list down while it is typed into: the control's own, else one that came with the list.
 * @param {Element} control @param {Element | null} list @returns {Element | null} */
function filterOf(control, list) {
  const own = fieldKind(control) ? control : innerFields(control)[0];
  if (own && narrows(own)) return own;
  const focused = focusedElement();
  if (focused && focused !== control && narrows(focused) && !drawnBefore.has(focused)) return focused;
  for (let node = list && flatParent(list), depth = 0; node && depth < 4 && !flatContains(node, control); node = flatParent(node), depth++) {
    const field = [...queryAll(node, "input, [role=searchbox]")].find((e) => narrows(e) && !drawnBefore.has(e));
    if (field) return field;
  }
  return null;
}

/** @param {Element} field */
function narrows(field) {
  const kind = fieldKind(field);
  if ((kind !== "text" && kind !== "rich") || isSecretField(field) || !isDrawn(field)) return false;
  return !(/** @type {any} */ (field).readOnly) && attr(field, "aria-readonly") !== "true" && attr(field, "inputmode") !== "none" && whyDisabled(field) === "";
}
