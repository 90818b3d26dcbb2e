// What fields hold and take, and which of it may be said.

/** Whether a field holds what nobody but its user may read. @param {Element} element */
function isSecretField(element) {
  if (localName(element) !== "input") return false;
  if (inputType(element) === "password") return true;
  const hint = attr(element, "autocomplete") || "";
  // Widgets put "new-password" on the fields of their comboboxes, only to be left alone by the browser.
  if (/\b(current-password|new-password)\b/i.test(hint) && roleOf(element) !== "combobox") return true;
  if (/\b(one-time-code|cc-number|cc-csc)\b/i.test(hint)) return true;
  const security = /** @type {any} */ (styleOf(element)).webkitTextSecurity;
  return security !== undefined && security !== "none" && security !== "";
}

/** Whether what an element holds is typed by a user. @param {Element} element */
function isTypedInto(element) {
  const tag = localName(element);
  if (namespaceURI(element) === HTML_NS && (tag === "textarea" || (tag === "input" && TYPED.has(inputType(element))))) return true;
  return isEditableRoot(element) || /^\s*(textbox|searchbox)\b/i.test(attr(element, "role") || "");
}

/** Elements that may hold typed text which the text of what they stand in has too. */
const TYPED_PLACES = "[contenteditable], [role=textbox], [role=searchbox]";

const TYPED = wordSet("text search email url tel password number");

/** Fields that were typed into, and hosts of such. Frameworks make what was typed a field's default value as well, so
 * that the default alone does not say whose text it is. @type {WeakSet<EventTarget>} */
const typedFields = new WeakSet();

/** Looks out for typing: asked for anew with each read, for a page that is written anew drops its listeners. */
const watchTyping = () => addEventListener("input", noteTyping, { capture: true, passive: true });

/** @param {Event} event */
function noteTyping(event) {
  const field = event.composedPath()[0];
  if (field) typedFields.add(field);
}

watchTyping();

/** Whether what a field holds is what the page put there. @param {Element} element an input or a text area */
function isOffered(element) {
  const field = /** @type {HTMLInputElement} */ (element);
  if (isSecretField(element) || typedFields.has(element) || field.value !== field.defaultValue) return false;
  const root = rootOf(element);
  return !(root instanceof ShadowRoot) || !typedFields.has(shadowHost(root));
}

/** What a field takes where it is not plain text. @param {Element} element @param {string} role @returns {string} */
function takesHint(element, role) {
  const tag = localName(element);
  if (namespaceURI(element) !== HTML_NS) return "";
  if (tag !== "input" && STEPPED.has(role)) return ariaEnds(element, role);
  if (tag === "select") return countWord(/** @type {HTMLSelectElement} */ (element).options.length, "option");
  if (tag !== "input") return "";
  const type = inputType(element);
  switch (type) {
    case "date":
      return "date YYYY-MM-DD" + rangeWords(element);
    case "time":
      return "time HH:MM" + rangeWords(element);
    case "datetime-local":
      return "date and time YYYY-MM-DDTHH:MM" + rangeWords(element);
    case "month":
      return "month YYYY-MM" + rangeWords(element);
    case "week":
      return "week YYYY-Www" + rangeWords(element);
    case "number":
      return "number" + rangeWords(element);
    case "range":
      return `${attr(element, "min") || "0"}..${attr(element, "max") || "100"}`;
    case "color":
      return "color #rrggbb";
    case "file": {
      const accept = fold(attr(element, "accept") || "");
      return (hasAttr(element, "multiple") ? "files" : "file") + (accept ? " " + clip(accept, 60) : "");
    }
    case "email":
    case "url":
    case "password":
      return type;
    default:
      return hasAttr(element, "list") ? suggestionWords(element) : "";
  }
}

const STEPPED = wordSet("slider spinbutton separator");

/** The ends that an author gives a slider of his own. @param {Element} element @param {string} role */
function ariaEnds(element, role) {
  const [min, max] = ["aria-valuemin", "aria-valuemax"].map((name) => fold(attr(element, name) || ""));
  if (![min, max].every((end) => end !== "" && Number.isFinite(Number(end)))) return "";
  return `${role === "spinbutton" ? "number " : ""}${min}..${max}`;
}

/** @param {Element} element */
function suggestionWords(element) {
  const list = /** @type {HTMLInputElement} */ (element).list;
  return list ? countWord(list.options.length, "suggestion") : "";
}

/** @param {number} count @param {string} word */
const countWord = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

/** @param {Element} element */
function rangeWords(element) {
  const min = attr(element, "min");
  const max = attr(element, "max");
  if (min && max) return ` ${min}..${max}`;
  if (min) return ` from ${min}`;
  return max ? ` up to ${max}` : "";
}

/** The value a control shows, as far as it may be told. `offered`: only what the page itself offered.
 * @param {Element} element @param {string} role @param {boolean} all what can be read at all, `typed` included
 * @param {boolean} typed @returns {string | undefined} */
function shownValue(element, role, all, typed) {
  const tag = localName(element);
  if (namespaceURI(element) === HTML_NS) {
    if (tag === "select") return chosenLabels(/** @type {HTMLSelectElement} */ (element));
    if (!all) return undefined;
    if (tag === "input") return inputShown(/** @type {HTMLInputElement} */ (element), typed) ?? (comboboxWords(element, role) || undefined);
    if (tag === "textarea") return typed ? clip(fold(/** @type {HTMLTextAreaElement} */ (element).value), 200) : undefined;
    if (tag === "meter" || tag === "progress") return hasAttr(element, "value") ? String(/** @type {any} */ (element).value) : undefined;
  }
  if (!all) return undefined;
  if (RANGES.has(role)) return attr(element, "aria-valuetext") || attr(element, "aria-valuenow") || undefined;
  if (!typed || !(TEXT_FIELDS.has(role) || isEditable(element))) return undefined;
  if (role === "combobox" && !isEditable(element)) return undefined;
  return clip(fold(textContent(element).slice(0, 1000)), 200) || undefined;
}

const RANGES = wordSet("meter progressbar scrollbar slider spinbutton separator");
const PICKED = wordSet("range color");

/** @param {HTMLSelectElement} select */
function chosenLabels(select) {
  const chosen = select.selectedOptions;
  if (!chosen.length) return undefined;
  const labels = [];
  for (let i = 0; i < chosen.length && i < 5; i++) labels.push(fold(chosen[i].label || chosen[i].text));
  if (chosen.length > 5) labels.push(`… ${chosen.length - 5} more`);
  return labels.join(", ");
}

/** @param {HTMLInputElement} input @param {boolean} typed */
function inputShown(input, typed) {
  const type = inputType(input);
  if (PICKED.has(type)) return inputValue(input);
  if (!typed || isSecretField(input) || !isTextLike(input)) return undefined;
  if (type === "file") return input.files && input.files.length ? Array.from(input.files, (file) => file.name).join(", ") : undefined;
  const value = inputValue(input);
  return value === "" ? undefined : clip(fold(value), 200);
}
