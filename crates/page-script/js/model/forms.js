// Forms as their fields, and dialogs as what their buttons mean.

const FIELD_ROLES = new Set([
  "textbox", "searchbox", "combobox", "listbox", "checkbox", "switch", "radio", "slider", "spinbutton", "radiogroup",
]);

/** Fields of a form in order; a group of radios counts once. @param {Element} form @param {Element[]} found */
function collectFields(form, found) {
  for (const child of listedChildren(form)) {
    if (found.length >= ITEM_LIMIT) break;
    if (isField(child) || (nameOf(child) && radiosOf(child).length)) found.push(child);
    else collectFields(child, found);
  }
  return found;
}

/** @param {Element} element */
function isField(element) {
  if (FIELD_ROLES.has(roleOf(element))) return true;
  if (!(element instanceof HTMLInputElement)) return false;
  return !["hidden", "submit", "reset", "button", "image"].includes(inputType(element));
}

/** The radios of a group that holds no other fields. @param {Element} group @returns {Element[]} */
function radiosOf(group) {
  if (roleOf(group) !== "group") return [];
  const controls = controlsWithin(group, 60).filter(isField);
  return controls.length && controls.every((control) => roleOf(control) === "radio") ? controls : [];
}

/** @param {Element} group @param {Element[]} radios */
function radioFacts(group, radios) {
  const chosen = radios.find((radio) => checkedOf(radio) === true);
  return {
    ref: refOf(radios[0]),
    role: "radiogroup",
    name: shownName(nameOf(group)),
    field: attr(radios[0], "name") || undefined,
    value: chosen ? shownName(nameOf(chosen)) : "",
    states: statesOf(group),
    options: radios.map((radio) => shownName(nameOf(radio))),
    radios: radios.map((radio) => ({ ref: refOf(radio), name: shownName(nameOf(radio)) })),
  };
}

/** @param {Element} field */
function fieldFacts(field) {
  const role = roleOf(field);
  const radios = role === "radiogroup" ? itemsOf(field) : radiosOf(field);
  if (radios.length) return radioFacts(field, radios);
  return {
    ref: refOf(field),
    role,
    name: shownName(nameOf(field)) || placeholderOf(field) || fold(attr(field, "name") || ""),
    field: attr(field, "name") || undefined,
    placeholder: placeholderOf(field) || undefined,
    value: isSecretField(field) ? undefined : valueOf(field),
    checked: checkedOf(field),
    states: statesOf(field),
    options: role === "combobox" || role === "listbox" || role === "radiogroup" ? optionNames(field) : undefined,
    takes: takesHint(field, role) || undefined,
  };
}

/** @param {Element} field */
function optionNames(field) {
  const options = optionsOf(field);
  return options ? options.slice(0, 12).map((option) => option.name) : undefined;
}

/** @param {Element} element */
function placeholderOf(element) {
  return plainText(attr(element, "placeholder") || attr(element, "aria-placeholder") || "", 120);
}

/** @param {{ref?: number}} args */
api.fields = (args) => {
  beginModel(args);
  const scope = args.ref ? elementOf(args.ref) : rootElementOf(document);
  return { fields: collectFields(scope, []).map(fieldFacts) };
};

/** The button that submits a form: the one a browser would press for Enter, else the one whose words say so. @param {{ref: number}} args */
api.submitButton = (args) => {
  beginModel(args);
  const form = elementOf(args.ref);
  const owner = form instanceof HTMLFormElement ? form : closest(form, "form") || queryAll(form, "form")[0] || null;
  if (owner) {
    const native = Array.from(queryAll(owner, "button, input[type=submit], input[type=image]"));
    const first = native.find((button) => /** @type {HTMLButtonElement} */ (button).type !== "button" && /** @type {HTMLButtonElement} */ (button).type !== "reset" && isShown(button) && closest(button, "form") === owner);
    if (first) return { ref: refOf(first), name: nameOf(first) };
  }
  const { accept } = sortButtons(buttonsWithin(form));
  return accept.length === 1 ? { ref: refOf(accept[0]), name: nameOf(accept[0]) } : null;
};

const CANCEL_WORDS =
  /^(cancel|no|close|dismiss|not now|later|maybe later|no thanks?|no,? thank you|abort|back|go back|discard|decline|reject( all)?|deny|keep( it| editing)?|skip|x|\u00d7|\u2715|\u2716|\u2573|abbrechen|nein|schlie\u00dfen|annuler|non|fermer|cancelar|cerrar|annulla|chiudi|annuleren|sluiten|fechar|n\u00e3o)\b/i;
const CANCEL_MARKS = /^[\u00d7\u2715\u2716\u2573xX]$/;
const ACCEPT_WORDS =
  /^(ok(ay)?|yes|confirm|save|submit|apply|continue|done|accept( all)?|agree|i agree|allow( all)?|got it|understood|delete|remove|create|add|send|proceed|update|next|finish|pay|buy|sign in|log in|publish|rename|move|copy|upload|import|export|archive|restore|best\u00e4tigen|ja|speichern|l\u00f6schen|weiter|oui|valider|confirmer|enregistrer|s\u00ed|aceptar|guardar|conferma|salva|akkoord|opslaan|sim|salvar)(?=$|[\s,.!])/i;

/** @param {Element} scope */
function buttonsWithin(scope) {
  /** @type {Element[]} */
  const found = [];
  walkListed(scope, (element, role) => {
    if (found.length >= 60) return false;
    if (role === "button" && attr(element, "aria-haspopup") === null) found.push(element);
    return true;
  });
  return found;
}

/** @param {Element[]} buttons */
function sortButtons(buttons) {
  /** @type {Element[]} */
  const cancel = [];
  /** @type {Element[]} */
  const accept = [];
  /** @type {Element[]} */
  const other = [];
  for (const button of buttons) {
    const name = nameOf(button);
    if (CANCEL_MARKS.test(name) || CANCEL_WORDS.test(name)) cancel.push(button);
    else if (ACCEPT_WORDS.test(name)) accept.push(button);
    else other.push(button);
  }
  return { accept, cancel, other };
}

/**
 * The buttons by which a dialog is accepted or cancelled. Words first; a form's submit button, or a single button that
 * is left over, settles what words do not.
 * @param {{ref: number, want: "accept" | "cancel"}} args
 */
api.dialogButton = (args) => {
  beginModel(args);
  const buttons = buttonsWithin(elementOf(args.ref));
  const sorted = sortButtons(buttons);
  const described = (/** @type {Element[]} */ list) => list.map((button) => ({ ref: refOf(button), name: shownName(nameOf(button)) }));
  const choice = args.want === "cancel" ? chooseCancel(sorted) : chooseAccept(sorted);
  return { choice: described(choice), all: described(buttons) };
};

/** @param {{cancel: Element[]}} sorted */
function chooseCancel({ cancel }) {
  const worded = cancel.filter((button) => !CANCEL_MARKS.test(nameOf(button)) && !/^(close|dismiss)\b/i.test(nameOf(button)));
  return worded.length ? worded.slice(0, 1) : cancel.slice(0, 1);
}

/** @param {{accept: Element[], other: Element[]}} sorted */
function chooseAccept({ accept, other }) {
  if (accept.length === 1) return accept;
  const submits = [...accept, ...other].filter((button) => button instanceof HTMLButtonElement && attr(button, "type") === "submit");
  if (submits.length === 1) return submits;
  if (accept.length === 0 && other.length === 1) return other;
  return accept.length ? accept : other;
}
