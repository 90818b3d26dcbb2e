// `dress`: items that were drawn from the accessibility tree, with what only the page knows: where links lead, what fields take,
// the columns of tables, rows, matches of `find`. Names go through the same privacy as everywhere.

/** States that the tree tells; all others are the page's. */
const TREE_STATES = wordSet("checked unchecked mixed on off selected pressed expanded collapsed disabled required invalid readonly focused busy multiple");
const STATE_ORDER = ["checked", "unchecked", "mixed", "on", "off", "selected", "current", "pressed", "pressed mixed", "expanded", "collapsed",
  "opens menu", "opens listbox", "opens tree", "opens grid", "opens dialog", "disabled", "required", "empty", "invalid", "offscreen", "readonly", "focused", "busy", "multiple"];

/** @param {OutlineArgs & {items: Item[]}} args */
api.dress = (args) => {
  setPrivacy(args);
  prepareRead(args);
  const walk = new OutlineWalk(withDefaults(args));
  const items = args.items.map((item) => dressed(walk, item));
  if (walk.finder) for (const item of items) if (walk.finder.fits(item)) item.hit = true;
  return { items };
};

/** @param {OutlineWalk} walk @param {Item} given @returns {Item} */
function dressed(walk, given) {
  const item = { ...given };
  const ref = item.ref;
  delete item.ref;
  const whole = walk.options.text === "full";
  if (item.n) item.n = cleanText(item.n, item.r === "text" ? (whole ? 200000 : 120) : walk.nameLimit);
  if (item.x) item.x = cleanText(item.x, 300);
  const element = ref === undefined ? null : byRef(ref);
  if (!element) return item;
  const row = closestElement(element, ROWS);
  const own = itemFor(walk, element, item.r, walk.frameFor([], { depth: item.d, row: row ? rowFacts(row) : null }));
  const { n, h, v, t, g, near } = own;
  if (!item.n && g) Object.assign(item, { n, g });
  for (const [key, value] of Object.entries({ h, v, t, near: item.n ? undefined : near, row: own.row })) if (value !== undefined) /** @type {any} */ (item)[key] = value;
  if (TABLES.has(item.r)) addTable(walk, element, item);
  if (item.r === "frame") item.f = { u: frameAddress(element) };
  addStates(walk, element, item.r, own);
  const states = statesTogether(item.s || [], own.s || []);
  if (states.length) item.s = states;
  else delete item.s;
  if (walk.givesRef(item)) {
    item.ref = ref;
    rememberRef(/** @type {number} */ (ref), item.r, item.n || "", landmarkPath(element));
  }
  if (walk.options.boxes) {
    const box = rectOf(element);
    item.b = [Math.round(box.x), Math.round(box.y), Math.round(box.width), Math.round(box.height)];
  }
  return item;
}

const ROWS = wordSet("row");

/** @param {string[]} tree @param {string[]} page */
function statesTogether(tree, page) {
  const opens = (/** @type {string} */ word) => word.startsWith("opens ");
  return STATE_ORDER.filter((word) => (TREE_STATES.has(word) || opens(word) || word.startsWith("pressed") ? tree.includes(word) : page.includes(word)));
}
