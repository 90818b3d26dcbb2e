// States of an element, in the order an outline prints them.

/** @param {Element} element @param {string} name @returns {boolean | undefined} */
function ariaFlag(element, name) {
  const value = ariaOf(element, name);
  if (value === null) return undefined;
  const word = value.trim().toLowerCase();
  return word === "" || word === "undefined" ? undefined : word !== "false";
}

/** `true`, `false` or `mixed`; undefined where nothing can be checked. @param {Element} element @param {string} role */
function checkedState(element, role) {
  const rarely = role === "option" || role === "treeitem";
  if (!CHECKABLE.has(role) && !rarely) return undefined;
  if (isCheckInput(element)) {
    const input = /** @type {HTMLInputElement} */ (element);
    return input.indeterminate && inputType(input) === "checkbox" ? "mixed" : input.checked ? "true" : "false";
  }
  const value = ariaOf(element, "aria-checked");
  if (rarely && value === null) return undefined;
  if (value === "mixed") return role === "switch" || role === "radio" || role === "menuitemradio" ? "false" : "mixed";
  return ariaFlag(element, "aria-checked") ? "true" : "false";
}

/** @param {Element} element */
function isCheckInput(element) {
  if (localName(element) !== "input") return false;
  const type = inputType(element);
  return type === "checkbox" || type === "radio";
}

/** @param {Element} element @param {string} role @returns {boolean | undefined} */
function selectedState(element, role) {
  if (!SELECTABLE.has(role)) return undefined;
  if (localName(element) === "option" && namespaceURI(element) === HTML_NS) return /** @type {HTMLOptionElement} */ (element).selected;
  return ariaFlag(element, "aria-selected");
}

/** @param {Element} element @param {string} role @returns {boolean | undefined} */
function expandedState(element, role) {
  if (role === "summary") {
    const details = parentNode(element);
    return details && nodeType(details) === ELEMENT && localName(details) === "details" ? hasAttr(details, "open") : undefined;
  }
  if (!EXPANDABLE.has(role)) return undefined;
  const given = ariaFlag(element, "aria-expanded");
  if (given !== undefined) return given;
  if (isSummary(element)) return hasAttr(/** @type {Element} */ (parentNode(element)), "open");
  const opens = popoverOf(/** @type {any} */ (element));
  return opens instanceof Element ? matches(opens, ":popover-open") : undefined;
}

/** The popover a button opens, by either of the two ways to say so. @param {any} element */
function popoverOf(element) {
  if (element.popoverTargetElement) return element.popoverTargetElement;
  return /-popover$/i.test(attr(element, "command") || "") ? element.commandForElement : null;
}

/** Whether it, or for what takes focus an ancestor, is disabled. @param {Element} element */
function isDisabled(element) {
  if (namespaceURI(element) === HTML_NS && DISABLEABLE.has(localName(element))) {
    if (matches(element, ":disabled")) return true;
    if (localName(element) === "option" && isDisabledByParent(element)) return true;
  }
  const own = ariaFlag(element, "aria-disabled");
  if (own === true) return true;
  if (own === false || !pageUses("[aria-disabled]") || !isFocusable(element)) return false;
  for (let at = flatParent(element); at; at = flatParent(at)) {
    const value = attr(at, "aria-disabled");
    if (value === "true") return true;
    if (value === "false") return false;
  }
  return false;
}

const DISABLEABLE = wordSet("button input select textarea option");

/** @param {Element} option */
function isDisabledByParent(option) {
  const select = closest(option, "select");
  return select !== null && matches(select, ":disabled");
}

/** @param {Element} element @param {string} role */
function isRequired(element, role) {
  if (!REQUIRABLE.has(role)) return false;
  const tag = localName(element);
  if (namespaceURI(element) === HTML_NS && (tag === "input" || tag === "select" || tag === "textarea")) {
    if (hasAttr(element, "required") && matches(element, ":required")) return true;
  }
  return ariaFlag(element, "aria-required") === true;
}

/** @param {Element} element @param {string} role */
function isReadonly(element, role) {
  if (!READONLY_ABLE.has(role)) return false;
  const given = ariaFlag(element, "aria-readonly");
  const tag = localName(element);
  if (tag === "input" || tag === "textarea") {
    const type = tag === "input" ? inputType(element) : "text";
    if (READONLY_TYPES.has(type) && hasAttr(element, "readonly")) return true;
  }
  if (given === undefined && (role === "gridcell" || role === "rowheader")) {
    const grid = closestElement(element, TABLES);
    return grid !== null && attr(grid, "aria-readonly") === "true";
  }
  return given === true;
}

/** The nearest ancestor with one of these roles. @param {Element} element @param {Set<string>} roles */
function closestElement(element, roles) {
  for (let at = flatParent(element); at; at = flatParent(at)) if (roles.has(roleOf(at))) return at;
  return null;
}

const READONLY_TYPES = wordSet("text search url tel email password date month week time datetime-local number");

/** @param {Element} element @param {string} role */
function isInvalid(element, role) {
  const given = (ariaOf(element, "aria-invalid") || "").trim().toLowerCase();
  if (given !== "") return given !== "false" && given !== "undefined";
  const tag = localName(element);
  if (namespaceURI(element) !== HTML_NS || !(tag === "input" || tag === "select" || tag === "textarea")) return false;
  if (!matches(element, ":invalid")) return false;
  if (tag === "select" || (tag === "input" && inputType(element) === "checkbox")) return true;
  return !(/** @type {any} */ (element).validity?.valueMissing);
}

/** Whether a field holds nothing. @param {Element} element @param {string} role */
function isEmpty(element, role) {
  const tag = localName(element);
  if (namespaceURI(element) === HTML_NS) {
    if (tag === "input") return isTextLike(element) && inputValue(element) === "" && !hasBadInput(element) && comboboxWords(element, role) === "";
    if (tag === "textarea") return /** @type {HTMLTextAreaElement} */ (element).value === "";
    if (tag === "select") return false;
  }
  if (role !== "textbox" && role !== "searchbox" && !(role === "combobox" && isEditable(element))) return false;
  return fold(textContent(element).slice(0, 200)) === "" && firstWithTag(element, "img") === null;
}

/** @param {Element} element */
const hasBadInput = (element) => /** @type {any} */ (element).validity?.badInput === true;
/** @param {Element} element @param {string} tag */
const firstWithTag = (element, tag) => protoQuery.call(element, tag);
const protoQuery = Element.prototype.querySelector;

const NOT_TEXT = wordSet("button checkbox color hidden image radio range reset submit");
/** @param {Element} input */
const isTextLike = (input) => !NOT_TEXT.has(inputType(input));

/** What a press opens. @param {Element} element @param {string} role */
function opensWhat(element, role) {
  const value = (ariaOf(element, "aria-haspopup") || "").trim().toLowerCase();
  if (value === "" || value === "false") return "";
  if (value === "true") return "menu";
  return OPENABLE.has(value) ? value : "";
}

const OPENABLE = wordSet("menu listbox tree grid dialog");

/** @param {Element} element @returns {string[]} */
function statesOf(element) {
  return statesFor(element, roleOf(element));
}

/** @param {Element} element @param {string} role @returns {string[]} */
function statesFor(element, role) {
  /** @type {string[]} */
  const states = [];
  const checked = checkedState(element, role);
  if (role === "switch") states.push(checked === "true" ? "on" : "off");
  else if (checked !== undefined) states.push(checked === "true" ? "checked" : checked === "mixed" ? "mixed" : "unchecked");
  if (selectedState(element, role) === true) states.push("selected");
  const current = attr(element, "aria-current");
  if (current && current !== "false") states.push("current");
  const pressed = role === "button" && !isCheckInput(element) ? ariaOf(element, "aria-pressed") : null;
  if (pressed === "mixed") states.push("pressed mixed");
  else if (pressed !== null && ariaFlag(element, "aria-pressed")) states.push("pressed");
  const expanded = expandedState(element, role);
  if (expanded !== undefined) states.push(expanded ? "expanded" : "collapsed");
  const opens = opensWhat(element, role);
  if (opens) states.push("opens " + opens);
  if (isDisabled(element)) states.push("disabled");
  if (isRequired(element, role)) states.push("required");
  if (isEmpty(element, role)) states.push("empty");
  if (isInvalid(element, role)) states.push("invalid");
  return states;
}

/** States that stand after `offscreen`. @param {Element} element @param {string} role @param {string[]} states */
function lateStates(element, role, states) {
  if (isReadonly(element, role)) states.push("readonly");
  if (element === focusNow) states.push("focused");
  if (element === activeNow) states.push("active");
  if (ariaFlag(element, "aria-busy")) states.push("busy");
  if (isMultiple(element, role)) states.push("multiple");
}

/** @param {Element} element @param {string} role */
function isMultiple(element, role) {
  if (localName(element) === "select") return role !== "combobox" && /** @type {HTMLSelectElement} */ (element).multiple;
  return ariaOf(element, "aria-multiselectable") === "true" && MULTI_ABLE.has(role);
}

const MULTI_ABLE = wordSet("grid listbox tablist tree treegrid");

/** The element that has the focus, in this read. @type {Element | null} */
let focusNow = null;

/** What the focused element says is active in it, in this read. @type {Element | null} */
let activeNow = null;

/** The focused element, inside shadow roots too; never the body. */
function findFocused() {
  activeNow = null;
  /** @type {Element | null} */
  let active = activeElementOf(document);
  for (let steps = 0; active && steps < 50; steps++) {
    const root = shadowOf(active);
    const inner = root && root.activeElement;
    if (!inner) break;
    active = inner;
  }
  const tag = active && localName(active);
  if (!active || active === bodyOf(document) || tag === "html" || tag === "iframe" || tag === "frame") return null;
  const descendant = attr(active, "aria-activedescendant");
  if (descendant) activeNow = byIdNear(active, descendant);
  return active;
}

/** The level of a row, tree item or heading, where it has one. @param {Element} element @param {string} role */
function levelOf(element, role) {
  if (role === "heading") return headingLevel(element);
  if (role !== "row" && role !== "treeitem") return undefined;
  const given = parseInt(ariaOf(element, "aria-level") || "", 10);
  if (given >= 1) return given;
  if (role === "row") return undefined;
  let level = 1;
  for (let at = ownerOf(element) || flatParent(element); at; at = ownerOf(at) || flatParent(at)) {
    const above = roleOf(at);
    if (above === "treeitem") level++;
    else if (above === "tree") break;
  }
  return level;
}
