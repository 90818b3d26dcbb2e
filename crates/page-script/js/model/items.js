// Composite controls as their items: lists, trees, tabs, menus, and the options of whatever offers a choice.

/**
 * @typedef {{ref: number, name: string, level?: number, expanded?: boolean, selected?: boolean, checked?: boolean | "mixed",
 *   text?: string, disabled?: boolean, opens?: boolean, value?: string, group?: string}} ItemFacts
 */

const ITEM_ROLES = /** @type {Record<string, Set<string>>} */ ({
  list: new Set(["listitem"]),
  feed: new Set(["article"]),
  tree: new Set(["treeitem"]),
  tablist: new Set(["tab"]),
  menu: new Set(["menuitem", "menuitemcheckbox", "menuitemradio"]),
  menubar: new Set(["menuitem", "menuitemcheckbox", "menuitemradio"]),
  radiogroup: new Set(["radio"]),
  listbox: new Set(["option"]),
  treeitem: new Set(["treeitem"]),
});
const ITEM_LIMIT = 300;

/**
 * The items of a composite in order. A tree's branches are entered; a list's items, a menu's submenus are not.
 * @param {Element} holder @param {Set<string>} wanted @param {boolean} enter @param {Element[]} found
 */
function collectItems(holder, wanted, enter, found) {
  for (const child of listedChildren(holder)) {
    if (found.length >= ITEM_LIMIT) break;
    const hit = wanted.has(roleOf(child));
    if (hit) found.push(child);
    if (!hit || enter) collectItems(child, wanted, enter, found);
  }
  return found;
}

/** @param {Element} holder */
function itemsOf(holder) {
  const role = roleOf(holder);
  const wanted = ITEM_ROLES[role] || ITEM_ROLES.list;
  return collectItems(holder, wanted, role === "tree" || role === "treeitem", []);
}

/** @param {Element} item */
function itemName(item) {
  return shownName(calledName(item, roleOf(item))) || shortText(item, 120);
}

/** @param {Element} element @param {string} name @returns {boolean | undefined} */
function flagAttr(element, name) {
  const raw = attr(element, name);
  return raw === "true" ? true : raw === "false" ? false : undefined;
}

/** How deep a treeitem stands: `aria-level`, else the treeitems round it. @param {Element} item @param {Element} top */
function itemLevel(item, top) {
  const given = countAttr(item, "aria-level");
  if (given !== undefined) return given;
  let level = 1;
  for (let at = flatParent(item); at && at !== top; at = flatParent(at)) if (roleOf(at) === "treeitem") level++;
  return level;
}

/** A step of indentation is wider than this. */
const INDENT = 6;

/**
 * The levels of tree items that stand flat beside each other and do not say theirs: they are told apart by their indentation.
 * @param {ItemFacts[]} facts @param {Element[]} items
 */
function levelled(facts, items) {
  const flat = facts.length > 1 && facts.every((one) => one.level === 1) && items.every((item) => countAttr(item, "aria-level") === undefined);
  if (!flat) return facts;
  const lefts = facts.map((_, at) => labelLeft(items[at]));
  /** @type {number[]} */
  const steps = [];
  for (const left of [...lefts].sort((a, b) => a - b)) if (!steps.length || left - steps[steps.length - 1] > INDENT) steps.push(left);
  return facts.map((one, at) => ({ ...one, level: steps.filter((step) => step <= lefts[at]).length }));
}

/** Where the label of an item begins. @param {Element} item */
const labelLeft = (item) => (labelBox(item) || rectOf(item)).left;

/** The box of the first text that an item shows. @param {Element} item @returns {DOMRect | null} */
function labelBox(item) {
  const walker = document.createTreeWalker(item, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (fold(textData(node)) === "") continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width > 0) return box;
  }
  return null;
}


/** @param {Element} item @param {Element} holder @returns {ItemFacts} */
function itemFacts(item, holder) {
  const role = roleOf(item);
  const popup = attr(item, "aria-haspopup");
  return {
    ref: refOf(item),
    name: itemName(item),
    text: role === "listitem" || role === "article" ? longerText(item) : undefined,
    level: role === "treeitem" ? itemLevel(item, holder) : undefined,
    expanded: flagAttr(item, "aria-expanded"),
    selected: role === "tab" || role === "treeitem" || role === "option" ? flagAttr(item, "aria-selected") : undefined,
    checked: checkedOf(item),
    disabled: isDisabled(item) || undefined,
    opens: (popup !== null && popup !== "false") || undefined,
  };
}

/** What a list item says, where that is more than its name. @param {Element} item */
function longerText(item) {
  const text = shortText(item, 240);
  return text === itemName(item) ? undefined : text;
}

/** @param {{ref: number, limit?: number, from?: number}} args */
api.items = (args) => {
  beginModel(args);
  const holder = elementOf(args.ref);
  const all = itemsOf(holder);
  const from = args.from || 0;
  const set = all.length ? countAttr(all[0], "aria-setsize") : undefined;
  const shown = all.slice(from, from + (args.limit || 100));
  return { count: all.length, total: Math.max(set || 0, all.length), items: shown.map((item) => itemFacts(item, holder)) };
};

/**
 * Where to press a tree item so that it is itself that is pressed: on its label, seen from its upper left corner.
 * @param {{ref: number}} args
 */
api.labelPoint = (args) => {
  const item = elementOf(args.ref);
  const outer = rectOf(item);
  const box = labelBox(item);
  return box && { x: box.left - outer.left + Math.min(box.width / 2, 20), y: box.top - outer.top + box.height / 2 };
};

const SWITCHES = /switch|toggl|caret|expand|arrow|chevron|twist|disclos|collaps/i;
const NO_SWITCH = /noop|leaf|invisible|hidden/i;
/** A sign to press is smaller than this. */
const SWITCH_SIZE = 48;

/**
 * What opens and closes a branch beside the keyboard: the sign before its label, else its first nameless button.
 * @param {Element} item @returns {Element | null}
 */
function switchOf(item) {
  let button = /** @type {Element | null} */ (null);
  /** @param {Element} part @returns {Element | null} */
  const look = (part) => {
    for (const child of readChildren(part)) {
      if (nodeType(child) !== ELEMENT) continue;
      const element = /** @type {Element} */ (child);
      const role = roleOf(element);
      if (role === "group" || role === "treeitem" || role === "checkbox" || !isShown(element)) continue;
      const box = rectOf(element);
      const small = box.width > 3 && box.height > 3 && box.width < SWITCH_SIZE && box.height < SWITCH_SIZE;
      const words = `${attr(element, "class") || ""} ${attr(element, "aria-label") || ""} ${attr(element, "data-testid") || ""}`;
      if (small && SWITCHES.test(words) && !NO_SWITCH.test(words)) return element;
      if (small && !button && role === "button" && shortText(element, 20) === "") button = element;
      const found = NO_SWITCH.test(words) && small ? null : look(element);
      if (found) return found;
    }
    return null;
  };
  return look(item) || button;
}

/** How a branch of a tree is opened. @param {{ref: number}} args */
api.treeSwitch = (args) => {
  beginModel(args);
  const item = elementOf(args.ref);
  const found = switchOf(item);
  return { ref: found ? refOf(found) : 0, keys: hasAttr(item, "tabindex") };
};

/** The options of a select, listbox, combobox or radio group. @param {{ref: number}} args */
api.options = (args) => {
  beginModel(args);
  const element = elementOf(args.ref);
  const options = optionsOf(element);
  if (!options) return { known: false, options: [] };
  return { known: true, options: options.slice(0, ITEM_LIMIT), count: options.length };
};

/** Null where the options are not in the page until the control is opened. @param {Element} element @returns {ItemFacts[] | null} */
function optionsOf(element) {
  if (element instanceof HTMLSelectElement) return selectOptions(element);
  if (element instanceof HTMLInputElement && element.list) return datalistOptions(element.list);
  const role = roleOf(element);
  if (role === "listbox" || role === "radiogroup") return itemsOf(element).map((item) => itemFacts(item, element));
  const popup = controlledPopup(element);
  if (!popup) return null;
  const items = itemsOf(popup);
  return items.length ? items.map((item) => itemFacts(item, popup)) : null;
}

/** @param {HTMLSelectElement} select @returns {ItemFacts[]} */
function selectOptions(select) {
  return Array.from(select.options).slice(0, ITEM_LIMIT).map((option) => {
    const group = option.parentElement instanceof HTMLOptGroupElement ? option.parentElement : null;
    return {
      ref: refOf(option),
      name: optionLabel(option),
      value: option.value === option.text ? undefined : clip(option.value, 200),
      selected: option.selected,
      disabled: option.disabled || (group !== null && group.disabled) || undefined,
      group: group ? fold(group.label) : undefined,
    };
  });
}

/** @param {HTMLElement} list @returns {ItemFacts[]} */
function datalistOptions(list) {
  const options = Array.from(queryAll(list, "option")).slice(0, ITEM_LIMIT);
  return options.map((option) => {
    const { value, label } = /** @type {HTMLOptionElement} */ (option);
    return { ref: refOf(option), name: plainText(label || value, 200), value: clip(value, 200) };
  });
}

/** What a combobox or menu button opens, while it is open. @param {Element} element @returns {Element | null} */
function controlledPopup(element) {
  for (const name of ["aria-controls", "aria-owns"]) {
    for (const id of tokens(attr(element, name))) {
      const popup = byIdNear(element, id);
      if (popup && ITEM_ROLES[roleOf(popup)] && isShown(popup)) return popup;
    }
  }
  return null;
}
