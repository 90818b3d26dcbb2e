// What differs between two readings of a page: lines that came, went, changed or moved, and what opened over the rest.

const COVERS = 5;
const GONE_SHOWN = 3;
const CAME_SHOWN = { list: 10, rows: 3 };
const MOVED_SHOWN = 3;
const MOVED_ROWS = 8;

/** @typedef {any} OutlineItem */
/** @typedef {{sign: "+" | "-" | "~", item: OutlineItem, was?: OutlineItem, indent: number, context?: string, under?: number, order?: string[], from?: string}} ChangeRow */
/** @typedef {{rows: ChangeRow[], opened?: string, closed?: string}} Difference */

/** Something that hides the rest of the page: a modal, or a popup whose opener put the rest behind `aria-hidden`.
 * @typedef {{page: PageMemory, label: string, over: Element | null, hidden: number[]}} Cover
 * `page` is the page as it was without it, `over` the modal, `hidden` the refs of controls that a popup hid */

/** What is open over the page, the uppermost last. @type {Cover[]} */
let covers = [];

/** What changed. That a page is hidden is no change of it: when a cover opens, what it hides is not told; when it closes, the page is
 * compared with what it was before. @param {PageMemory} before @param {PageMemory} after @returns {Difference} */
function changesBetween(before, after) {
  let base = before;
  /** @type {string | undefined} */
  let closed;
  while (covers.length && !stillCovers(covers[covers.length - 1], after)) {
    const cover = /** @type {Cover} */ (covers.pop());
    base = cover.page;
    closed = cover.label;
  }
  const paired = pairUp(base.items, after.items);
  const rows = rowsOf(base.items, after.items, paired);
  const cover = coverIn(base, after, paired.gone, rows);
  if (!cover) return { rows, closed };
  covers.push(cover);
  if (covers.length > COVERS) covers.shift();
  return { rows: rows.filter((row) => row.sign !== "-"), opened: cover.label, closed };
}

/** @param {Cover} cover @param {PageMemory} after */
function stillCovers({ over, hidden }, after) {
  if (!over) return hidden.some(isBehind);
  return after.over === over || (isConnected(over) && isShown(over) && isHiddenFromAll(over));
}

/** What changed where all but the item of a field is known to be as it was. @param {PageMemory} before @param {PageMemory} after @returns {Difference} */
function changesInField(before, after) {
  const index = after.items === before.items ? -1 : after.items.findIndex((item, at) => item !== before.items[at]);
  if (index < 0 || itemKey(after.items[index]) === itemKey(before.items[index])) return { rows: [] };
  const context = contextAt(after.items, parentsOf(after.items), index);
  return { rows: [{ sign: "~", item: after.items[index], was: before.items[index], indent: 0, context }] };
}

/** Whether a control is there, but kept from the user. @param {number} ref */
function isBehind(ref) {
  const element = byRef(ref);
  return !!element && isConnected(element) && isRendered(element) && isHiddenFromAll(element);
}

/** What has opened over the page, if anything has. @param {PageMemory} base @param {PageMemory} after @param {Set<number>} gone
 * @param {ChangeRow[]} rows @returns {Cover | null} */
function coverIn(base, after, gone, rows) {
  if (after.over && after.over !== base.over) return { page: base, label: after.modal, over: after.over, hidden: [] };
  const refs = [...gone].map((index) => base.items[index].ref).filter((ref) => ref !== undefined);
  const hidden = refs.filter(isBehind);
  if (!hidden.length || hidden.length * 2 < refs.length) return null;
  const shown = rows.find((row) => row.sign === "+" && row.indent === 0 && POPUP_ROLES.has(row.item.r));
  return { page: base, label: shown ? labelOf(shown.item) : "a popup", over: null, hidden };
}

const POPUP_ROLES = wordSet("menu listbox dialog alertdialog tree grid region group");

/** @param {OutlineItem} item */
const labelOf = (item) => (item.n ? `${item.r} ${JSON.stringify(clip(item.n, 60))}` : item.r);

/** What is told of an item, but for the focus, and how far it is scrolled to. @param {OutlineItem} item */
function itemKey(item) {
  const states = item.s ? item.s.filter((/** @type {string} */ s) => s !== "offscreen" && s !== "focused").join(",") : "";
  return [item.r, item.n || "", states, item.h || "", item.x || "", item.v || "", item.q || "", item.row || "", item.tb ? JSON.stringify(item.tb) : ""].join("\u0001");
}

/** @typedef {object} Pairs
 * @property {Map<number, number>} same items after, by position, and what they were before: unchanged, and known to be the same
 * @property {Map<number, number>} alike items that read the same as others, as many as before: paired in their order
 * @property {Map<number, number>} changed items of the same element that read differently
 * @property {number[]} came @property {Set<number>} gone */

/** Which items are the same in both readings: those of the same element, then those that read the same.
 * @param {OutlineItem[]} before @param {OutlineItem[]} after @returns {Pairs} */
function pairUp(before, after) {
  /** @type {Pairs} */
  const pairs = { same: new Map(), alike: new Map(), changed: new Map(), came: [], gone: new Set() };
  const keys = before.map(itemKey);
  const owners = new Map();
  before.forEach((item, index) => item.ref !== undefined && owners.set(item.ref, index));
  const kept = new Set();
  /** @type {number[]} */
  const others = [];
  after.forEach((item, index) => {
    const old = item.ref === undefined ? undefined : owners.get(item.ref);
    if (old === undefined || kept.has(old) || before[old].r !== item.r) return void others.push(index);
    kept.add(old);
    (keys[old] === itemKey(item) ? pairs.same : pairs.changed).set(index, old);
  });
  pairByKey(keys, kept, after, others, pairs);
  return pairs;
}

/** @param {string[]} keys @param {Set<number>} kept @param {OutlineItem[]} after @param {number[]} others @param {Pairs} pairs */
function pairByKey(keys, kept, after, others, pairs) {
  /** @type {Map<string, number[]>} */
  const left = new Map();
  keys.forEach((key, index) => {
    if (kept.has(index)) return;
    const list = left.get(key);
    if (list) list.push(index);
    else left.set(key, [index]);
  });
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const index of others) times.set(itemKey(after[index]), (times.get(itemKey(after[index])) || 0) + 1);
  const asMany = new Set([...left].filter(([key, list]) => times.get(key) === list.length).map(([key]) => key));
  for (const index of others) {
    const key = itemKey(after[index]);
    const list = left.get(key);
    if (!list || !list.length) {
      pairs.came.push(index);
      continue;
    }
    // Of several that read the same, none is known to be the one it was.
    if (list.length === 1 && times.get(key) === 1) pairs.same.set(index, list[0]);
    else if (asMany.has(key)) pairs.alike.set(index, list[0]);
    list.shift();
  }
  // What went is told from the end, where lists are cut.
  for (const list of left.values()) for (const index of list) pairs.gone.add(index);
}

/** @param {OutlineItem[]} before @param {OutlineItem[]} after @param {Pairs} pairs @returns {ChangeRow[]} */
function rowsOf(before, after, { same, alike, changed, came, gone }) {
  /** @type {ChangeRow[]} */
  const rows = [];
  const indents = new Map();
  const lines = [...came, ...changed.keys()].sort((one, other) => one - other);
  const parents = parentsOf(after);
  const orders = movedIn(before, after, parents, same);
  // Where lines came, they tell the order.
  for (const index of came) if (orders.has(parents[index])) orders.set(parents[index], []);
  for (const index of lines) {
    const item = after[index];
    const was = changed.has(index) ? before[/** @type {number} */ (changed.get(index))] : formerOf(item, before, gone);
    const parent = parents[index];
    const indent = was || parent === -1 || !indents.has(parent) ? 0 : indents.get(parent) + 1;
    if (!was) indents.set(index, indent);
    rows.push({ sign: was ? "~" : "+", item, was, indent, context: indent === 0 ? contextAt(after, parents, index) : undefined, order: orders.get(index) });
    orders.delete(index);
  }
  foldCame(rows);
  for (const [index, order] of orders) if (index >= 0) rows.push({ sign: "~", item: after[index], indent: 0, order });
  rows.push(...rowsOfMoved(before, after, parents, same, new Map([...alike, ...same, ...changed])));
  return rows.concat(rowsOfGone(before, gone));
}

/** Of many alike that came beside each other, as items of a list or as the texts and controls of rows, keeps the first few and a
 * count; what is there once or twice among them stays. @param {ChangeRow[]} rows */
function foldCame(rows) {
  for (let from = 0; from < rows.length; from++) {
    const { sign, item, indent, context } = rows[from];
    let to = from + 1;
    if (sign !== "+" || !FOLDED_ROLES.has(item.r)) continue;
    /** @param {ChangeRow} row */
    const goesOn = (row) => row.sign === "+" && (row.indent > indent || (row.indent === indent && row.context === context && FOLDED_ROLES.has(row.item.r)));
    while (to < rows.length && goesOn(rows[to])) to++;
    const kept = firstOfEach(rows.slice(from, to), indent);
    const left = to - from - kept.length;
    if (left > 2) rows.splice(from, to - from, ...kept, { sign: "+", item: { d: item.d, r: "more", q: left }, indent });
    else from = to - 1;
    if (left > 2) from += kept.length;
  }
}

/** @param {ChangeRow[]} rows @param {number} indent */
function firstOfEach(rows, indent) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const row of rows) if (row.indent === indent) counts.set(row.item.r, (counts.get(row.item.r) || 0) + 1);
  const many = [...counts.values()].filter((count) => count > CAME_SHOWN.rows + 1).length;
  const most = many > 1 ? CAME_SHOWN.rows : CAME_SHOWN.list;
  /** @type {Map<string, number>} */
  const seen = new Map();
  let keeps = true;
  return rows.filter((row) => {
    if (row.indent > indent) return keeps;
    const times = (seen.get(row.item.r) || 0) + 1;
    seen.set(row.item.r, times);
    keeps = times <= most;
    return keeps;
  });
}

/** What lists and tables are made of. */
const FOLDED_ROLES = wordSet("text link button checkbox radio option menuitem clickable listitem image treeitem row gridcell cell combobox textbox switch more");

/** What went, without what stood below it; of many alike the first few. @param {OutlineItem[]} before @param {Set<number>} gone */
function rowsOfGone(before, gone) {
  /** @type {ChangeRow[]} */
  const rows = [];
  /** @type {Map<string, ChangeRow>} */
  const counted = new Map();
  /** @type {Map<string, number>} */
  const shown = new Map();
  const parents = parentsOf(before);
  const texts = [...gone].filter((index) => before[index].r === "text");
  for (const index of [...gone].sort((one, other) => one - other)) {
    const item = before[index];
    const parent = parents[index];
    if (parent !== -1 && gone.has(parent)) continue;
    // A control that went with its row is told by it.
    if (item.row && texts.some((text) => parents[text] === parent && before[text].n.includes(item.row))) continue;
    const kind = `${item.r}\u0001${parent}`;
    const times = (shown.get(kind) || 0) + 1;
    shown.set(kind, times);
    const under = goneUnder(before, index, gone);
    if (times <= GONE_SHOWN || under > 0) {
      rows.push({ sign: "-", item, indent: 0, under });
      continue;
    }
    let more = counted.get(kind);
    if (!more) {
      more = { sign: "-", item: { d: item.d, r: "more", q: 0 }, indent: 0 };
      counted.set(kind, more);
      rows.push(more);
    }
    more.item.q += item.r === "more" ? item.q || 0 : 1;
  }
  return rows;
}

/** How many lines went with a line, being below it. @param {OutlineItem[]} items @param {number} index @param {Set<number>} gone */
function goneUnder(items, index, gone) {
  let count = 0;
  for (let i = index + 1; i < items.length && items[i].d > items[index].d; i++) if (gone.has(i)) count++;
  return count;
}

/** The gone item that a new one continues: of the same role and name, or a count of the same list.
 * @param {OutlineItem} item @param {OutlineItem[]} items @param {Set<number>} gone */
function formerOf(item, items, gone) {
  for (const index of gone) {
    const old = items[index];
    const alike = old.r === item.r && (old.row || "") === (item.row || "");
    const continues = alike && (item.r === "more" ? old.d === item.d : !!item.n && old.n === item.n);
    if (!continues) continue;
    gone.delete(index);
    return old;
  }
  return undefined;
}

/** What stands in something else than before, both of which were and are there; what moved along inside is told by it.
 * @param {OutlineItem[]} before @param {OutlineItem[]} after @param {number[]} parents @param {Map<number, number>} same
 * @param {Map<number, number>} paired all that was there before @returns {ChangeRow[]} */
function rowsOfMoved(before, after, parents, same, paired) {
  const formerParents = parentsOf(before);
  const stillThere = new Set(paired.values()).add(-1);
  /** @type {ChangeRow[]} */
  const rows = [];
  let left = 0;
  for (const [index, old] of [...same].sort(([one], [other]) => one - other)) {
    const parent = parents[index];
    const former = parent === -1 ? -1 : paired.get(parent);
    if (!after[index].n || former === undefined || former === formerParents[old] || !stillThere.has(formerParents[old])) continue;
    const context = contextAt(after, parents, index) || "the page";
    const from = contextAt(before, formerParents, old) || "the page";
    if (context === from) continue;
    if (rows.length === MOVED_ROWS) left++;
    else rows.push({ sign: "~", item: after[index], indent: 0, context, from });
  }
  return left ? rows.concat({ sign: "~", item: { d: 0, r: "more", q: left }, indent: 0 }) : rows;
}

/** The containers whose items stand in another order than before, by position (-1: none), with those that come first now.
 * @param {OutlineItem[]} before @param {OutlineItem[]} after @param {number[]} parents @param {Map<number, number>} same @returns {Map<number, string[]>} */
function movedIn(before, after, parents, same) {
  /** @type {Map<number, {last: number, moved: boolean, names: string[], texts: string[]}>} */
  const places = new Map();
  for (const index of [...same.keys()].sort((one, other) => one - other)) {
    const item = after[index];
    const old = /** @type {number} */ (same.get(index));
    if (!item.n || before[old].d !== item.d) continue;
    const parent = parents[index];
    const place = places.get(parent) || { last: -1, moved: false, names: [], texts: [] };
    places.set(parent, place);
    if (old < place.last) place.moved = true;
    place.last = Math.max(place.last, old);
    const told = item.r === "text" ? place.texts : place.names;
    if (told.length < MOVED_SHOWN) told.push(clip(item.n, 80));
  }
  /** @type {Map<number, string[]>} */
  const orders = new Map();
  for (const [parent, { moved, names, texts }] of places) if (moved) orders.set(parent, texts.length ? texts : names);
  return orders;
}

/** The positions of the items that items stand in; -1 for those in none. @param {OutlineItem[]} items @returns {number[]} */
function parentsOf(items) {
  /** @type {number[]} */
  const open = [];
  return items.map((item, index) => {
    while (open.length && items[open[open.length - 1]].d >= item.d) open.pop();
    const parent = open.length ? open[open.length - 1] : -1;
    open.push(index);
    return parent;
  });
}

/** The named thing an item stands in. @param {OutlineItem[]} items @param {number[]} parents @param {number} index @returns {string | undefined} */
function contextAt(items, parents, index) {
  for (let i = parents[index]; i >= 0; i = parents[i]) if (items[i].n && items[i].r !== "text") return labelOf(items[i]);
  return undefined;
}
