// When an action is over, and what it changed: the outline before and after, and what changes later.

const LATE_WALKS = 16;
const LATE_ROWS = 40;
const DIFF_ROWS = 60;
const CHEAP_WALK_MS = 20;

/** @typedef {any} OutlineItem */
/** @typedef {{items: OutlineItem[], modal: string, busy: boolean, title: string, url: string, count: number, cost: number}} PageMemory */
/** @typedef {{sign: "+" | "-" | "~", item: OutlineItem, was?: OutlineItem, indent: number, context?: string, under?: number}} ChangeRow */

/** The page as it was last told. @type {PageMemory | null} */
let memory = null;
/** The page as it was before the modal that is open now, to compare with when that one is closed. @type {PageMemory | null} */
let behind = null;
/** How outlines are taken for comparing. @type {object} */
let diffOptions = { text: "brief", limit: 2000 };
/** What changed since the last action was told. @type {{rows: ChangeRow[], walks: number, timer: number, armed: boolean}} */
const late = { rows: [], walks: 0, timer: 0, armed: false };

/** @returns {PageMemory} */
function readPage() {
  flushStir();
  const count = stir.count;
  const began = now();
  const outline = api.outline(diffOptions);
  const modal = (outline.scope && outline.scope.modal) || "";
  return { items: outline.items, modal, busy: !!outline.busy, title: document.title, url: location.href, count, cost: now() - began };
}

/** What had the focus before the action, and what the action is aimed at; the focus going there is no news. */
const focusKnown = { before: 0, aimed: 0 };

const focusedRef = () => {
  const focused = focusedElement();
  return focused ? refOf(focused) : 0;
};

/** Remembers the page as it is before an action, unless it is known already. @param {number} [aimed] ref of the target */
function takeBaseline(aimed) {
  flushStir();
  focusKnown.before = focusedRef();
  focusKnown.aimed = aimed || 0;
  stir.typedInto = null;
  clearTimeout(late.timer);
  late.timer = 0;
  late.armed = false;
  if (!memory || memory.count !== stir.count || memory.url !== location.href) memory = readPage();
  stir.acting = now();
  watchLeaving();
}

/** Where the page has begun to go since the action began. @type {{url: string, download: boolean} | null} */
let leaving = null;

/** @param {any} event a `NavigateEvent` */
function onNavigate(event) {
  if (event.destination.sameDocument || event.hashChange) return;
  leaving = { url: String(event.destination.url), download: event.downloadRequest !== null };
}

/** Listens for navigations of this frame; anew each time, since `document.open()` takes listeners off. */
function watchLeaving() {
  leaving = null;
  const navigation = /** @type {any} */ (globalThis).navigation;
  if (navigation) navigation.addEventListener("navigate", onNavigate);
}

/** @param {OutlineItem} item */
function itemKey(item) {
  const states = item.s ? item.s.filter((/** @type {string} */ s) => s !== "offscreen" && s !== "focused").join(",") : "";
  return [item.r, item.n || "", states, item.h || "", item.x || "", item.v || "", item.q || "", item.tb ? JSON.stringify(item.tb) : ""].join("\u0001");
}

/** Pairs items that are the same in both readings, and gives the rest. @param {OutlineItem[]} before @param {OutlineItem[]} after */
function unpaired(before, after) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  const keys = before.map(itemKey);
  for (const key of keys) counts.set(key, (counts.get(key) || 0) + 1);
  const came = [];
  for (let i = 0; i < after.length; i++) {
    const key = itemKey(after[i]);
    const left = counts.get(key) || 0;
    if (left > 0) counts.set(key, left - 1);
    else came.push(i);
  }
  const went = [];
  for (let i = before.length - 1; i >= 0; i--) {
    const left = counts.get(keys[i]) || 0;
    if (left <= 0) continue;
    counts.set(keys[i], left - 1);
    went.unshift(i);
  }
  return { came, went };
}

/** The rows of what changed between two readings. A modal hides the page behind it, which is no change of that page: when it opens, what
 * went is not told; when it closes, the page is compared with what it was before.
 * @param {PageMemory} before @param {PageMemory} after @returns {ChangeRow[]} */
function changesBetween(before, after) {
  if (after.modal && !before.modal) {
    behind = before;
    return rowsBetween(before, after).filter((row) => row.sign !== "-");
  }
  if (!before.modal || after.modal) return rowsBetween(before, after);
  const page = behind;
  behind = null;
  return page && page.url === after.url ? rowsBetween(page, after) : [];
}

/** @param {PageMemory} before @param {PageMemory} after @returns {ChangeRow[]} */
function rowsBetween(before, after) {
  const { came, went } = unpaired(before.items, after.items);
  const gone = new Set(went);
  /** @type {ChangeRow[]} */
  const rows = [];
  const indents = new Map();
  for (const index of came) {
    const item = after.items[index];
    const was = formerOf(item, before.items, gone);
    const parent = parentIndex(after.items, index);
    const indent = was || parent === -1 || !indents.has(parent) ? 0 : indents.get(parent) + 1;
    if (!was) indents.set(index, indent);
    rows.push({ sign: was ? "~" : "+", item, was, indent, context: indent === 0 ? contextAt(after.items, index) : undefined });
  }
  for (const index of gone) {
    const parent = parentIndex(before.items, index);
    if (parent === -1 || !gone.has(parent)) rows.push({ sign: "-", item: before.items[index], indent: 0, under: goneUnder(before.items, index, gone) });
  }
  return rows;
}

/** How many lines went with a line, being below it. @param {OutlineItem[]} items @param {number} index @param {Set<number>} gone */
function goneUnder(items, index, gone) {
  let count = 0;
  for (let i = index + 1; i < items.length && items[i].d > items[index].d; i++) if (gone.has(i)) count++;
  return count;
}

/** The gone item that a new one continues: the same element, or the same role and name. @param {OutlineItem} item @param {OutlineItem[]} items @param {Set<number>} gone */
function formerOf(item, items, gone) {
  let similar = -1;
  for (const index of gone) {
    const old = items[index];
    if (old.r !== item.r) continue;
    if (item.ref !== undefined && old.ref === item.ref) {
      gone.delete(index);
      return old;
    }
    if (similar < 0 && item.n && old.n === item.n) similar = index;
  }
  if (similar < 0) return undefined;
  gone.delete(similar);
  return items[similar];
}

/** @param {OutlineItem[]} items @param {number} index */
function parentIndex(items, index) {
  const depth = items[index].d;
  for (let i = index - 1; i >= 0; i--) if (items[i].d < depth) return i;
  return -1;
}

/** The named thing an item stands in. @param {OutlineItem[]} items @param {number} index @returns {string | undefined} */
function contextAt(items, index) {
  for (let i = parentIndex(items, index); i >= 0; i = parentIndex(items, i)) {
    const item = items[i];
    if (item.n && item.r !== "text") return `${item.r} ${JSON.stringify(clip(item.n, 60))}`;
  }
  return undefined;
}

/** Watches for what comes after the action was told. */
function armLate() {
  late.rows = [];
  late.walks = 0;
  late.armed = true;
  stir.acting = 0;
}

/** A change came: read the page soon, so that what shows for a moment only is told too. */
function noteLate() {
  if (!late.armed || late.timer || !memory || late.walks >= LATE_WALKS || memory.cost > CHEAP_WALK_MS * 2) return;
  late.timer = setTimeout(() => {
    late.timer = 0;
    if (late.armed) collectLate();
  }, 150);
}

function collectLate() {
  if (!memory || memory.count === stir.count) return;
  late.walks++;
  const after = readPage();
  for (const row of changesBetween(memory, after)) if (late.rows.length < LATE_ROWS) late.rows.push(row);
  memory = after;
}

/** What changed since the last action was told; nothing is told twice. */
api.lateChanges = () => {
  if (!late.armed) return { rows: [], more: 0, busy: "" };
  flushStir();
  collectLate();
  const rows = late.rows;
  late.rows = [];
  return { rows, more: 0, busy: memory ? workShown(memory) : "", title: document.title, url: location.href };
};

/** Whether an action was told a moment ago and nothing came of it yet. */
api.sinceAction = () => ({ changed: late.rows.length > 0 || (!!memory && memory.count !== stir.count) });

/** @typedef {object} SettleArgs
 * @property {number} quiet milliseconds without a change; 0: two frames
 * @property {number} max milliseconds to wait at most
 * @property {boolean} [pressed] a press was armed: wait for its end first
 * @property {boolean} [always] take the outline even when nothing was seen to change
 * @property {number} [field] a field to read back
 * @property {string} [wanted] what it should hold
 * @property {string} [ends] what it should end with
 * @property {boolean} [typed] text was typed: when the page does nothing about it at once, there is nothing to wait for
 * @property {boolean} [hold] only wait; another call comes for the changes */

/** Waits until the page is quiet, and says what changed. @param {SettleArgs} args */
api.settle = async (args) => {
  const began = now();
  if (args.pressed) await pressEnd(60);
  const press = args.pressed ? guardReport() : { state: "none" };
  if (args.pressed) disarmGuard();
  if (press.state === "stopped") return { press, rows: [], more: 0, quiet: true, busy: "" };
  const calm = args.typed && args.quiet === 0 && (await pageIsIdle());
  const quiet = calm || (await quietPage(began, args));
  return { press, quiet, ...tellChanges(args) };
};

/** Whether nothing has come of what was typed so far, by itself or by what it has set off to come next. */
async function pageIsIdle() {
  const began = stir.acting;
  await pause(0);
  flushStir();
  return stir.lastOwn < began;
}

const WORKING = /(?:ing|wait)\b[^.…]{0,24}(?:\.\.\.|…)$/i;

/** What shows that the page is at work: it says so, or a control or status reads `Saving…`. @param {PageMemory} page @returns {string} */
function workShown(page) {
  if (page.busy) return "the page shows that it is busy";
  const item = page.items.find((one) => one.n && one.n.length < 60 && one.r !== "textbox" && one.r !== "searchbox" && WORKING.test(one.n));
  return item && !(before0 && before0.has(item.n)) ? `${item.r} says ${JSON.stringify(item.n)}` : "";
}
/** Names that stood in the page before the action, which are no signs of work then. @type {Set<string> | null} */
let before0 = null;


/** @param {number} began @param {SettleArgs} args */
async function quietPage(began, args) {
  let frames = 0;
  before0 = memory ? new Set(memory.items.map((item) => item.n)) : null;
  for (;;) {
    const seen = stir.lastOwn;
    await nextFrame();
    flushStir();
    frames = stir.lastOwn === seen ? frames + 1 : 0;
    const still = args.quiet ? now() - Math.max(stir.lastOwn, began) >= args.quiet : frames >= 2;
    if (still && !(args.quiet && workShown(readPage()))) return true;
    if (still) await nextStir(Math.min(250, Math.max(1, args.max - (now() - began))));
    if (now() - began >= args.max) return false;
  }
}

/** @param {SettleArgs} args */
function tellChanges(args) {
  const before = memory;
  const untouched = before && before.count === stir.count && before.cost > CHEAP_WALK_MS && !args.always;
  const after = before && untouched ? before : readPage();
  const rows = before && !untouched ? changesBetween(before, after) : [];
  if (before) noteFocus(after, rows);
  memory = after;
  armLate();
  const told = { rows: rows.slice(0, DIFF_ROWS), more: Math.max(0, rows.length - DIFF_ROWS), busy: workShown(after) };
  const moved = before && before.url !== after.url ? after.url : undefined;
  const titled = !before || before.title !== after.title ? after.title : undefined;
  const going = leaving;
  leaving = null;
  return { ...told, leaving: going || undefined, url: moved, title: titled, modal: after.modal && before && !before.modal ? after.modal : undefined, closed: before && before.modal && !after.modal ? before.modal : undefined, field: args.field === undefined ? undefined : api.readField({ ref: args.field, wanted: args.wanted, ends: args.ends }) };
}

/** Adds the element that the focus went to, when that is not what was acted on. @param {PageMemory} after @param {ChangeRow[]} rows */
function noteFocus(after, rows) {
  const ref = focusedRef();
  if (!ref || ref === focusKnown.before || ref === focusKnown.aimed || rows.some((row) => row.item.ref === ref)) return;
  const item = after.items.find((one) => one.ref === ref);
  if (item) rows.push({ sign: "~", item, indent: 0 });
}

/** Begins to watch a frame that is not acted in, so that what changes there is told too. @param {{options?: object}} args */
api.watchFrame = ({ options }) => {
  if (options) diffOptions = options;
  keepStirring();
  takeBaseline();
};

/** What has changed in a frame beside the one that was acted in. */
api.tellNow = () => (memory && stir.acting ? { quiet: true, ...tellChanges({ quiet: 0, max: 0 }) } : { rows: [] });
