// Which element a target means, in this frame.

/** @typedef {object} ActTarget
 * @property {string} [selector] CSS, piercing open shadow roots
 * @property {number} [ref]
 * @property {string} [role]
 * @property {string} [name]
 * @property {boolean} [exact]
 * @property {number} [within]
 * @property {string} [label]
 * @property {boolean} [focused]
 * @property {{x: number, y: number}} [point]
 * @property {number} [nth]
 * @property {ListSearch} [option] an option of a list, by its label */

/** All matches of a selector, those in open shadow roots too. Parts of a selector may stand on both sides of a shadow root's edge.
 * @param {string} selector @returns {Element[]} */
function pierce(selector) {
  try {
    matches(rootElementOf(document), selector);
  } catch {
    fail("bad_selector", `${JSON.stringify(selector)} is not a valid CSS selector`);
  }
  const roots = shadowRootsIn(document, []);
  const plain = [...queryAll(document, selector)];
  if (!roots.length) return plain;
  const found = new Set(plain);
  for (const root of roots) for (const element of queryAll(root, selector)) found.add(element);
  for (const steps of splitSelector(selector)) {
    if (steps.length < 2) continue;
    const last = steps[steps.length - 1];
    for (const root of roots) {
      for (const element of queryAll(root, last)) if (fitsSteps(element, steps)) found.add(element);
    }
  }
  return [...found];
}

/** @param {Node} from @param {ShadowRoot[]} found @returns {ShadowRoot[]} */
function shadowRootsIn(from, found) {
  for (const element of queryAll(from, "*")) {
    const root = shadowOf(element);
    if (!root) continue;
    found.push(root);
    shadowRootsIn(root, found);
  }
  return found;
}

/** Whether the steps before the last one match ancestors, across shadow roots. @param {Element} element @param {string[]} steps */
function fitsSteps(element, steps) {
  let step = steps.length - 2;
  for (let node = composedParent(element); node && step >= 0; node = composedParent(node)) if (matches(node, steps[step])) step--;
  return step < 0;
}

/** The parent, or the host at the top of a shadow root. @param {Element} element @returns {Element | null} */
function composedParent(element) {
  const parent = parentNode(element);
  if (parent instanceof ShadowRoot) return shadowHost(parent);
  return parent && nodeType(parent) === ELEMENT ? parent : null;
}

/** The alternatives of a selector, each as its steps from outside in: split at commas and blanks outside of brackets.
 * @param {string} selector @returns {string[][]} */
function splitSelector(selector) {
  /** @type {string[][]} */
  const lists = [];
  /** @type {string[]} */
  let steps = [];
  let step = "";
  let depth = 0;
  let quote = "";
  const text = selector.replace(/\s*([>+~])\s*(?![^[(]*[\])])/g, "$1").trim();
  const endStep = () => {
    if (step) steps.push(step);
    step = "";
  };
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === "\\") {
      step += c + (text[++i] || "");
      continue;
    }
    if (quote) quote = c === quote ? "" : quote;
    else if (c === '"' || c === "'") quote = c;
    else if (c === "(" || c === "[") depth++;
    else if (c === ")" || c === "]") depth--;
    else if (depth === 0 && c === ",") {
      endStep();
      lists.push(steps);
      steps = [];
      continue;
    } else if (depth === 0 && /\s/.test(c)) {
      endStep();
      continue;
    }
    step += c;
  }
  endStep();
  lists.push(steps);
  return lists;
}

/** The element with the focus, through shadow roots; null where the page itself has it. @returns {Element | null} */
function focusedElement() {
  let active = activeElementOf(document);
  for (let root = active && shadowOf(active); active && root && root.activeElement; root = shadowOf(active)) active = root.activeElement;
  return active && active !== bodyOf(document) && active !== rootElementOf(document) ? active : null;
}

/** Several matches are one when only one of them can be seen. @param {Element[]} list @param {number | undefined} nth @returns {Element} */
function onlyOne(list, nth) {
  if (nth !== undefined) {
    if (nth < list.length) return list[nth];
    return fail(list.length ? "nth" : "none", "", { total: list.length });
  }
  if (list.length === 0) fail("none", "");
  if (list.length === 1) return list[0];
  const shown = list.filter((element) => isShown(element) && areasOf(element).length);
  if (shown.length === 1) return shown[0];
  const listed = shown.length ? shown : list;
  return fail("many", "", { total: listed.length, candidates: listed.slice(0, 8).map(sayInContext) });
}

/** What a reader calls an element, and what it stands in. @param {Element} element */
function sayInContext(element) {
  const said = sayElement(element);
  for (let node = flatParent(element); node; node = flatParent(node)) {
    const role = roleOf(node);
    if (!role || role === "generic" || role === "none") continue;
    const name = clip(fold(nameOf(node) || ""), 60);
    if (name) return { ...said, context: `${role} ${JSON.stringify(name)}` };
  }
  return said;
}

/** The element of a target. Throws `none`, `many`, `nth`, `bad_selector`, `stale`, `unknown_ref`.
 * @param {ActTarget} target @returns {{element: Element, healed?: boolean}} */
function findTarget(target) {
  if (target.option) return { element: optionToPress(target.option) || fail("none", "") };
  if (target.ref !== undefined) return findRef(target.ref);
  if (target.selector !== undefined) return { element: onlyOne(pierce(target.selector), target.nth) };
  if (target.focused) return { element: focusedElement() || fail("none", "") };
  if (target.point) return { element: elementAt(target.point.x, target.point.y) || fail("none", "") };
  return { element: findByWords(target) };
}

/** What an element is called by the one who asks for it. @param {ActTarget} target @param {Element} element */
const calledAs = (target, element) => spokenName(element, target.role === "clickable" ? "clickable" : roleOf(element));

/** Whether an element is still what its target asks for in words: the page may have put another thing into the same element.
 * @param {ActTarget} target @param {Element} element @param {string} found its name when it was found */
function isStillMeant(target, element, found) {
  beginRead();
  if (target.option) return ariaLabelOf(element) === target.option.label;
  const { role, name, label, exact } = target;
  if (role === undefined && label === undefined && name === undefined) return true;
  const spoken = calledAs(target, element);
  if (spoken === found) return true;
  const words = wantedOf({ role, name, label });
  const fits = (/** @type {string} */ text) => Math.max(fitOf(text, words.name, exact), fitOf(cleanText(text), words.name, exact));
  if (words.label !== undefined) return labelFit(element, spoken, words.label, exact) >= labelFit(element, found, words.label, exact);
  // A name that fitted to the letter has to fit so still; one that had it in it may have changed around it.
  return words.name === undefined || fits(spoken) >= fits(found);
}

/** @param {number} ref */
function findRef(ref) {
  const element = byRef(ref);
  if (element) return { element };
  const healed = /** @type {{ref: number, healed: boolean}} */ (api.heal({ ref }));
  return { element: elementOf(healed.ref), healed: healed.healed };
}

/** @param {ActTarget} target @returns {Element} */
function findByWords(target) {
  const { role, name, exact, within, label } = target;
  const answer = api.query({ role, name, exact: !!exact, within, label, limit: 40 });
  const list = /** @type {Element[]} */ (answer.matches.map((/** @type {any} */ m) => byRef(m.ref)).filter(Boolean));
  if (!list.length) {
    const beside = label === undefined || target.nth !== undefined ? null : fieldBesideLabel(label, within);
    if (beside) return beside;
    const near = (answer.near || []).slice(0, 4).map((/** @type {any} */ m) => ({ role: m.role, name: m.name, ref: m.ref }));
    if (!near.length && role !== undefined && name) near.push(...sameNameElsewhere({ roles: [role], name, within }).map((one) => ({ ...one, ref: 0 })));
    fail("none", "", { near, ofRole: answer.ofRole });
  }
  if (target.nth !== undefined && answer.how !== "exact" && list.length <= target.nth) fail("nth", "", { total: list.length });
  return onlyOne(list, target.nth);
}

/** Every match of a target in this frame, for choosing among frames. @param {{target: ActTarget}} args */
api.candidates = ({ target }) => {
  try {
    if (target.selector !== undefined) return { list: pierce(target.selector).slice(0, 40).map(sayInContext), near: [] };
    const { role, name, exact, within, label } = target;
    const answer = api.query({ role, name, exact: !!exact, within, label, limit: 40 });
    const list = answer.matches.map((/** @type {any} */ m) => ({ role: m.role, name: m.name, ref: m.ref, context: m.context && m.context[0], seen: refIsSeen(m.ref) }));
    const beside = label === undefined || list.length ? null : fieldBesideLabel(label, within);
    if (beside) return { list: [{ ...sayElement(beside), seen: true }], near: [], how: "exact" };
    return { list, near: answer.near || [], how: answer.how, ofRole: answer.ofRole, hosts: list.length ? [] : closedHosts() };
  } catch (problem) {
    if (problem instanceof PageFailure && problem.kind === "none") return { list: [], near: [] };
    throw problem;
  }
};

/** @param {number} ref */
function refIsSeen(ref) {
  const element = byRef(ref);
  return !!element && isShown(element);
}

/** Ends when something in this frame changes, or after `ms`. @param {{ms: number}} args */
api.nextChange = async ({ ms }) => {
  keepStirring();
  await nextStir(ms);
};

/** What has the focus here, and whether it is a frame that has it inside. */
api.focusInfo = () => {
  const focused = focusedElement();
  const tag = focused ? localName(focused) : "";
  return { ref: focused ? refOf(focused) : undefined, isFrame: tag === "iframe" || tag === "frame" || tag === "object" || tag === "embed" };
};
