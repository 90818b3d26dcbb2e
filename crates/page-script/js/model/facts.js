// Everything a control's node answers from, in one call: what it is called, what it holds, what it offers, where it stands.

const VALUE_ROLES = new Set(["textbox", "searchbox", "combobox", "listbox", "slider", "spinbutton", "progressbar", "meter", "scrollbar", "separator"]);
const ITEMS_TOLD = 200;
const CHOICE_ROLES = new Set(["combobox", "listbox", "radiogroup"]);
const ITEM_HOLDERS = new Set(["list", "feed", "tree", "treeitem", "tablist", "menu", "menubar"]);

/** @param {Element} element */
function controlFacts(element) {
  const role = meantRole(element);
  const box = rectOf(element);
  return {
    ref: refOf(element),
    role,
    name: shownName(calledName(element, role), 1000),
    states: statesOf(element),
    description: plainText(descriptionOf(element, nameOf(element)) || "", 400) || undefined,
    level: levelOf(element, role),
    tag: localName(element),
    text: shortText(element, 2000),
    box: [box.x, box.y, box.width, box.height].map(Math.round),
    where: surroundingsOf(element),
    ...valueFacts(element, role),
    ...linkFacts(element, role),
    ...contentFacts(element, role),
  };
}

/** @param {Element} element @param {string} role */
function valueFacts(element, role) {
  const secret = isSecretField(element);
  const holds = VALUE_ROLES.has(role) || isField(element);
  const range = role === "slider" || role === "spinbutton" || role === "progressbar" || role === "meter" || role === "separator" || role === "scrollbar";
  return {
    value: holds && !secret ? valueOf(element) : undefined,
    secret: secret ? String(valueOf(element) || "").length : undefined,
    valueText: plainText(attr(element, "aria-valuetext") || "", 200) || undefined,
    min: range ? limitOf(element, "min") : undefined,
    max: range ? limitOf(element, "max") : undefined,
    takes: takesHint(element, role) || undefined,
    placeholder: placeholderOf(element) || undefined,
    checked: checkedOf(element),
    expanded: expandedOf(element),
    selected: selectedOf(element),
    pressed: pressedOf(element),
    disabled: isDisabled(element) || undefined,
    ...choiceFacts(element, role),
  };
}

/** @param {Element} element @param {string} role */
function choiceFacts(element, role) {
  if (!CHOICE_ROLES.has(role) && !(element instanceof HTMLSelectElement)) return {};
  const options = optionsOf(element);
  if (!options) return { choices: undefined };
  return { choices: options.slice(0, 100), choiceCount: options.length, multiple: takesSeveral(element) };
}

/** @param {Element} element */
function takesSeveral(element) {
  return element instanceof HTMLSelectElement ? element.multiple : attr(element, "aria-multiselectable") === "true";
}

/** @param {Element} element @param {string} role */
function linkFacts(element, role) {
  if (element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement) return { href: clip(element.href, 2000) };
  if (element instanceof SVGAElement) return { href: clip(element.href.baseVal, 2000) };
  if (element instanceof HTMLImageElement) return { src: clip(element.currentSrc || element.src, 2000), alt: plainText(element.alt, 400) };
  if (isFrameElement(element)) return { src: clip(/** @type {HTMLIFrameElement} */ (element).src || "", 2000), frame: true };
  return role === "link" ? { href: clip(attr(element, "href") || attr(element, "data-href") || "", 2000) || undefined } : {};
}

/** @param {Element} element @param {string} role */
function contentFacts(element, role) {
  if (TABLES.has(role)) {
    const model = tableModel(element);
    return { table: { columns: model.columns, ...tableExtent(model) } };
  }
  if (ITEM_HOLDERS.has(role)) {
    const items = itemsOf(element);
    return { itemCount: items.length, items: levelled(items.slice(0, ITEMS_TOLD).map((item) => itemFacts(item, element)), items) };
  }
  if (role === "form") return { fields: collectFields(element, []).slice(0, 100).map(fieldFacts) };
  if (role === "dialog" || role === "alertdialog") {
    return { buttons: buttonsWithin(element).slice(0, 20).map((button) => shownName(nameOf(button))) };
  }
  if (role === "row") return rowOwnFacts(element);
  if (CELLS.has(role)) return { value: cellText(element) };
  return {};
}

/** The columns a row's cells stand under. @param {Element} row */
function rowOwnFacts(row) {
  for (let at = flatParent(row); at; at = flatParent(at)) {
    if (!TABLES.has(roleOf(at))) continue;
    const model = tableModel(at);
    const found = model.rows.find((one) => one.element === row);
    return found ? { row: tableRowFacts(model, found), selected: rowSelected(model, row) } : {};
  }
  return {};
}

/** @param {Element} element @param {"min" | "max"} end */
function limitOf(element, end) {
  const raw = attr(element, end) || attr(element, `aria-value${end}`);
  if (raw === null) return roleOf(element) === "slider" ? (end === "min" ? 0 : 100) : undefined;
  const number = Number(raw);
  return Number.isFinite(number) ? number : undefined;
}

/** @param {Element} element @returns {boolean | "mixed" | undefined} */
function checkedOf(element) {
  if (element instanceof HTMLInputElement && (inputType(element) === "checkbox" || inputType(element) === "radio")) {
    return element.indeterminate ? "mixed" : element.checked;
  }
  const raw = attr(element, "aria-checked");
  const takes = ["checkbox", "switch", "radio", "menuitemcheckbox", "menuitemradio"].includes(roleOf(element));
  if (raw === null) return takes ? false : undefined;
  return raw === "mixed" ? "mixed" : raw === "true" ? true : raw === "false" ? false : undefined;
}

/** @param {Element} element @returns {boolean | undefined} */
function expandedOf(element) {
  const stated = flagAttr(element, "aria-expanded");
  if (stated !== undefined) return stated;
  if (element instanceof HTMLDetailsElement) return element.open;
  const parent = localName(element) === "summary" ? flatParent(element) : null;
  return parent instanceof HTMLDetailsElement ? parent.open : undefined;
}

/** @param {Element} element @returns {boolean | undefined} */
function selectedOf(element) {
  if (element instanceof HTMLOptionElement) return element.selected;
  return flagAttr(element, "aria-selected");
}

/** @param {Element} element @returns {boolean | "mixed" | undefined} */
function pressedOf(element) {
  const raw = attr(element, "aria-pressed");
  return raw === "mixed" ? "mixed" : raw === null ? undefined : raw === "true";
}

/** What a control holds, as a user would read it back. @param {Element} element @returns {string | number | string[] | undefined} */
function valueOf(element) {
  if (element instanceof HTMLSelectElement) {
    const chosen = Array.from(element.selectedOptions).map(optionLabel);
    return element.multiple ? chosen.slice(0, 50) : chosen[0] || "";
  }
  if (element instanceof HTMLInputElement) return comboboxWords(element, roleOf(element)) || inputHolds(element);
  if (element instanceof HTMLTextAreaElement) return ownText(element.value, 20000);
  if (element instanceof HTMLProgressElement || element instanceof HTMLMeterElement) return element.value;
  const now = attr(element, "aria-valuenow");
  if (now !== null && Number.isFinite(Number(now))) return Number(now);
  if (element instanceof HTMLElement && element.isContentEditable) return ownText(element.innerText, 20000);
  const role = roleOf(element);
  if (role === "listbox" || role === "radiogroup") return chosenItems(element);
  return VALUE_ROLES.has(role) ? comboText(element) : undefined;
}

/** @param {HTMLInputElement} input */
function inputHolds(input) {
  const type = inputType(input);
  if (type === "range" || type === "number") return input.value === "" ? "" : Number.isNaN(input.valueAsNumber) ? input.value : input.valueAsNumber;
  if (type === "checkbox" || type === "radio") return undefined;
  if (type === "file") return Array.from(input.files || []).map((file) => file.name);
  return ownText(input.value, 20000);
}

/** @param {Element} holder */
function chosenItems(holder) {
  const chosen = itemsOf(holder).filter((item) => selectedOf(item) === true || checkedOf(item) === true).map(itemName);
  return takesSeveral(holder) ? chosen : chosen[0] || "";
}

/** What a combobox that is no input shows: the text in it, or of the field inside it. @param {Element} element */
function comboText(element) {
  const inner = queryAll(element, "input, textarea")[0];
  if (inner instanceof HTMLInputElement && !isSecretField(inner)) return ownText(inner.value, 20000);
  if (inner instanceof HTMLTextAreaElement) return ownText(inner.value, 20000);
  return shortText(element, 2000);
}

/** @param {{ref: number}} args */
api.facts = (args) => {
  beginModel(args);
  return controlFacts(elementOf(args.ref));
};
