// Lists that a page draws: their options found and scrolled to, and what the control holds afterwards.

/** @param {Element} option */
function ariaLabelOf(option) {
  // What a branch of a tree is called is its own text, without its icons and what is under it.
  const own = attr(option, "role") === "treeitem" ? fold(textOutsideLists(option)) : "";
  return own || fold(nameOf(option) || textContent(option));
}
/** @param {Element} option */
const ariaValueOf = (option) => attr(option, "data-value") || attr(option, "value") || attr(option, "title") || elementId(option);

/** @typedef {object} ListSearch
 * @property {number} ref the control
 * @property {number | null} [list] its list, where that is known
 * @property {string} label the option, as it was found
 * @property {number} [option] which of several of that label */

/** @param {{ref: number, list?: number | null}} search @returns {Element | null} */
function listOf({ ref, list }) {
  return list == null ? openListOf(elementOf(ref)) : byRef(list);
}

/** The element that bears an option's label now. A list may show other options in the same elements at any time.
 * @param {ListSearch} search @returns {Element | null} */
function optionNow(search) {
  const list = listOf(search);
  if (!list) return null;
  const fitting = shownOptions(list).filter((option) => ariaLabelOf(option) === search.label);
  return fitting.find((option) => refNumbers.get(option) === search.option) || fitting[0] || null;
}

/** Where an option is pressed: a branch of a tree on its label, as the rest of it opens and closes it. @param {ListSearch} search */
function optionToPress(search) {
  const option = optionNow(search);
  if (!option || attr(option, "role") !== "treeitem") return option;
  const labels = [...queryAll(option, "*")].filter((part) => isDrawn(part) && fold(textContent(part)) === search.label);
  return labels.pop() || option;
}

/** Finds an option of a list, scrolling one that draws only what is in view until it comes. Ends early when the list was read to its end
 * and says the same for `quiet` milliseconds: it has no such option then.
 * @param {{ref: number, list?: number | null, wanted: Wanted, budget: number, quiet: number, typed: boolean}} args */
api.findOption = async ({ ref, list, wanted, budget, quiet, typed }) => {
  const until = now() + budget;
  /** @type {Map<string, string>} */
  const seen = new Map();
  const still = { says: "", since: now(), changes: 0 };
  let scrolls = 0;
  let read = false;
  let sought = wanted;
  let rewound = false;
  let swept = false;
  keepStirring();
  while (now() < until) {
    const owner = listOf({ ref, list });
    if (owner) {
      const found = await optionInView(owner, sought, seen);
      if (found) return { ...sayOption(found, owner), known: [...seen.keys()].slice(0, 200) };
      // What can be typed is found sooner so than by scrolling through all of a long list.
      if (scrolls < 6 || !canNarrow(ref, owner) ? await scrollOn(owner) : false) {
        scrolls++;
        continue;
      }
      const partly = swept ? partlyWanted(wanted, seen) : undefined;
      if (partly !== undefined) sought = { label: partly };
      if (!rewound || partly !== undefined) {
        rewound = true;
        if (await toStart(owner)) continue;
      }
      swept = true;
      if (partly === undefined && partlyWanted(wanted, seen) !== undefined) continue;
    }
    read = staysSo(still, owner, quiet) && (owner ? swept && (seen.size > 0 || typed || canNarrow(ref, owner)) : typed);
    if (read) break;
    await nextStir(Math.min(100, Math.max(1, until - now())));
  }
  return { ...sayNotFound(ref, listOf({ ref, list }), seen), read };
};

/** Whether what a list says has been the same for so long. @param {{says: string, since: number, changes: number}} still @param {Element | null} list @param {number} quiet */
function staysSo(still, list, quiet) {
  const says = list ? shownOptions(list).map(ariaLabelOf).join("\n") + (isLoading(list) ? String(now()) : "") : "";
  if (says !== still.says) Object.assign(still, { says, since: now(), changes: still.changes + 1 });
  // What has answered to what was typed once is not waited for as long.
  return now() - still.since >= (still.changes > 1 ? Math.min(quiet, 700) : quiet);
}

/** @param {number} ref @param {Element} list */
const canNarrow = (ref, list) => filterOf(elementOf(ref), list) !== null;

/** @param {Element} found @param {Element} list */
function sayOption(found, list) {
  return { ref: refOf(found), label: ariaLabelOf(found), disabled: whyDisabled(found) !== "", selected: isChosen(found), multiple: takesMany(list, found), list: refOf(list) };
}

/** @param {number} ref @param {Element | null} list @param {Map<string, string>} seen */
function sayNotFound(ref, list, seen) {
  const control = byRef(ref);
  const filter = control && filterOf(control, list);
  return { list: list ? refOf(list) : undefined, options: [...seen.keys()].slice(0, 12), total: seen.size, filter: filter ? refOf(filter) : undefined };
}

/** Whether several of a list's options can be chosen together. @param {Element} list @param {Element} option */
function takesMany(list, option) {
  return attr(list, "aria-multiselectable") === "true" || roleOf(option) === "menuitemcheckbox";
}

/** The only label of all that were seen which holds what is wanted. @param {Wanted} wanted @param {Map<string, string>} seen */
function partlyWanted(wanted, seen) {
  const small = fold(wanted.label || "").toLowerCase();
  if (!small || wanted.value !== undefined || wanted.index !== undefined) return undefined;
  const partly = [...seen.keys()].filter((label) => label.toLowerCase().includes(small));
  return partly.length === 1 ? partly[0] : undefined;
}

/** The option, scrolled into view; a list that reuses its elements is asked again after it scrolled.
 * @param {Element} list @param {Wanted} wanted @param {Map<string, string>} seen */
async function optionInView(list, wanted, seen) {
  for (let tries = 0; tries < 4; tries++) {
    const found = optionIn(list, wanted, seen);
    if (!found || bestPoint(found, undefined).point) return found;
    if (!bringIntoView(found, 3) && !bringIntoView(found, 0)) return found;
    await scrollIsOver();
  }
  return optionIn(list, wanted, seen);
}

/** @param {Element} list @param {Wanted} wanted @param {Map<string, string>} seen */
function optionIn(list, wanted, seen) {
  const options = shownOptions(list);
  for (const option of options) seen.set(ariaLabelOf(option), ariaValueOf(option));
  return exactOption(options, wanted, ariaLabelOf, ariaValueOf);
}

/** Scrolls a list on by most of a screen. Says whether it moved. @param {Element} list */
async function scrollOn(list) {
  const scroller = scrollerOf(list);
  if (!scroller) return false;
  const before = scroller.scrollTop;
  scroller.scrollBy({ top: Math.max(20, scroller.clientHeight * 0.8), behavior: "instant" });
  await scrollIsOver();
  return scroller.scrollTop !== before;
}

/** Scrolls a list back to where it begins. Says whether it moved. @param {Element} list */
async function toStart(list) {
  const scroller = scrollerOf(list);
  if (!scroller || scroller.scrollTop === 0) return false;
  scroller.scrollTo({ top: 0, behavior: "instant" });
  await scrollIsOver();
  return true;
}

/** Ends when what a scroll has set off is drawn: two frames, and as long as the page goes on drawing, but not for ever. */
async function scrollIsOver() {
  await nextFrame();
  for (let frames = 0; frames < 8; frames++) {
    flushStir();
    const before = stir.count;
    await nextFrame();
    flushStir();
    if (stir.count === before) return;
  }
}

/** What scrolls a list: itself, something around it that is not the page, or something inside. @param {Element} list @returns {Element | null} */
function scrollerOf(list) {
  const higher = (/** @type {Element} */ e) => e.scrollHeight > e.clientHeight + 1 && e.clientHeight > 0;
  const scrolls = (/** @type {Element} */ e) => higher(e) && /auto|scroll/.test(styleOf(e).overflowY);
  if (scrolls(list)) return list;
  for (const inner of queryAll(list, "*")) if (scrolls(inner)) return inner;
  // Lists that draw only what is in view, and move it by the wheel.
  const option = shownOptions(list)[0];
  for (let node = option && flatParent(option); node && flatContains(list, node); node = flatParent(node)) {
    if (node.scrollHeight > node.clientHeight * 1.5 && node.clientHeight > 40 && styleOf(node).overflowY === "hidden") return node;
  }
  for (let node = flatParent(list), depth = 0; node && node !== bodyOf(document) && depth < 4; node = flatParent(node), depth++) if (scrolls(node)) return node;
  return null;
}

/** Whether an option says that it is chosen; one without a role may do so by its style only. @param {Element} option */
function isChosen(option) {
  if (attr(option, "aria-selected") === "true" || attr(option, "aria-checked") === "true") return true;
  return !hasAttr(option, "role") && /(^|[-_\s])(is-)?selected($|\s)/i.test(attr(option, "class") || "");
}

/** The words a control shows: what its field holds, its text without the list in it, what it is said to hold.
 * @param {Element} control @param {boolean} standing it is the list itself */
function shownWords(control, standing) {
  if (standing) return [];
  const field = fieldKind(control) ? control : innerFields(control)[0];
  const hidden = [...queryAll(control, "input[type=hidden], select")].map((e) => String(/** @type {any} */ (e).value));
  const words = [field && !isSecretField(field) ? fieldText(field) : "", textOutsideLists(control), attr(control, "aria-valuetext") || "", ...hidden];
  return words.map((word) => fold(word)).filter((word) => word !== "");
}

/** The text in an element, without lists of options. @param {Element} top */
function textOutsideLists(top) {
  /** @type {string[]} */
  const parts = [];
  const visit = (/** @type {Node} */ node) => {
    if (parts.length > 200) return;
    if (nodeType(node) === TEXT) parts.push(textData(node));
    if (nodeType(node) !== ELEMENT) return;
    const element = /** @type {Element} */ (node);
    if (element !== top && (matches(element, LISTS) || matches(element, OPTIONS) || !isRendered(element))) return;
    for (const child of flatChildren(element)) visit(child);
    parts.push(" ");
  };
  visit(top);
  return parts.join("");
}

/** What stands beside the field of a chooser that shows its choice there: the text around it, up to the next control.
 * @param {Element} control */
function wordsAround(control) {
  let best = "";
  for (let node = flatParent(control), depth = 0; node && node !== bodyOf(document) && depth < 5; node = flatParent(node), depth++) {
    if (otherControls(node, control).length || tagOf(node) === "form") break;
    best = fold(textOutsideLists(node));
    if (best.length > 400) break;
  }
  return best;
}

/** Whether words hold a label as a whole, and not as a part of another word or number. @param {string} words @param {string} label */
function holdsLabel(words, label) {
  const text = words.toLowerCase();
  const sought = label.toLowerCase();
  if (sought === "") return text === "";
  const inWord = (/** @type {string | undefined} */ c) => c !== undefined && /[\p{L}\p{N}]/u.test(c);
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
    const before = inWord(text[at - 1]) && inWord(sought[0]);
    const after = inWord(text[at + sought.length]) && inWord(sought[sought.length - 1]);
    if (!before && !after) return true;
  }
  return false;
}

/** @typedef {object} ChosenArgs
 * @property {number} ref the control
 * @property {number | null} [list] its list
 * @property {number} option the element that was pressed
 * @property {string} label what was chosen
 * @property {string} was what the control showed before
 * @property {string[]} known labels of other options
 * @property {boolean} typed the label was typed into the field, which therefore proves nothing
 * @property {boolean} marked the option said that it was chosen before it was pressed, which may only mean that it is the current one */

/** What a chooser holds after a choice. @param {ChosenArgs} args */
api.chosenAria = (args) => {
  const control = byRef(args.ref);
  if (!control) return { shown: "", verdict: "gone" };
  const { label } = args;
  const standing = isStandingList(control);
  const words = shownWords(control, standing);
  const list = listOf(args);
  const drawn = !standing && !!list && isDrawn(list);
  const expanded = saysExpanded(control);
  const open = expanded === true || (drawn && expanded !== false);
  const told = { shown: clip(words.join(" "), 200), open, leaving: drawn && expanded === false };
  const changed = words.join(" ") !== args.was;
  const option = optionNow(args);
  if (option && isChosen(option) && !(args.typed && args.marked)) return { ...told, verdict: "chosen" };
  const value = option ? ariaValueOf(option) : "";
  const named = [...words, fold(attr(control, "aria-label") || "")].some((word) => holdsLabel(word, label) || (value !== "" && word === value));
  // A control may show a part of the label, such as a name without its price.
  const holds = named || (changed && words.some((word) => word.length > 1 && holdsLabel(label, word)));
  if (!standing && !(args.typed && open) && (holds || holdsLabel(wordsAround(control), label))) return { ...told, verdict: "chosen" };
  if (!standing && changed) {
    const other = args.known.some((one) => one !== label && !holdsLabel(label, one) && words.some((word) => holdsLabel(word, one)));
    return { ...told, verdict: other ? "other" : "changed" };
  }
  const pressed = byRef(args.option);
  const menu = isChooser(control) ? false : pressed ? roleOf(pressed).startsWith("menuitem") : !!list && roleOf(list) === "menu";
  const silent = standing ? !!list && !shownOptions(list).some((one) => hasAttr(one, "aria-selected") || hasAttr(one, "aria-checked")) : menu;
  return { ...told, verdict: silent || (!standing && menu) ? "silent" : "same" };
};
