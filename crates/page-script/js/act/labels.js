// Fields by labels that no field has as its name: the label of a hidden select leads to the widget drawn beside it, that of a group to the
// group, and words before some boxes to tick to all of these.

/** @param {string} text */
const bareLabel = (text) => fold(text).replace(/^\*\s*|[\s:*]+$/g, "").toLowerCase();

/** @param {Element} scope @param {string} selector */
const inScope = (scope, selector) => (scope === rootElementOf(document) ? pierce(selector) : [...queryAll(scope, selector), ...shadowRootsIn(scope, []).flatMap((root) => [...queryAll(root, selector)])]);

/** The field or group of fields with this label, where it is the only one. @param {string} label @param {number | undefined} within
 * @returns {Element | null} */
function fieldBesideLabel(label, within) {
  beginRead();
  const scope = within === undefined ? rootElementOf(document) : elementOf(within);
  const wanted = bareLabel(label);
  if (wanted === "") return null;
  const groups = inScope(scope, "fieldset, [role=group], [role=radiogroup]").filter((group) => isShown(group) && bareLabel(nameOf(group)) === wanted && isGroup(group));
  const inner = groups.filter((group) => !groups.some((other) => other !== group && flatContains(group, other)));
  if (inner.length === 1) return inner[0];
  /** @type {Set<Element>} */
  const found = new Set();
  for (const words of inScope(scope, "label, legend, span, div, p, h1, h2, h3, h4, h5, h6, dt, th, td, strong, b")) {
    if (childElementCount(words) > 6 || !isShown(words) || bareLabel(labelWords(words)) !== wanted) continue;
    const field = (words instanceof HTMLLabelElement && drawnBeside(words)) || groupAfter(words);
    if (field) found.add(field);
  }
  const several = [...found];
  const innermost = several.filter((one) => !several.some((other) => other !== one && flatContains(one, other)));
  return innermost.length === 1 ? innermost[0] : null;
}

/** @param {Element} words */
const labelWords = (words) => (textContent(words).length > 300 ? "" : textContent(words));

/** The widget that is drawn for the hidden control of a label. @param {HTMLLabelElement} label @returns {Element | null} */
function drawnBeside(label) {
  const id = attr(label, "for");
  const meant = label.control || (id ? byIdNear(label, id) : null);
  if (!meant) return null;
  if (isDrawn(meant) && !isClippedAway(meant)) return isGroup(meant) || label.control ? meant : null;
  for (let next = nextElementSibling(meant), steps = 0; next && steps < 3; next = nextElementSibling(next), steps++) {
    const widget = [next, ...queryAll(next, "[role=combobox], [role=listbox], [aria-haspopup=listbox]")].find((e) => isChooser(e) && isShown(e));
    if (widget) return widget;
  }
  return null;
}

const TICKABLE = "input[type=radio], input[type=checkbox], [role=radio], [role=checkbox], [role=menuitemcheckbox]";

/** What a group of fields takes: one of its radio buttons, some of its boxes, a date in its parts. @param {Element} group
 * @returns {"radios" | "checks" | "segments" | "file" | ""} */
function groupWay(group) {
  const ticks = [...queryAll(group, TICKABLE)].filter((e) => !flatClosest(/** @type {Element} */ (flatParent(e)), TICKABLE));
  const segments = segmentsIn(group);
  const fields = [...queryAll(group, "input, textarea, select, [role=combobox], [role=textbox]")].filter((e) => !ticks.includes(e) && isDrawn(e) && !isClippedAway(e) && attr(e, "aria-hidden") !== "true");
  if (segments.length > 1 && !ticks.length) return "segments";
  if (fields.length) return "";
  const files = queryAll(group, "input[type=file]");
  if (files.length === 1 && !ticks.length) return "file";
  if (ticks.length < 2) return "";
  const radio = (/** @type {Element} */ e) => matches(e, "input[type=radio], [role=radio]");
  if (ticks.every(radio)) return "radios";
  return ticks.some(radio) ? "" : "checks";
}

/** @param {Element} element */
const isGroup = (element) => groupWay(element) !== "";

/** The group of fields that words stand before: the nearest thing around them that has one, and nothing else to fill in.
 * @param {Element} words @returns {Element | null} */
function groupAfter(words) {
  for (let node = flatParent(words), steps = 0; node && steps < 4 && !matches(node, "body, form, main"); node = flatParent(node), steps++) {
    if (!queryAll(node, "input, textarea, select, [role=radio], [role=checkbox], [role=spinbutton], [role=combobox], [role=textbox]").length) continue;
    // The words of a single box to tick are its own name, and stand in the group.
    if (closest(words, "button, a, [role=button], " + TICKABLE) || wordsOfTick(words)) return null;
    return isGroup(node) ? node : null;
  }
  return null;
}

/** Whether words belong to one radio button or box: those are its label. @param {Element} words */
function wordsOfTick(words) {
  const label = /** @type {HTMLLabelElement | null} */ (closest(words, "label"));
  return !!label && !!label.control && matches(label.control, TICKABLE);
}

/** Boxes of a group, with their labels. @param {{ref: number}} args */
api.checksOf = ({ ref }) => {
  const boxes = [...queryAll(elementOf(ref), TICKABLE)].filter((e) => !flatClosest(/** @type {Element} */ (flatParent(e)), TICKABLE));
  return { boxes: boxes.map((box) => ({ ref: refOf(box), label: ariaLabelOf(box), checked: tickOf(box) === true })) };
};
