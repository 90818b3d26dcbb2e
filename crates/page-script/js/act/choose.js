// Choosing: native selects, ARIA comboboxes and list boxes, check boxes and their kin.

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
  if (wanted.index !== undefined) return options[wanted.index];
  if (wanted.value !== undefined) return options.find((option) => valueOf(option) === wanted.value);
  const label = fold(wanted.label || "");
  const small = label.toLowerCase();
  const exact = options.find((option) => labelOf(option) === label) || options.find((option) => labelOf(option).toLowerCase() === small);
  const byValue = exact || options.find((option) => valueOf(option) === wanted.label);
  if (byValue || !small) return byValue;
  const partly = options.filter((option) => labelOf(option).toLowerCase().includes(small));
  return partly.length === 1 ? partly[0] : undefined;
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

/** How an element is chosen from. @param {{ref: number}} args */
api.chooserKind = ({ ref }) => {
  const element = elementOf(ref);
  const control = element instanceof HTMLLabelElement && element.control ? element.control : element;
  const native = tagOf(control) === "select" ? control : tagOf(control) === "option" ? closest(control, "select") : null;
  if (native) return { kind: "native", ref: refOf(native) };
  const role = roleOf(control);
  const inner = queryAll(control, "select, [role=combobox], [role=listbox]");
  if (role !== "combobox" && role !== "listbox" && inner.length === 1) return api.chooserKind({ ref: refOf(inner[0]) });
  const list = role === "listbox" || role === "menu" || role === "radiogroup" || role === "tree" ? control : openListOf(control);
  const typed = fieldKind(control) ? refOf(control) : innerFields(control).map(refOf)[0];
  const datalist = tagOf(control) === "input" && !!attr(control, "list");
  return { kind: datalist && role !== "listbox" ? "text" : "aria", ref: refOf(control), role, list: list ? refOf(list) : undefined, field: typed, multiple: !!list && attr(list, "aria-multiselectable") === "true" };
};

const LISTS = "[role=listbox], [role=menu], [role=tree], [role=grid], [role=radiogroup], [role=dialog] [role=listbox]";
const OPTIONS = "[role=option], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=treeitem], [role=radio], option";

/** The open list of a combobox or menu button: the one it names, else the only one that can be seen. @param {Element} control @returns {Element | null} */
function openListOf(control) {
  for (const owner of [control, ...queryAll(control, "[aria-controls], [aria-owns]")]) {
    for (const id of [...tokens(attr(owner, "aria-controls")), ...tokens(attr(owner, "aria-owns"))]) {
      const list = byIdNear(owner, id);
      if (list && isShown(list) && hasOptions(list)) return list;
    }
  }
  const active = attr(control, "aria-activedescendant");
  const option = active && byIdNear(control, active);
  if (option) return closest(option, LISTS) || parentNode(option);
  const seen = pierce(LISTS).filter((list) => isShown(list) && areasOf(list).length && hasOptions(list));
  const outside = seen.filter((list) => !seen.some((other) => other !== list && containsNode(list, other)));
  return outside.length === 1 ? outside[0] : outside.find((list) => containsNode(control, list)) || outside[outside.length - 1] || null;
}

/** @param {Element} list */
const hasOptions = (list) => queryAll(list, OPTIONS).length > 0;

/** @param {Element} option */
const ariaLabelOf = (option) => fold(nameOf(option) || textContent(option));
/** @param {Element} option */
const ariaValueOf = (option) => attr(option, "data-value") || attr(option, "value") || elementId(option);

/** Finds an option of an ARIA list, scrolling a virtualised one until it comes.
 * @param {{ref: number, list?: number | null, wanted: Wanted, budget: number}} args */
api.findOption = async ({ ref, list, wanted, budget }) => {
  const until = now() + budget;
  /** @type {Set<string>} */
  const seen = new Set();
  let swept = false;
  keepStirring();
  for (let round = 0; ; round++) {
    const owner = list == null ? openListOf(elementOf(ref)) : byRef(list);
    if (owner) {
      const found = await optionInView(owner, wanted, seen);
      if (found) return { ref: refOf(found), label: ariaLabelOf(found), disabled: whyDisabled(found) !== "", selected: isChosen(found), list: refOf(owner) };
      const more = await scrollOn(owner, swept);
      if (more) continue;
      if (!swept) {
        swept = true;
        continue;
      }
    }
    if (now() >= until || round > 400) return { list: owner ? refOf(owner) : undefined, options: [...seen].slice(0, 12), total: seen.size };
    await nextStir(Math.min(150, until - now()));
  }
};

/** The option, scrolled into view; a list that reuses its rows is asked again after it scrolled.
 * @param {Element} list @param {Wanted} wanted @param {Set<string>} seen */
async function optionInView(list, wanted, seen) {
  for (let tries = 0; tries < 4; tries++) {
    const found = optionIn(list, wanted, seen);
    if (!found || bestPoint(found, undefined).point) return found;
    if (!bringIntoView(found, 3) && !bringIntoView(found, 0)) return found;
    await nextFrame();
    await nextFrame();
  }
  return optionIn(list, wanted, seen);
}

/** @param {Element} list @param {Wanted} wanted @param {Set<string>} seen */
function optionIn(list, wanted, seen) {
  const options = [...queryAll(list, OPTIONS)].filter((option) => isShown(option));
  for (const option of options) seen.add(ariaLabelOf(option));
  return wantedOption(options, wanted, ariaLabelOf, ariaValueOf);
}

/** Scrolls a list by most of a screen; from its start when it is to be swept. Says whether it moved. @param {Element} list @param {boolean} fromStart */
async function scrollOn(list, fromStart) {
  const scroller = scrollerOf(list);
  if (!scroller) return false;
  const before = scroller.scrollTop;
  if (fromStart && before > 0 && scrollOn.swept !== scroller) {
    scrollOn.swept = scroller;
    scroller.scrollTop = 0;
  } else scroller.scrollBy({ top: Math.max(20, scroller.clientHeight * 0.8), behavior: "instant" });
  await nextFrame();
  await nextFrame();
  return scroller.scrollTop !== before;
}
/** @type {Element | null} */
scrollOn.swept = null;

/** What scrolls a list: itself, something around it that is not the page, or something inside. @param {Element} list @returns {Element | null} */
function scrollerOf(list) {
  const scrolls = (/** @type {Element} */ e) => e.scrollHeight > e.clientHeight + 1 && /auto|scroll/.test(styleOf(e).overflowY);
  if (scrolls(list)) return list;
  for (const inner of queryAll(list, "*")) if (scrolls(inner)) return inner;
  for (let node = flatParent(list), depth = 0; node && node !== bodyOf(document) && depth < 4; node = flatParent(node), depth++) if (scrolls(node)) return node;
  return null;
}

/** @param {Element} option */
function isChosen(option) {
  return attr(option, "aria-selected") === "true" || attr(option, "aria-checked") === "true";
}

/** What an ARIA chooser holds after a choice. @param {{ref: number, option?: number, label: string}} args */
api.chosenAria = ({ ref, option, label }) => {
  const control = byRef(ref);
  const chosen = option === undefined ? null : byRef(option);
  const field = control && (fieldKind(control) ? control : innerFields(control)[0]);
  const shown = control ? fold([field ? fieldText(field) : "", textContent(control), nameOf(control) || ""].join(" ")) : "";
  const wanted = fold(label).toLowerCase();
  const hidden = control ? queryAll(control, "input[type=hidden], select") : [];
  const values = [...hidden].map((e) => /** @type {any} */ (e).value);
  return { shown: clip(shown, 200), selected: !!chosen && isChosen(chosen), expanded: !!control && attr(control, "aria-expanded") === "true", matches: shown.toLowerCase().includes(wanted) || values.some((v) => String(v).toLowerCase() === wanted) };
};

/** Whether something is ticked: `true`, `false` or `mixed`; absent where it cannot be. @param {{ref: number}} args */
api.checkState = ({ ref }) => {
  const element = elementOf(ref);
  const control = checkableFor(element);
  if (!control) return fail("refused", "it is nothing that can be ticked", { target: sayElement(element) });
  return { ref: refOf(control), state: tickOf(control), radio: roleOf(control) === "radio" || roleOf(control) === "menuitemradio", ...sayChecked(control) };
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
  if (fieldKind(control)) return { way: "text", ...own };
  if (tagOf(control) === "select") return { way: "choose", ...own };
  if (role === "radiogroup") return { way: "radios", ...own };
  if (tickOf(control) !== undefined && role !== "button" && role !== "row") return { way: "tick", ...own };
  if (role === "slider" || role === "spinbutton") return stepOrText(control);
  if (["combobox", "listbox", "menu", "tree"].includes(role)) return { way: "choose", ...own };
  if (tagOf(control) === "fieldset" || role === "group") {
    if (queryAll(control, "input[type=radio], [role=radio]").length > 1) return { way: "radios", ...own };
  }
  const inner = innerFields(control);
  if (inner.length) return { way: "text", ref: refOf(inner[0]) };
  const inside = queryAll(control, "select, [role=combobox], [role=listbox]");
  if (inside.length === 1) return { way: "choose", ref: refOf(inside[0]) };
  const tickable = checkableFor(control);
  return tickable ? { way: "tick", ref: refOf(tickable) } : { way: "none", ...own };
}

/** @param {Element} control */
function stepOrText(control) {
  const inner = innerFields(control);
  return inner.length ? { way: "text", ref: refOf(inner[0]) } : { way: "step", ref: refOf(control) };
}

/** Whether a text field is one that offers a list to choose from. @param {{ref: number}} args */
api.offersList = ({ ref }) => {
  const field = elementOf(ref);
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
  return { ref: refOf(found) };
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
  try {
    return findByWords({ label, within });
  } catch (problem) {
    if (!(problem instanceof PageFailure) || problem.kind !== "none") throw problem;
    const scope = within === undefined ? document : elementOf(within);
    const named = [...queryAll(scope, "input, textarea, select")].filter((field) => attr(field, "name") === label || elementId(field) === label);
    const shown = named.filter((field) => tagOf(field) !== "input" || inputType(field) !== "hidden");
    if (shown.length === 1) return shown[0];
    throw problem;
  }
}

/** @param {Element} control @param {unknown} value */
function checkFit(control, value) {
  const { way, ref } = wayOf(control);
  const subject = elementOf(ref);
  if (way === "none") fail("refused", "it holds no value that could be set");
  if (way !== "radios" && whyDisabled(subject)) fail("disabled", whyDisabled(subject));
  if (way === "text") fitText(subject, value);
  if (way === "tick" && !/^(true|false|on|off|yes|no|checked|unchecked)$/i.test(String(value))) fail("refused", `it takes true or false, not ${JSON.stringify(value)}`);
  if (way === "choose" && subject instanceof HTMLSelectElement) {
    const list = Array.isArray(value) ? value : [value];
    foundChoices(subject, list.map((one) => (one && typeof one === "object" ? one : { label: String(one) })));
  }
  if (way === "radios") api.radioOf({ ref, label: String(value) });
}

/** @param {Element} field @param {unknown} value */
function fitText(field, value) {
  if (value !== null && typeof value === "object") fail("refused", `it takes a text, not ${JSON.stringify(value)}`);
  if (typeof value === "boolean") fail("refused", `it takes a text, not ${value}`);
  if (/** @type {any} */ (field).readOnly || attr(field, "aria-readonly") === "true") fail("readonly", "it is read-only");
  const text = value === null || value === undefined ? "" : String(value);
  const kind = fieldKind(field);
  if (kind === "set") wantedValue(field, text);
  else if (kind) checkedText(field, kind, { text, mode: "replace" });
}
