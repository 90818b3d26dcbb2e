// One listed element as an item: role, name, states and the rest, with short keys.

/** @typedef {object} Item
 * @property {number} d depth
 * @property {string} r role
 * @property {string} [n] name
 * @property {number} [ref]
 * @property {string[]} [s] states
 * @property {string} [h] href
 * @property {string} [x] description
 * @property {string} [v] value
 * @property {string} [t] what it takes
 * @property {number} [l] level
 * @property {string} [g] where a guess came from
 * @property {string} [near]
 * @property {string} [row]
 * @property {{c: string[], r: number}} [tb]
 * @property {{i?: number, u: string}} [f]
 * @property {number} [q]
 * @property {string[]} [in]
 * @property {number[]} [b] @property {[number, number]} [c] corner of a frame's content in its box
 * @property {number} [y]
 * @property {boolean} [hit]
 * @property {boolean} [hid] */

/** Everything an item says, but its ref. @param {OutlineWalk} walk @param {Element} element @param {string} role @param {WalkFrame} frame @returns {Item} */
function itemFor(walk, element, role, frame) {
  const options = walk.options;
  /** @type {Item} */
  const item = { d: frame.depth, r: role };
  const name = cleanText(nameOf(element), walk.nameLimit);
  if (name) item.n = name;
  const control = CONTROLS.has(role);
  const level = levelOf(element, role);
  if (level !== undefined) item.l = level;
  if (role === "link") addHref(element, item);
  if (control || DIALOGS.has(role) || LANDMARKS.has(role) || options.complete) {
    const description = descriptionOf(element, nameOf(element));
    if (description) item.x = cleanText(description, 300);
  }
  if (!name && control) nameless(walk, element, role, item, frame);
  if (control || role === "progressbar" || role === "meter" || role === "separator") {
    const value = shownValue(element, role, options.values, options.typed);
    if (value) item.v = cleanText(value, 200);
    const takes = takesHint(element, role);
    if (takes) item.t = takes;
    if (frame.row) {
      const word = rowWord(frame.row, item.n || "");
      if (word) item.row = word;
    }
  }
  return item;
}

/** @param {OutlineWalk} walk @param {Element} element @param {string} role @param {Item} item */
function addStates(walk, element, role, item) {
  const states = statesFor(element, role);
  if (walk.options.viewport && (CONTROLS.has(role) || role === "heading") && isOffscreen(element)) states.push("offscreen");
  lateStates(element, role, states);
  if (states.length) item.s = states;
}

/** Whether an element lies outside the viewport. @param {Element} element */
function isOffscreen(element) {
  const box = rectOf(element);
  return box.bottom <= 0 || box.right <= 0 || box.top >= innerHeight || box.left >= innerWidth;
}

/** Where a link leads: the path where it stays on the origin. @param {Element} element @param {Item} item */
function addHref(element, item) {
  const href = attr(element, "href") ?? attr(element, "xlink:href");
  if (href === null) return;
  item.h = cleanText(shortAddress(href), 160);
}

/** What relative addresses are relative to, in this read. @type {{address: string, local: boolean} | null} */
let baseNow = null;

function pageBase() {
  if (baseNow === null) {
    const address = document.baseURI;
    baseNow = { address, local: address.startsWith(globalThis.origin) };
  }
  return baseNow;
}

/** @param {string} href */
function shortAddress(href) {
  const raw = href.trim();
  if (/^\/[\w\-/?=&#%.]*$/.test(raw) && !raw.startsWith("//") && !raw.includes("..") && pageBase().local) return raw;
  if (/^(javascript|data):/i.test(raw)) return raw.slice(0, raw.indexOf(":") + 1) + "…";
  if (raw.startsWith("#")) return raw;
  try {
    const url = new URL(raw, pageBase().address);
    return url.origin === globalThis.origin && url.origin !== "null" ? url.pathname + url.search + url.hash : url.href;
  } catch {
    return raw;
  }
}

/** Guesses for a control nobody named: its sign or marks where guessing is wanted, else what stands beside it.
 * @param {OutlineWalk} walk @param {Element} element @param {string} role @param {Item} item @param {WalkFrame} frame */
function nameless(walk, element, role, item, frame) {
  const field = TEXT_FIELDS.has(role) || CHECKABLE.has(role) || role === "slider" || role === "listbox";
  const guess = field || walk.options.infer === "off" ? null : guessName(element);
  if (guess) {
    item.n = cleanText(guess.name, 80);
    item.g = cleanText(guess.from, 40);
    return;
  }
  if ((frame.row && frame.row.label) || role === "listbox" || role === "option") return;
  const near = (walk.options.infer === "full" && field && textBefore(element)) || surroundingText(element);
  if (near) item.near = cleanText(near, 60);
}
