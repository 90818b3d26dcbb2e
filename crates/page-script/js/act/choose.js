// Choosing: native selects, check boxes and their kin, and how each control is chosen from.

/** @typedef {{label?: string, value?: string, index?: number}} Wanted */

const protoSelected = /** @type {any} */ (Object.getOwnPropertyDescriptor(HTMLOptionElement.prototype, "selected")).set;

/** @param {HTMLOptionElement} option */
const optionLabel = (option) => fold(option.label || textContent(option));

/** @param {HTMLOptionElement} option */
function optionDisabled(option) {
  return matches(option, ":disabled") || !!closest(option, "optgroup:disabled");
}

/** The option that is meant: by label exactly, ignoring case, by value, then by a part of the label that only one has.
 * @template T @param {T[]} options @param {Wanted} wanted @param {(option: T) => string} labelOf @param {(option: T) => string} valueOf
 * @returns {T | undefined} */
function wantedOption(options, wanted, labelOf, valueOf) {
  const exact = exactOption(options, wanted, labelOf, valueOf);
  const small = fold(wanted.label || "").toLowerCase();
  if (exact || !small || wanted.index !== undefined || wanted.value !== undefined) return exact;
  const partly = options.filter((option) => labelOf(option).toLowerCase().includes(small));
  return partly.length === 1 ? partly[0] : undefined;
}

/** The same without a look at parts of labels. @template T @param {T[]} options @param {Wanted} wanted
 * @param {(option: T) => string} labelOf @param {(option: T) => string} valueOf @returns {T | undefined} */
function exactOption(options, wanted, labelOf, valueOf) {
  if (wanted.index !== undefined) return options[wanted.index];
  if (wanted.value !== undefined) return options.find((option) => valueOf(option) === wanted.value);
  const label = fold(wanted.label || "");
  const small = label.toLowerCase();
  const byLabel = options.find((option) => labelOf(option) === label) || options.find((option) => labelOf(option).toLowerCase() === small);
  return byLabel || options.find((option) => valueOf(option) === wanted.label);
}

/** @param {Wanted} wanted */
const sayWanted = (wanted) => (wanted.index !== undefined ? `number ${wanted.index}` : JSON.stringify(wanted.value ?? wanted.label));

/** Chooses options of a native select, once they are there. All are found before the first is chosen.
 * @param {{ref: number, choices: Wanted[], budget: number}} args */
api.chooseNative = async ({ ref, choices, budget }) => {
  const until = now() + Math.min(budget, 4000);
  for (;;) {
    const select = /** @type {HTMLSelectElement} */ (elementOf(ref));
    try {
      return applyChoices(select, foundChoices(select, choices));
    } catch (problem) {
      if (!(problem instanceof PageFailure) || problem.kind !== "no_option" || now() >= until) throw problem;
    }
    keepStirring();
    await nextStir(100);
  }
};

/** @param {HTMLSelectElement} select @param {Wanted[]} choices */
function foundChoices(select, choices) {
  if (!select.multiple && choices.length !== 1) fail("refused", `it takes one option, not ${choices.length}`);
  const all = [...select.options];
  return choices.map((wanted) => {
    const option = wantedOption(all, wanted, optionLabel, (o) => o.value);
    const near = all.filter((o) => !optionDisabled(o)).slice(0, 12).map(optionLabel);
    if (!option) return fail("no_option", `it has no option ${sayWanted(wanted)}`, { options: near, total: all.length });
    if (optionDisabled(option)) fail("disabled_option", `its option ${JSON.stringify(optionLabel(option))} is disabled`, { options: near });
    return option;
  });
}

/** @param {HTMLSelectElement} select @param {HTMLOptionElement[]} chosen */
function applyChoices(select, chosen) {
  const held = [...select.selectedOptions];
  const same = held.length === chosen.length && chosen.every((option) => held.includes(option));
  protoFocus.call(select);
  if (!same) {
    if (select.multiple) for (const option of select.options) protoSelected.call(option, chosen.includes(option));
    else protoSelected.call(chosen[0], true);
    tellChanged(select);
  }
  return { same, labels: chosen.map(optionLabel) };
}

/** What a native select holds. @param {{ref: number}} args */
api.chosenNative = ({ ref }) => {
  const select = byRef(ref);
  return { labels: select instanceof HTMLSelectElement ? [...select.selectedOptions].map(optionLabel) : null };
};

/** How an element is chosen from. `first`: nothing was done to it yet, so what stands on the page now was not opened by it.
 * @param {{ref: number, first?: boolean}} args */
api.chooserKind = ({ ref, first }) => {
  const element = elementOf(ref);
  const control = element instanceof HTMLLabelElement && element.control ? element.control : element;
  const native = tagOf(control) === "select" ? control : tagOf(control) === "option" ? closest(control, "select") : null;
  if (native) return { kind: "native", ref: refOf(native) };
  const role = roleOf(control);
  const inner = queryAll(control, "select, [role=combobox], [role=listbox]");
  if (role !== "combobox" && role !== "listbox" && inner.length === 1) return api.chooserKind({ ref: refOf(inner[0]), first });
  const still = isStandingList(control);
  if (first) noteDrawn();
  const list = still ? control : openListOf(control);
  const expanded = saysExpanded(control) ?? undefined;
  if (!list && expanded !== true) noteDrawn();
  const datalist = tagOf(control) === "input" && !!attr(control, "list");
  return {
    kind: datalist && role !== "listbox" ? "text" : "aria",
    ref: refOf(control),
    role,
    list: list ? refOf(list) : undefined,
    standing: still,
    expanded,
    in_dialog: !!flatClosest(control, "dialog, [role=dialog], [role=alertdialog]"),
    shown: shownWords(control, still).join(" "),
  };
};

/** Whether something is ticked: `true`, `false` or `mixed`; absent where it cannot be. @param {{ref: number}} args */
api.checkState = ({ ref }) => {
  const element = elementOf(ref);
  const control = checkableFor(element);
  if (!control) return fail("refused", "it is nothing that can be ticked", { target: sayElement(element) });
  return { ref: refOf(control), state: tickOf(control), aria: ariaTick(control), radio: roleOf(control) === "radio" || roleOf(control) === "menuitemradio", ...sayChecked(control) };
};

/** @param {Element} control */
function sayChecked(control) {
  const { role, name } = sayElement(control);
  return { role, name };
}

/** @param {Element} element @returns {Element | null} */
function checkableFor(element) {
  if (element instanceof HTMLLabelElement && element.control && tickOf(element.control) !== undefined) return element.control;
  if (tickOf(element) !== undefined) return element;
  const inner = [...queryAll(element, "input[type=checkbox], input[type=radio], [aria-checked]")];
  const shadow = shadowOf(element);
  if (shadow) inner.push(...queryAll(shadow, "input[type=checkbox], input[type=radio], [aria-checked]"));
  if (inner.length === 1) return inner[0];
  const around = labelledBy(element);
  return around && tickOf(around) !== undefined ? around : null;
}

/** @param {Element} element @returns {true | false | "mixed" | undefined} */
function tickOf(element) {
  if (tagOf(element) === "input") {
    const input = /** @type {HTMLInputElement} */ (element);
    if (inputType(element) === "checkbox") return input.indeterminate ? "mixed" : input.checked;
    return inputType(element) === "radio" ? input.checked : undefined;
  }
  const aria = attr(element, "aria-checked") || attr(element, "aria-pressed");
  if (aria === "mixed") return "mixed";
  if (aria === "true" || aria === "false") return aria === "true";
  return ["checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"].includes(roleOf(element)) ? false : undefined;
}

/** What an input says by `aria-checked` beside its own state. The two may disagree: a page that prevents the press on a label sets the one
 * and not the other. @param {Element} control @returns {boolean | null} */
function ariaTick(control) {
  const aria = tagOf(control) === "input" ? attr(control, "aria-checked") : null;
  return aria === "true" || (aria === "false" ? false : null);
}

/** The file input that an element stands for: itself, its label's, the only one inside. @param {{ref: number}} args */
api.fileInput = ({ ref }) => {
  const element = elementOf(ref);
  const isFile = (/** @type {Element | null} */ e) => !!e && tagOf(e) === "input" && inputType(e) === "file";
  const label = element instanceof HTMLLabelElement ? element.control : null;
  const inner = [...queryAll(element, "input[type=file]")];
  const input = isFile(element) ? element : isFile(label) ? label : inner.length === 1 ? inner[0] : null;
  if (!input) return { ref: undefined };
  const file = /** @type {HTMLInputElement} */ (input);
  return { ref: refOf(input), multiple: file.multiple, accept: file.accept, disabled: matches(input, ":disabled") };
};

/** Names of the files that an input holds. @param {{ref: number}} args */
api.heldFiles = ({ ref }) => {
  const input = byRef(ref);
  return { names: input instanceof HTMLInputElement && input.files ? [...input.files].map((file) => file.name) : null };
};

/** How a control takes a value. @param {{ref: number}} args */
api.valueWay = ({ ref }) => wayOf(elementOf(ref));

/** @param {Element} element @returns {{way: string, ref: number}} */
function wayOf(element) {
  const control = element instanceof HTMLLabelElement && element.control ? element.control : element;
  const own = { ref: refOf(control) };
  const role = roleOf(control);
  if (fieldKind(control)) return { way: isChooser(control) && !narrows(control) ? "choose" : "text", ...own };
  if (tagOf(control) === "select") return { way: "choose", ...own };
  if (role === "radiogroup") return { way: "radios", ...own };
  if (tagOf(control) === "input" && inputType(control) === "file") return { way: "file", ...own };
  if (tickOf(control) !== undefined && role !== "button" && role !== "row") return { way: "tick", ...own };
  if (role === "slider" || role === "spinbutton" || (role === "separator" && isFocusable(control))) return stepOrText(control);
  if (["combobox", "listbox", "menu", "tree"].includes(role)) return { way: "choose", ...own };
  const group = role === "button" ? "" : groupWay(control);
  if (group) return { way: group, ...own };
  const inner = innerFields(control);
  if (inner.length) return { way: "text", ref: refOf(inner[0]) };
  const inside = queryAll(control, "select, [role=combobox], [role=listbox]");
  if (inside.length === 1) return { way: "choose", ref: refOf(inside[0]) };
  const tickable = checkableFor(control);
  if (!tickable && api.fileInput(own).ref !== undefined) return { way: "file", ...own };
  return tickable ? { way: "tick", ref: refOf(tickable) } : { way: "none", ...own };
}

/** @param {Element} control */
function stepOrText(control) {
  const inner = innerFields(control);
  return inner.length ? { way: "text", ref: refOf(inner[0]) } : { way: "step", ref: refOf(control) };
}

/** Whether a text field is one that offers a list to choose from; a calendar is none. @param {{ref: number}} args */
api.offersList = ({ ref }) => {
  const field = elementOf(ref);
  const opens = attr(field, "aria-haspopup");
  if (opens === "dialog" || opens === "grid") return { offers: false };
  if (roleOf(field) !== "combobox" || attr(field, "list") !== null) return { offers: false };
  const named = ["aria-controls", "aria-owns", "aria-haspopup", "aria-expanded"].some((name) => hasAttr(field, name));
  return { offers: named || attr(field, "aria-autocomplete") === "list" };
};

/** Where an ARIA slider or spin button stands. @param {{ref: number}} args */
api.sliderNow = ({ ref }) => {
  const element = elementOf(ref);
  const number = (/** @type {string} */ name) => {
    const raw = attr(element, name);
    return raw === null || raw === "" || Number.isNaN(Number(raw)) ? undefined : Number(raw);
  };
  return { now: number("aria-valuenow"), min: number("aria-valuemin"), max: number("aria-valuemax") };
};

/** The radio button of a group with this label. @param {{ref: number, label: string}} args */
api.radioOf = ({ ref, label }) => {
  const radios = [...queryAll(elementOf(ref), "input[type=radio], [role=radio]")];
  const value = (/** @type {Element} */ radio) => attr(radio, "value") || "";
  const found = wantedOption(radios, { label }, ariaLabelOf, value);
  if (!found) return fail("no_option", `it has no option ${JSON.stringify(label)}`, { options: radios.map(ariaLabelOf), total: radios.length });
  return { ref: refOf(found), label: ariaLabelOf(found) };
};

/** Finds the field of a label, and sees that it will take the value, without touching it.
 * @param {{label: string, value: unknown, within?: number | null}} args */
api.planField = ({ label, value, within }) => {
  const control = labelledField(label, within ?? undefined);
  try {
    checkFit(control, value);
  } catch (problem) {
    if (problem instanceof PageFailure) problem.extra = { target: sayElement(control), ...problem.extra };
    throw problem;
  }
  return { ref: refOf(control) };
};

/** @param {string} label @param {number | undefined} within @returns {Element} */
function labelledField(label, within) {
  /** @type {Element | undefined} */
  let partly;
  try {
    const field = findByWords({ label, within });
    if (labelFit(field, spokenName(field, roleOf(field)), fold(label), false) >= 2 || bareLabel(nameOf(field)) === bareLabel(label)) return field;
    partly = field;
  } catch (problem) {
    const group = problem instanceof PageFailure && problem.kind === "many" ? fieldBesideLabel(label, within) : null;
    if (group) return group;
    if (!(problem instanceof PageFailure) || problem.kind !== "none") throw problem;
    const scope = within === undefined ? document : elementOf(within);
    const named = [...queryAll(scope, "input, textarea, select")].filter((field) => attr(field, "name") === label || elementId(field) === label);
    const shown = named.filter((field) => tagOf(field) !== "input" || inputType(field) !== "hidden");
    if (shown.length === 1) return shown[0];
    throw problem;
  }
  return fieldBesideLabel(label, within) || partly;
}

/** @param {Element} control @param {unknown} value */
function checkFit(control, value) {
  const { way, ref } = wayOf(control);
  const subject = elementOf(ref);
  if (way === "none") fail("refused", "it holds no value that could be set");
  if (!GROUP_WAYS.has(way) && whyDisabled(subject)) fail("disabled", whyDisabled(subject));
  if (way === "text") fitText(subject, value);
  if (way === "tick" && !/^(true|false|on|off|yes|no|checked|unchecked)$/i.test(String(value))) fail("refused", `it takes true or false, not ${JSON.stringify(value)}`);
  if (way === "choose" && subject instanceof HTMLSelectElement) {
    const list = Array.isArray(value) ? value : [value];
    foundChoices(subject, list.map((one) => (one && typeof one === "object" ? one : { label: String(one) })));
  }
  if (way === "radios") api.radioOf({ ref, label: String(value) });
  if (way === "segments") api.segmentsOf({ ref, text: String(value) });
  if (way === "checks") fitChecks(ref, Array.isArray(value) ? value : [value]);
}

const GROUP_WAYS = new Set(["radios", "checks", "segments", "file"]);

/** @param {number} ref @param {unknown[]} wanted */
function fitChecks(ref, wanted) {
  const { boxes } = /** @type {{boxes: {label: string}[]}} */ (api.checksOf({ ref }));
  for (const label of wanted) {
    const found = typeof label === "string" && wantedOption(boxes, { label }, (box) => box.label, () => "");
    if (!found) fail("no_option", `it has no box ${JSON.stringify(label)}`, { options: boxes.map((box) => box.label), total: boxes.length });
  }
}

/** @param {Element} field @param {unknown} value */
function fitText(field, value) {
  if (Array.isArray(value) && isChooser(field)) return;
  if (value !== null && typeof value === "object") fail("refused", `it takes a text, not ${JSON.stringify(value)}`);
  if (typeof value === "boolean") fail("refused", `it takes a text, not ${value}`);
  if (/** @type {any} */ (field).readOnly || attr(field, "aria-readonly") === "true") fail("readonly", READ_ONLY);
  const text = value === null || value === undefined ? "" : String(value);
  const kind = fieldKind(field);
  if (kind === "set") wantedValue(field, text);
  else if (kind === "segment") checkedSegment(field, text);
  else if (kind) checkedText(field, kind, { text, mode: "replace" });
}
