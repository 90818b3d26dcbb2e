// What the cells of a table say: their text, with what their fields hold in the place of labels and lists of options.

/** Roles of controls that hold a value of their own. */
const HOLDERS = new Set(["textbox", "searchbox", "combobox", "listbox", "slider", "spinbutton"]);
/** How many of a cell's fields are looked at. */
const FIELDS_TOLD = 6;

/**
 * What a cell says: its text and what its fields hold, else what its controls are, else what it is called.
 * @param {Element} cell
 */
function cellText(cell) {
  const holders = controlsWithin(cell, FIELDS_TOLD).filter((control) => HOLDERS.has(roleOf(control)));
  const text = holders.length ? textWithValues(cell, new Set(holders)) : shortText(cell, 400);
  if (text || holders.length) return text;
  const controls = controlsWithin(cell, 4);
  const states = controls.map((control) => toggleWord(control) || shownName(nameOf(control))).filter(Boolean);
  return clip(states.join(" \u00b7 "), 200) || shownName(nameOf(cell));
}

/** @param {Element} cell @param {Set<Element>} holders */
function textWithValues(cell, holders) {
  /** @type {string[]} */
  const parts = [];
  const labels = new Set([...holders].flatMap(labelsNear));
  /** @param {Element} element @param {boolean} label whether its text only says what a field is for */
  const gather = (element, label) => {
    for (const child of readChildren(element)) {
      if (nodeType(child) === TEXT) {
        if (!label) parts.push(fold(textData(child)));
        continue;
      }
      const inner = /** @type {Element} */ (child);
      if (holders.has(inner)) parts.push(valueWords(inner));
      else if (!isLeftOut(inner) && !isTypedInto(inner) && isShown(inner)) gather(inner, label || labels.has(inner));
    }
  };
  gather(cell, false);
  const told = parts.filter((part, at) => part !== "" && parts.indexOf(part) === at);
  return plainText(told.join(" "), 400);
}

/** The elements that label a field. @param {Element} field */
function labelsNear(field) {
  const own = /** @type {HTMLInputElement} */ (field).labels;
  const named = tokens(attr(field, "aria-labelledby")).map((id) => byIdNear(field, id));
  return [...(own ? Array.from(own) : []), ...named].filter((label) => label !== null && label !== undefined);
}

/** What a field holds, in words; nothing of a secret one. @param {Element} field */
function valueWords(field) {
  if (isSecretField(field)) return "";
  const value = valueOf(field);
  if (Array.isArray(value)) return value.join(", ");
  return value === undefined ? "" : fold(String(value));
}

/** @param {Element} control */
function toggleWord(control) {
  const checked = checkedOf(control);
  if (checked === undefined) return "";
  return checked === true ? "checked" : checked === false ? "unchecked" : "mixed";
}
