// When an action is over, and what it changed: the page as it is read before and after, and what changes later.

const LATE_WALKS = 16;
const LATE_ROWS = 40;
const DIFF_ROWS = 60;
/** A page that is read faster than this is read again though nothing was seen to change: styles may show what no event tells of. */
const CHEAP_WALK_MS = 3;
/** A page that takes longer is not read again and again for what comes late, unless it is so short that something else took the time. */
const LATE_WALK_MS = 40;
const SHORT_PAGE = 300;

/** @typedef {object} PageMemory a page as it was read
 * @property {OutlineItem[]} items @property {string} modal what hides the rest, as it is told @property {Element | null} over that element
 * @property {OutlineItem[]} signs of work in it
 * @property {boolean} busy @property {string} title @property {string} url @property {number} count changes until then
 * @property {number} elsewhere changes until then outside of the field that was typed into
 * @property {number} cost milliseconds */

/** The page as it was last told. @type {PageMemory | null} */
let memory = null;
/** How outlines are taken for comparing: lists are compared line by line unless they are long, and what an answer has room for is no
 * bound, since only the difference is told. @type {{text?: string, limit: number, runs?: number, budget: number}} */
let diffOptions = { text: "brief", limit: 2000, runs: 60, budget: Infinity };
/** What changed since the last action was told. @type {{rows: ChangeRow[], walks: number, timer: number, armed: boolean}} */
const late = { rows: [], walks: 0, timer: 0, armed: false };

/** @returns {PageMemory} */
function readPage() {
  flushStir();
  const { count, elsewhere } = stir;
  const began = now();
  const outline = api.outline(diffOptions);
  const modal = (outline.scope && outline.scope.modal) || "";
  const over = modal ? reachOfPage({ infer: "clicks", complete: false }).modal : null;
  return { items: outline.items, signs: outline.items.filter(isSignOfWork), modal, over, busy: !!outline.busy, title: document.title, url: location.href, count, elsewhere, cost: now() - began };
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
  toldLast = [];
  if (!memory || memory.count !== stir.count || memory.url !== location.href) memory = readPage();
  signsBefore = new Set(memory.signs.map(signOf));
  foundInvalid.clear();
  stir.acting = now();
  elsewhereBefore = stir.elsewhere;
  watchLeaving();
}

/** How often something had changed before the action, fields that are typed into left aside. */
let elsewhereBefore = 0;

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

/** Watches for what comes after the action was told. */
function armLate() {
  late.rows = [];
  late.walks = 0;
  late.armed = true;
  stir.acting = 0;
}

/** A change came: read the page soon, so that what shows for a moment only is told too. */
function noteLate() {
  if (!late.armed || late.timer || !memory || late.walks >= LATE_WALKS || (memory.cost > LATE_WALK_MS && memory.items.length > SHORT_PAGE)) return;
  late.timer = setTimeout(() => {
    late.timer = 0;
    if (late.armed) collectLate();
  }, 150);
}

function collectLate() {
  if (!memory || memory.count === stir.count) return;
  const inField = memory.cost > CHEAP_WALK_MS && stir.typedInto !== null && memory.elsewhere === stir.elsewhere && memory.url === location.href;
  if (!inField) late.walks++;
  const after = inField ? withFieldNow(memory) : readPage();
  for (const row of (inField && !covers.length ? changesInField : changesBetween)(memory, after).rows) if (late.rows.length < LATE_ROWS) late.rows.push(row);
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
 * @property {boolean} [resumes] the action before ended at a dialog: tell what it changed too
 * @property {boolean} [typing] the text is on its way: wait until it has come */

/** Counts settlings. One during which another began leaves the telling to that one: its caller has gone, as at a dialog. */
let settleTurn = 0;
/** What was told last, for a caller that never got it. @type {ChangeRow[]} */
let toldLast = [];

/** Waits until the page is quiet, and says what changed. @param {SettleArgs} args */
api.settle = async (args) => {
  const began = now();
  const turn = ++settleTurn;
  if (args.pressed) await pressEnd(60);
  const press = args.pressed ? guardReport() : { state: "none" };
  // The click of a stopped press comes after its end, in the same task, and is none for the page either.
  if (press.state === "stopped") await pressEnd(2000).then(() => pause(0));
  if (args.pressed) disarmGuard();
  if (press.state === "stopped") return { press, rows: [], more: 0, quiet: true, busy: "" };
  const idle = args.typing ? await textArrived(60) : args.typed && args.quiet === 0 && (await pageIsIdle());
  const calm = idle && args.quiet === 0;
  const quiet = calm || (await quietPage(began, args));
  if (turn !== settleTurn) return { press, rows: [], more: 0, quiet, busy: "" };
  const told = tellChanges(args);
  if (args.resumes) told.rows = [...toldLast, ...told.rows].slice(0, DIFF_ROWS);
  toldLast = told.rows;
  return { press, quiet, ...told };
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
  const item = page.signs.find((one) => !signsBefore.has(signOf(one)));
  if (!item) return "";
  const called = item.n ? `${item.r} ${JSON.stringify(clip(item.n, 60))}` : item.r;
  if (isBusyItem(item)) return `${called} is busy`;
  return item.r === "progressbar" ? `${called} is shown` : `${item.r} says ${JSON.stringify(item.n)}`;
}

/** @param {OutlineItem} item */
const isBusyItem = (item) => !!item.s && item.s.includes("busy");
/** @param {OutlineItem} item */
const isSignOfWork = (item) => isBusyItem(item) || item.r === "progressbar" || (!!item.n && item.n.length < 60 && item.r !== "textbox" && item.r !== "searchbox" && WORKING.test(item.n));
/** @param {OutlineItem} item */
const signOf = (item) => `${item.r} ${item.n || ""} ${isBusyItem(item)}`;
/** Signs of work that stood in the page before the action, which are none of it. @type {Set<string>} */
let signsBefore = new Set();

/** @param {number} began @param {SettleArgs} args */
async function quietPage(began, args) {
  let frames = 0;
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
  flushStir();
  const spared = before !== null && before.cost > CHEAP_WALK_MS && !args.always;
  // What happened in the field alone is told by the field; the page is read a moment later, for what it may have set off.
  const inField = spared && args.typed && stir.elsewhere === elsewhereBefore;
  const untouched = spared && (inField || before.count === stir.count);
  const after = !untouched ? readPage() : inField ? withFieldNow(before) : before;
  /** @type {Difference} */
  const { rows, opened, closed } = !before || after === before ? { rows: [] } : inField && !covers.length ? changesInField(before, after) : changesBetween(before, after);
  if (before) noteFocus(after, rows);
  memory = after;
  armLate();
  if (inField) noteLate();
  const told = { rows: rows.slice(0, DIFF_ROWS), more: Math.max(0, rows.length - DIFF_ROWS), cut: after.items.length >= diffOptions.limit, busy: workShown(after) };
  const moved = before && before.url !== after.url ? after.url : undefined;
  const titled = !before || before.title !== after.title ? after.title : undefined;
  const going = leaving;
  leaving = null;
  // Pages check a field on each key by themselves; what is kept back is kept back at a press.
  const invalid = args.typed ? [] : tellInvalid();
  return { ...told, invalid, leaving: going || undefined, url: moved, title: titled, modal: opened, closed, field: args.field === undefined ? undefined : api.readField({ ref: args.field, wanted: args.wanted, ends: args.ends }) };
}

/** A reading of the page with the states that the field has now. @param {PageMemory} page @returns {PageMemory} */
function withFieldNow(page) {
  const field = stir.typedInto;
  const ref = field && refNumbers.get(field);
  const index = field && ref ? page.items.findIndex((item) => item.ref === ref) : -1;
  if (!field || index < 0) return { ...page, count: stir.count };
  const item = page.items[index];
  const states = statesFor(field, item.r);
  lateStates(field, item.r, states);
  const now = { ...item, s: states.length ? states : undefined };
  const signs = isSignOfWork(item) || isSignOfWork(now) ? page.signs.filter((one) => one !== item).concat(isSignOfWork(now) ? [now] : []) : page.signs;
  const items = page.items.slice();
  items[index] = now;
  return { ...page, items, signs, count: stir.count };
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
  if (options) diffOptions = { ...diffOptions, ...options };
  keepStirring();
  takeBaseline();
};

/** What has changed in a frame beside the one that was acted in. */
api.tellNow = () => (memory && stir.acting ? { quiet: true, ...tellChanges({ quiet: 0, max: 0 }) } : { rows: [] });
