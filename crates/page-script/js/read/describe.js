// `describe`: everything about one element.

/** @param {{ref: number}} args */
api.describe = (args) => {
  const element = elementOf(args.ref);
  prepareRead({});
  const own = roleOf(element);
  const role = own === "" || own === "none" ? (isEditableRoot(element) ? "textbox" : reactsToClicks(element, false, styleOf(element)) ? "clickable" : "generic") : own;
  const states = statesFor(element, role);
  lateStates(element, role, states);
  const name = spokenName(element, role);
  const checked = checkedState(element, role);
  const box = rectOf(element);
  const secret = isSecretField(element);
  return {
    ref: args.ref,
    role,
    name: cleanText(name, NAME_LIMIT),
    description: descriptionOf(element, name) || undefined,
    states,
    tag: localName(element),
    inputType: localName(element) === "input" ? inputType(element) : undefined,
    takes: takesHint(element, role) || undefined,
    value: secret ? undefined : ownValue(element, role),
    secret,
    checked: checked === "true" ? true : checked === "false" ? false : undefined,
    expanded: expandedState(element, role),
    href: /** @type {any} */ (element).href ? String(/** @type {any} */ (element).href.baseVal ?? /** @type {any} */ (element).href) : undefined,
    text: CONTROLS.has(role) && TEXT_FIELDS.has(role) ? "" : cleanText(visibleText(element, 4000), 4000),
    level: levelOf(element, role),
    min: numberOf(element, "min", "aria-valuemin"),
    max: numberOf(element, "max", "aria-valuemax"),
    options: choicesOf(element),
    multiple: isMultiple(element, role),
    box: box.width || box.height ? [box.x, box.y, box.width, box.height] : undefined,
    visible: isShown(element) && box.width > 0 && box.height > 0,
    path: contextWords(element).reverse(),
  };
};

/** @param {Element} element @param {string} role */
function ownValue(element, role) {
  const tag = localName(element);
  if (tag === "input") return isTextLike(/** @type {any} */ (element)) || PICKED.has(inputType(element)) ? inputValue(element) : undefined;
  if (tag === "textarea") return /** @type {HTMLTextAreaElement} */ (element).value;
  if (tag === "select") return chosenLabels(/** @type {HTMLSelectElement} */ (element));
  if (TEXT_FIELDS.has(role) && isEditable(element)) return textContent(element).slice(0, 20000);
  return shownValue(element, role, true, true);
}

/** @param {Element} element @param {string} native @param {string} aria */
function numberOf(element, native, aria) {
  const value = parseFloat(attr(element, localName(element) === "input" ? native : aria) || "");
  return Number.isFinite(value) ? value : undefined;
}

/** @param {Element} element */
function choicesOf(element) {
  const tag = localName(element);
  const list = tag === "select" ? /** @type {HTMLSelectElement} */ (element).options : tag === "input" ? /** @type {HTMLInputElement} */ (element).list?.options : undefined;
  if (!list) return [];
  return Array.from(list)
    .slice(0, 500)
    .map((option) => ({ label: cleanText(option.label || option.text || option.value, 200), value: clip(option.value, 200), selected: option.selected && tag === "select", disabled: matches(option, ":disabled") }));
}
