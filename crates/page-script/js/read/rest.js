// What follows where the walk had to stop: how many controls, and which landmarks and headings, so that a reader knows of them.

/** Elements looked at one by one; what is further away is counted as a whole. */
const REST_STEPS = 6000;
/** Landmarks, dialogs and headings listed of the rest. */
const REST_LISTED = 40;
/** Landmarks of one tag listed from beyond the steps. */
const FAR_LISTED = 3;

const CONTROL_TAGS = wordSet("button input select textarea summary");
const STRUCTURE_TAGS = wordSet("h1 h2 h3 h4 h5 h6 main nav header footer aside search form dialog section");
const STRUCTURE_ROLES = wordSet("heading main navigation search region form dialog alertdialog alert banner contentinfo complementary");
const FAR_TAGS = ["main", "nav", "footer", "aside", "search", "form", "dialog"];

/** @typedef {object} Rest
 * @property {number} controls
 * @property {Element[]} structure
 * @property {boolean} whole whether everything was looked at */

/** Lists what is known of the rest. @param {OutlineWalk} walk */
function listRest(walk) {
  const last = walk.elements.findLast((element) => element !== null) || null;
  const rest = restAfter(last);
  const count = rest.whole ? rest.controls : Math.max(rest.controls, controlsOfPage() - walk.controls);
  walk.commit({ d: 0, r: "more", q: count || undefined, n: count ? "controls" : "text" }, null, "");
  const far = rest.whole ? [] : farLandmarks(last, rest.structure);
  for (const element of rest.structure.concat(far)) {
    const role = roleOf(element);
    const frame = walk.frameFor([], { depth: role === "heading" ? 1 : 0 });
    walk.commit(itemFor(walk, element, role, frame), element, "");
  }
}

/** Looks at what stands behind an element, as far as the steps go. @param {Element | null} last @returns {Rest} */
function restAfter(last) {
  /** @type {Rest} */
  const rest = { controls: 0, structure: [], whole: true };
  let at = last && firstBehind(outOfShadow(last));
  for (let steps = 0; at; steps++) {
    if (steps === REST_STEPS) {
      rest.whole = false;
      break;
    }
    const hidden = isLeftOut(at) || hasAttr(at, "hidden");
    if (!hidden) noteRest(at, rest);
    at = (!hidden && firstElementChild(at)) || nextBehind(at);
  }
  return rest;
}

/** @param {Element} element @param {Rest} rest */
function noteRest(element, rest) {
  const tag = localName(element);
  const given = attr(element, "role");
  if (isControlMark(element, tag, given)) {
    if (isRendered(element)) rest.controls++;
  } else if (rest.structure.length < REST_LISTED && (given === null ? STRUCTURE_TAGS.has(tag) : STRUCTURE_ROLES.has(given.trim().toLowerCase()))) {
    if (isStructure(element)) rest.structure.push(element);
  }
}

/** @param {Element} element @param {string} tag @param {string | null} given */
function isControlMark(element, tag, given) {
  if (given !== null && given !== "") return CONTROLS.has(given.trim().toLowerCase());
  if (tag === "a") return hasAttr(element, "href");
  return CONTROL_TAGS.has(tag) && !(tag === "input" && inputType(element) === "hidden");
}

/** @param {Element} element */
function isStructure(element) {
  if (!isShown(element) || isHiddenFromAll(element)) return false;
  const role = roleOf(element);
  return role === "heading" || role === "alert" || LANDMARKS.has(role) || DIALOGS.has(role);
}

/** @param {Element} element */
function outOfShadow(element) {
  let at = element;
  for (let root = rootOf(at); root instanceof ShadowRoot; root = rootOf(at)) at = shadowHost(root);
  return at;
}

/** @param {Element} element @returns {Element | null} */
const firstBehind = (element) => firstElementChild(element) || nextBehind(element);

/** The next element in the document that is not inside this one. @param {Element} element @returns {Element | null} */
function nextBehind(element) {
  for (let at = /** @type {Element | null} */ (element); at; at = parentElement(at)) {
    const next = nextElementSibling(at);
    if (next) return next;
  }
  return null;
}

/** Controls of the whole document, by their marks. The browser keeps these counts. */
function controlsOfPage() {
  let count = document.links.length - queryAll(document, "input[type=hidden i]").length;
  for (const tag of CONTROL_TAGS) count += protoByTag.call(document, tag).length;
  for (const marked of queryAll(document, "[role]")) {
    if (!CONTROL_TAGS.has(localName(marked)) && localName(marked) !== "a" && CONTROLS.has((attr(marked, "role") || "").trim().toLowerCase())) count++;
  }
  return count;
}

/** Landmarks beyond the steps, a few of each tag. @param {Element | null} last @param {Element[]} known @returns {Element[]} */
function farLandmarks(last, known) {
  /** @type {Element[]} */
  const found = [];
  if (!last) return found;
  for (const tag of FAR_TAGS) {
    const all = protoByTag.call(document, tag);
    let listed = 0;
    for (let i = all.length - 1; i >= 0 && i >= all.length - FAR_LISTED * 2 && listed < FAR_LISTED; i--) {
      if (known.includes(all[i]) || !standsBehind(last, all[i]) || !isStructure(all[i])) continue;
      found.push(all[i]);
      listed++;
    }
  }
  return found.sort((one, other) => (standsBehind(one, other) ? -1 : 1));
}

/** @param {Element} one @param {Element} other */
const standsBehind = (one, other) => (protoCompare.call(one, other) & 4) !== 0;
