// Runs of similar siblings: told by a cheap signature, counted instead of walked.

/** How many of a run are listed before the rest is counted. */
const RUN_SHOWN = 3;
/** How long a run must be before it is counted: rows and cards, simple controls, things with fields. */
const RUN_LIMITS = { cards: 8, simple: 24, fields: 40 };

/** Elements of which each says something of its own, however many there are. */
const NEVER_COUNTED = wordSet("nav main header footer form dialog h1 h2 h3 h4 h5 h6 fieldset table iframe frame thead tbody tfoot");

/** What makes siblings similar. @param {Element} element */
function signatureOf(element) {
  const first = firstElementChild(element);
  const last = first && lastElementChild(element);
  let signature = localName(element);
  const role = attr(element, "role");
  if (role !== null) signature += "@" + role;
  if (!first) return signature;
  signature += ">" + localName(first);
  if (last !== first) signature += "," + localName(/** @type {Element} */ (last));
  return signature;
}

/** @param {Element} element */
function mayRun(element) {
  return !NEVER_COUNTED.has(localName(element)) && !(attr(element, "role") || "").match(/^(tab|navigation|main|dialog|alert|heading)$/);
}

/** How long a run of elements like this one must be before it is counted. @param {Element} element */
function runLimit(element) {
  const tag = localName(element);
  if (tag === "tr") return RUN_LIMITS.cards;
  if (firstWithTag(element, "input, select, textarea") || /^(input|select|textarea|label)$/.test(tag)) return RUN_LIMITS.fields;
  if (!firstElementChild(element)) return RUN_LIMITS.simple;
  const role = attr(element, "role");
  if (role === "row" || role === "article" || tag === "article") return RUN_LIMITS.cards;
  const controls = queryAll(element, "a, button, [role], [onclick]").length;
  return controls <= 1 ? RUN_LIMITS.simple : RUN_LIMITS.cards;
}

/** @typedef {object} Run
 * @property {Element} first
 * @property {string} tag
 * @property {string} signature "" until it is asked for
 * @property {number} seen how many were listed so far
 * @property {boolean} decided whether the length was looked at */

/** How many siblings from `element` on are similar, and the last of them. Long stretches of one tag are sampled.
 * @param {Element} element @param {string} signature @returns {{count: number, last: Element}} */
function restOfRun(element, signature) {
  const parent = flatParent(element);
  let count = 1;
  let last = element;
  for (let at = nextElementSibling(element); at; at = nextElementSibling(at)) {
    if (count === 64) {
      const jump = sampledRest(at, signature);
      if (jump) return { count: count + jump.count, last: jump.last };
    }
    if (signatureOf(at) !== signature) break;
    last = at;
    if (count > 400 || sightIn(at, parent) !== GONE) count++;
  }
  return { count, last };
}

/** All siblings from here to the last one, when samples say that they are alike; null when not.
 * @param {Element} from @param {string} signature @returns {{count: number, last: Element} | null} */
function sampledRest(from, signature) {
  const parent = parentNode(from);
  if (!parent || nodeType(parent) !== ELEMENT) return null;
  const all = /** @type {HTMLCollection} */ (elementChildren(parent));
  const total = all.length;
  if (total < 200) return null;
  const tag = localName(from);
  if (queryAll(parent, `:scope > :not(${CSS.escape(tag)})`).length > total / 50) return null;
  const start = Array.prototype.indexOf.call(all, from);
  const last = all[total - 1];
  let alike = 0;
  const step = Math.max(1, Math.floor((total - start) / 60));
  for (let i = start; i < total; i += step) if (signatureOf(all[i]) === signature) alike++;
  const samples = Math.ceil((total - start) / step);
  return alike >= samples * 0.97 ? { count: total - start, last } : null;
}

const elementChildren = getterOf(Element.prototype, "children");
