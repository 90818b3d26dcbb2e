// Fields that take text: which one an element stands for, what it would take, and what it holds.

/** @typedef {object} EditArgs
 * @property {string} text
 * @property {"replace" | "append" | "caret"} mode
 * @property {boolean} [keys] key by key, so that what takes keys and no text will do */

const TEXT_TYPES = new Set(["text", "search", "email", "url", "tel", "password"]);
const DATED_TYPES = new Set(["date", "time", "datetime-local", "month", "week"]);
const FIELD_FORMS = /** @type {Record<string, string>} */ ({
  date: "YYYY-MM-DD",
  time: "HH:MM",
  "datetime-local": "YYYY-MM-DDTHH:MM",
  month: "YYYY-MM",
  week: "YYYY-Www",
  number: "a number such as 3.5",
  color: "#rrggbb",
});
const FIELDS = "input, textarea, [contenteditable=''], [contenteditable=true], [contenteditable=plaintext-only], .native-edit-context";

const setInputValue = /** @type {any} */ (Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")).set;
const areaValue = getterOf(HTMLTextAreaElement.prototype, "value");
const editableContent = getterOf(HTMLElement.prototype, "isContentEditable");
const protoFocus = HTMLElement.prototype.focus;

/** @typedef {"text" | "number" | "set" | "rich" | "keys" | "segment" | "segments"} FieldKind */

/** How an element takes text; null when it takes none. @param {Element} element @returns {FieldKind | null} */
function fieldKind(element) {
  const tag = tagOf(element);
  if (tag === "textarea") return "text";
  if (tag === "input") {
    const type = inputType(element);
    if (TEXT_TYPES.has(type)) return "text";
    if (type === "number") return "number";
    return DATED_TYPES.has(type) || type === "range" || type === "color" ? "set" : null;
  }
  if (isSegment(element)) return "segment";
  const edit = /** @type {any} */ (element);
  return element instanceof HTMLElement && (editableContent(element) || edit.editContext) ? "rich" : null;
}

/** The outermost editable element around an editable one. @param {Element} element @returns {Element} */
function editingHost(element) {
  let host = element;
  for (let node = composedParent(element); node instanceof HTMLElement && editableContent(node); node = composedParent(node)) host = node;
  return host;
}

/** The field that takes the text meant for an element. @param {Element} element @returns {Element} */
function fieldFor(element) {
  if (element instanceof HTMLLabelElement && element.control) return element.control;
  const kind = fieldKind(element);
  if (kind === "rich") return editingHost(element);
  if (kind || groupWay(element) === "segments") return element;
  const inner = innerFields(element);
  return inner.length ? inner[0] : element;
}

/** Fields inside an element, through shadow roots, the likeliest first. @param {Element} element @returns {Element[]} */
function innerFields(element) {
  /** @type {Element[]} */
  const found = [];
  const take = (/** @type {Node} */ root) => {
    for (const field of queryAll(root, FIELDS)) if (fieldKind(field)) found.push(field);
    for (const shadow of shadowRootsIn(root, [])) for (const field of queryAll(shadow, FIELDS)) if (fieldKind(field)) found.push(field);
  };
  take(element);
  const own = shadowOf(element);
  if (own) take(own);
  const rich = found.filter((field) => fieldKind(field) === "rich");
  if (rich.length) return rich;
  if (closest(element, "body, form") === element && found.length > 1) return [];
  return found.length > 1 ? found.filter(isShown).concat(found) : found;
}

/** What an element holds, as text. @param {Element} element @returns {string} */
function fieldText(element) {
  const tag = tagOf(element);
  if (tag === "input") return inputValue(element);
  if (tag === "textarea") return areaValue(element);
  const monaco = closest(element, ".monaco-editor");
  const lines = monaco && queryAll(monaco, ".view-lines .view-line");
  if (lines && lines.length) return monacoText([...lines]);
  const text = element instanceof HTMLElement ? element.innerText : textContent(element);
  return text.replace(/\u00a0/g, " ").replace(/[\u200b\ufeff]/g, "").replace(/\n$/, "");
}

/** @param {Element[]} lines */
function monacoText(lines) {
  const top = (/** @type {Element} */ line) => Number.parseFloat(/** @type {HTMLElement} */ (line).style.top) || 0;
  return lines.sort((a, b) => top(a) - top(b)).map((line) => textContent(line).replace(/\u00a0/g, " ")).join("\n");
}

const READ_ONLY = "it is read-only; where it opens a picker or a list, click(target) or select(target, option) does it";

/** Checks what is to be typed, before anything is changed; then puts focus and selection in place.
 * @param {Element} field @param {EditArgs} edit */
function beginEdit(field, edit) {
  const kind = fieldKind(field) || (groupWay(field) === "segments" ? "segments" : null);
  if (!kind) return beginKeys(field, edit);
  if (attr(field, "aria-readonly") === "true" || /** @type {any} */ (field).readOnly) fail("readonly", READ_ONLY);
  if (kind === "segment" || kind === "segments") return beginSegments(field, kind, edit.text);
  const text = kind === "set" ? wantedValue(field, edit.text) : checkedText(field, kind, edit);
  const before = fieldText(field);
  stir.typedInto = field;
  awaitText(field);
  const had = focusedElement() === field || (kind === "rich" && containsNode(field, focusedElement()));
  if (!had) protoFocus.call(field);
  if (kind !== "set") placeCaret(field, kind, had && edit.mode === "append" ? "caret" : edit.mode);
  const held = kind === "set" ? "" : fieldText(field);
  return { kind, before: isSecretField(field) ? "" : before, empty: held === "", secret: isSecretField(field), text, multiline: kind === "rich" || tagOf(field) === "textarea", type: kind === "set" ? inputType(field) : "", code: isCodeEditor(field) };
}

/** Whether a field is an editor of code, where every brace and blank counts. @param {Element} field */
const isCodeEditor = (field) => closest(field, ".monaco-editor, .cm-editor, .CodeMirror, .ace_editor") !== null;

/** @param {Element} field @param {"segment" | "segments"} kind @param {string} text */
function beginSegments(field, kind, text) {
  if (text !== "") kind === "segment" ? checkedSegment(field, text) : api.segmentsOf({ ref: refOf(field), text });
  return { kind, before: "", empty: false, secret: false, text, multiline: false };
}

/** The text on its way to the field whose editing has begun: whether it has come, and whether the page did nothing about it at once.
 * @type {{idle: Promise<boolean> | null, wake: (() => void) | null}} */
const text = { idle: null, wake: null };

/** @param {Event} event */
function onBeforeInput(event) {
  if (!event.isTrusted) return;
  // This comes ahead of the text itself, in the same task. The waiting begins here, and not when it is asked for.
  text.idle = pause(0).then(pageIsIdle);
  if (text.wake) text.wake();
}

/** Listens for the text; anew each time, since `document.open()` takes listeners off. @param {Element} field */
function awaitText(field) {
  text.idle = null;
  field.addEventListener("beforeinput", onBeforeInput, { capture: true, once: true, passive: true });
}

/** Ends when the text has come to the field and the page has had a turn for it, or when none has come for `ms`; says whether it did
 * nothing. @param {number} ms @returns {Promise<boolean>} */
async function textArrived(ms) {
  if (!text.idle) {
    await new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
      const timer = setTimeout(resolve, ms);
      text.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    text.wake = null;
  }
  return text.idle || pageIsIdle();
}

/** @param {Element} field @param {EditArgs} edit */
function beginKeys(field, edit) {
  const takes = focusedElement() === field && (edit.keys || edit.mode !== "replace");
  if (!takes && !edit.keys) fail("not_editable", whyNotEditable(field));
  if (!takes) protoFocus.call(field);
  return { kind: "keys", before: "", empty: true, secret: false, text: edit.text, multiline: true };
}

/** @param {Element} field */
function whyNotEditable(field) {
  const tag = tagOf(field);
  if (tag === "select") return "it takes no text; select(target, options) chooses from it";
  if (tag === "input") {
    const type = inputType(field);
    if (type === "checkbox" || type === "radio") return "it takes no text; check(target) ticks it";
    if (type === "file") return "it takes no text; setInputFiles(target, paths) gives it files";
  }
  const role = roleOf(field);
  if (role === "combobox" || role === "listbox") return "it takes no text; select(target, options) chooses from it";
  return "it takes no text";
}

/** The text a field will hold, or a refusal that says what it takes. @param {Element} field @param {FieldKind} kind @param {EditArgs} edit */
function checkedText(field, kind, edit) {
  const input = /** @type {HTMLInputElement} */ (field);
  if (kind === "number" && edit.text !== "" && sanitized(input, edit.text) === "") refuseText(field, edit.text);
  const longest = kind === "text" ? input.maxLength : -1;
  const length = edit.text.length + (edit.mode === "replace" ? 0 : fieldText(field).length);
  const spread = longest === 1 && edit.mode === "replace" && fieldsInRow(field).length >= edit.text.length;
  if (longest >= 0 && length > longest && !edit.keys && !spread) fail("refused", `it takes at most ${longest} characters, and that would be ${length}`);
  return edit.text;
}

/** @param {Element} field @param {string} text @returns {never} */
function refuseText(field, text) {
  const type = inputType(field);
  const shown = JSON.stringify(clip(text, 60));
  return fail("refused", `it is a ${type} field and takes ${FIELD_FORMS[type] || "a number"}, not ${shown}`);
}

/** What a field makes of a text; empty when it does not take it. @param {HTMLInputElement} field @param {string} text */
function sanitized(field, text) {
  const copy = /** @type {HTMLInputElement} */ (field.cloneNode(false));
  setInputValue.call(copy, text);
  return inputValue(copy);
}

/** The value for a field that is set as a whole. @param {Element} field @param {string} text @returns {string} */
function wantedValue(field, text) {
  const input = /** @type {HTMLInputElement} */ (field);
  const type = inputType(field);
  const bare = text.trim();
  if (bare === "" && type !== "range" && type !== "color") return "";
  if (type === "color") return wantedColor(field, bare);
  const value = sanitized(input, DATED_TYPES.has(type) ? paddedDate(bare) : bare);
  if (type === "range") return wantedRange(input, bare, value);
  if (value === "") refuseText(field, text);
  const { min, max } = input;
  if ((min && value < min) || (max && value > max)) fail("refused", `it takes ${type} values from ${min || "any"} to ${max || "any"}, not ${value}`);
  return value;
}

/** `2024-3-5` as `2024-03-05`, and a blank between date and time as `T`. @param {string} text */
function paddedDate(text) {
  return text.replace(/^(\d{4}-\d{1,2}-\d{1,2}) (\d)/, "$1T$2").replace(/(^|[-:T])(\d)(?=$|[-:T])/g, "$10$2");
}

/** @param {Element} field @param {string} text */
function wantedColor(field, text) {
  const long = text.toLowerCase().replace(/^#([0-9a-f])([0-9a-f])([0-9a-f])$/, "#$1$1$2$2$3$3");
  if (!/^#[0-9a-f]{6}$/.test(long)) refuseText(field, text);
  return long;
}

/** @param {HTMLInputElement} field @param {string} text @param {string} value */
function wantedRange(field, text, value) {
  const number = Number(text);
  if (text === "" || !Number.isFinite(number)) refuseText(field, text);
  if (Number(value) !== number) {
    fail("refused", `it takes numbers from ${field.min || 0} to ${field.max || 100} in steps of ${field.step || 1}, not ${text}`);
  }
  return value;
}

/** Gives a field its value as its own picker would, where keys do not bring it: colours are picked in a window of the browser's own, and
 * some steps of a range are out of reach for keys. @param {{ref: number, value: string}} args */
api.setField = ({ ref, value }) => {
  const field = byRef(ref);
  if (!field || holdsDated(field, value)) return;
  setInputValue.call(field, value);
  tellChanged(field);
};

/** Whether a field that is set as a whole holds a value; seconds that are none may be left out. @param {Element} field @param {string} value */
function holdsDated(field, value) {
  const brief = (/** @type {string} */ text) => text.replace(/(T|^)(\d\d:\d\d):00(\.0+)?$/, "$1$2");
  return brief(inputValue(field)) === brief(value);
}

/** Whether a field holds a value now. @param {{ref: number, value: string}} args */
api.holdsValue = ({ ref, value }) => {
  const field = byRef(ref);
  return { holds: !field || holdsDated(field, value) };
};

/** How far a range is from a value: so many leaps of its Page keys, and so many steps of its arrow keys; up where positive.
 * @param {{ref: number, value: number}} args */
api.rangeSteps = ({ ref, value }) => {
  const range = /** @type {HTMLInputElement} */ (elementOf(ref));
  const end = (/** @type {string} */ text, /** @type {number} */ other) => (text === "" || Number.isNaN(Number(text)) ? other : Number(text));
  const [min, max, step] = [end(range.min, 0), end(range.max, 100), end(range.step, 1)];
  const leap = Math.max((max - min) / 10, step);
  const far = value - Number(inputValue(range));
  const leaps = leap > step ? Math.trunc(far / leap) : 0;
  return { leaps, steps: leaps ? 0 : Math.round(far / step) };
};

/** @param {Element} element */
function tellChanged(element) {
  element.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  element.dispatchEvent(new Event("change", { bubbles: true }));
}

/** @param {Element} field @param {FieldKind} kind @param {"replace" | "append" | "caret"} mode */
function placeCaret(field, kind, mode) {
  if (mode === "caret") return;
  if (kind === "rich") {
    if (mode === "append") caretToEnd(field);
    return;
  }
  const input = /** @type {HTMLInputElement} */ (field);
  if (mode === "replace") return input.select();
  try {
    const end = fieldText(field).length;
    input.setSelectionRange(end, end);
  } catch {
    // Number and email fields have no caret that a script may move; the focus leaves it at the end or selects all.
    getSelection()?.modify("move", "forward", "documentboundary");
  }
}

/** @param {Element} field */
function caretToEnd(field) {
  const selection = getSelection();
  if (!selection) return;
  selection.selectAllChildren(field);
  selection.collapseToEnd();
}

/** How what a field holds compares with what was typed: `same`, `alike` (the field writes it in its own way), `differs`.
 * @param {Element} field @param {string} held @param {string} wanted */
function compareText(field, held, wanted) {
  if (held === wanted) return "same";
  const oneLine = tagOf(field) === "input" ? wanted.replace(/[\r\n]+/g, "") : wanted.replace(/\r\n?/g, "\n");
  if (held === oneLine) return "same";
  if (isCodeEditor(field)) return sameCode(held, wanted) ? "same" : "differs";
  if (fieldKind(field) === "set") return holdsDated(field, wanted) ? "same" : "differs";
  if (fieldKind(field) === "rich") {
    if (linesOf(held) === linesOf(wanted)) return "same";
    if (wanted.includes("\n") && fold(held) === fold(wanted)) return "differs";
  }
  const letters = (/** @type {string} */ text) => text.normalize("NFKC").replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase();
  const [a, b] = [letters(held), letters(wanted)];
  if (a === b && a !== "") return "alike";
  if (fieldKind(field) === "number" && held !== "" && Number(held) === Number(wanted)) return "same";
  if (fieldKind(field) === "text" && (isMasked(held, b) || isSameNumber(held, wanted) || spreadText(field, wanted) === wanted)) return "alike";
  return "differs";
}

/** Whether an editor of code holds a text. Those draw only the lines that are in view, and end each as they please.
 * @param {string} held @param {string} wanted */
function sameCode(held, wanted) {
  const lines = (/** @type {string} */ text) => text.split("\n").map((line) => line.trimEnd());
  const bare = (/** @type {string} */ text) => lines(text).join("\n").replace(/^\n+|\n+$/g, "");
  if (bare(held) === bare(wanted)) return true;
  return lines(held).length > 4 && `\n${bare(wanted)}\n`.includes(`\n${bare(held)}\n`);
}

/** Whether a field holds what was typed after a short prefix that it writes by itself, such as +49. @param {string} held
 * @param {string} typed its letters and digits */
function isMasked(held, typed) {
  const marks = /^\W*(\w{1,3}[^\p{L}\p{N}]+)/u.exec(held);
  return typed.length > 2 && !!marks && held.slice(marks[0].length).replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase() === typed;
}

/** Whether a field holds the number that was typed, as an amount. @param {string} held @param {string} wanted */
function isSameNumber(held, wanted) {
  if (!/^-?\d+(\.\d+)?$/.test(wanted.trim())) return false;
  const plain = held.replace(/[^\d.,-]/g, "");
  const number = /,\d{1,2}$/.test(plain) ? plain.replace(/\./g, "").replace(",", ".") : plain.replace(/,/g, "");
  return number !== "" && Number(number) === Number(wanted);
}

/** The fields for one character each that follow a field, itself first. @param {Element} field @returns {Element[]} */
function fieldsInRow(field) {
  for (let node = flatParent(field), steps = 0; node && steps < 4; node = flatParent(node), steps++) {
    const fields = [...queryAll(node, "input")].filter((one) => fieldKind(one) === "text" && isShown(one) && inputType(one) === inputType(field) && (/** @type {any} */ (one).maxLength === 1 || one === field || inputValue(one).length === 1));
    if (fields.length > 1) return fields.slice(fields.indexOf(field));
  }
  return [field];
}

/** What was typed into a field for one character, as it and those after it hold it. @param {Element} field @param {string} wanted */
function spreadText(field, wanted) {
  if (wanted.length < 2 || fieldKind(field) !== "text" || tagOf(field) !== "input" || inputValue(field).length > 1) return "";
  return fieldsInRow(field).slice(0, wanted.length).map((one) => inputValue(one)).join("");
}

/** The lines that hold something; how far paragraphs stand apart is the editor's own affair. @param {string} text */
const linesOf = (text) => text.split("\n").map(fold).filter((line) => line !== "").join("\n");

/** The field that a page has put in the place of one, where that is sure. @param {number} ref @returns {Element | null} */
function fieldInPlace(ref) {
  try {
    return byRef(api.heal({ ref }).ref);
  } catch (problem) {
    if (problem instanceof PageFailure) return null;
    throw problem;
  }
}

/** What a field holds now, or the one that stands in its place. @param {{ref: number, wanted?: string, ends?: string}} args */
api.readField = ({ ref, wanted, ends }) => {
  const field = byRef(ref) || fieldInPlace(ref);
  if (!field) return { gone: true, text: "", verdict: "gone" };
  const held = fieldText(field);
  const secret = isSecretField(field);
  let verdict = "read";
  if (wanted !== undefined) verdict = compareText(field, held, wanted);
  else if (ends !== undefined) verdict = compareText(field, held, ends) !== "differs" || fold(held).includes(fold(ends)) ? "same" : "differs";
  const focused = focusedElement();
  const spread = verdict === "alike" && wanted !== undefined && spreadText(field, wanted) === wanted;
  const text = secret ? "" : spread ? wanted : clip(held, 2000);
  return { gone: false, replaced: !byRef(ref), text, length: held.length, secret, verdict, kind: fieldKind(field) || "none", focused: focused === field || (!!focused && containsNode(field, focused)) };
};

/** Selects all of a field once more, for typing it anew. @param {{ref: number}} args */
api.reselect = ({ ref }) => {
  const field = byRef(ref) || fieldInPlace(ref) || elementOf(ref);
  protoFocus.call(field);
  const kind = fieldKind(field);
  if (kind === "text" || kind === "number") /** @type {HTMLInputElement} */ (field).select();
  return { kind, empty: fieldText(field) === "" };
};

/** The field that has the focus, where its middle lies in a box: what a cell has become, whatever element that is.
 * @param {{box: number[]}} args */
api.focusedFieldIn = ({ box: [x, y, width, height] }) => {
  const field = focusedElement();
  if (!field || !fieldKind(field)) return { ref: null };
  const place = rectOf(field);
  const [right, down] = [place.x + place.width / 2 - x, place.y + place.height / 2 - y];
  return { ref: right >= 0 && right <= width && down >= 0 && down <= height ? refOf(field) : null };
};

/** Gives an element the focus. @param {{ref: number}} args */
api.focusRef = ({ ref }) => {
  const element = /** @type {HTMLElement} */ (elementOf(ref));
  const focused = focusedElement();
  if (focused === element || (focused && flatContains(element, focused))) return { focused: true };
  protoFocus.call(element);
  const after = focusedElement();
  return { focused: after === element || (!!after && flatContains(element, after)) };
};

/** Hands an editor a text as a paste. Only editors that put it in themselves do anything with it, and they make their own lines and
 * paragraphs of it; none of them sends a message for it, as some do for Enter. @param {{text: string}} args */
api.pasteText = ({ text }) => {
  const target = focusedElement();
  if (!target) return { taken: false };
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true, composed: true });
  return { taken: !target.dispatchEvent(paste) };
};

/** Whether a field offers a list to choose from; a calendar is none. @param {Element} field */
const offersChoice = (field) => roleOf(field) === "combobox" && !/^(dialog|grid)$/.test(attr(field, "aria-haspopup") || "");

/** Leaves a field, as its user would: what it holds is committed, and the page hears of the change. One that offers a list
 * is only left where that is asked: it may still be chosen from. @param {{ref: number, combobox?: boolean}} args */
api.commitField = ({ ref, combobox }) => {
  const field = byRef(ref);
  const kind = field && fieldKind(field);
  if (!field || (kind !== "text" && kind !== "number") || (offersChoice(field) && !combobox)) return { left: false };
  if (focusedElement() !== field) return { left: false };
  /** @type {HTMLElement} */ (field).blur();
  return { left: true };
};

/** @param {Event} event */
const stopSubmit = (event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

/** While this is on, no form is sent, and none hears of it: Enter is then only for the field. @param {{on: boolean}} args */
api.holdSubmits = ({ on }) => {
  if (on) addEventListener("submit", stopSubmit, { capture: true });
  else removeEventListener("submit", stopSubmit, { capture: true });
  return { on };
};
