// Whether a row is selected, and where a user presses to select it: its own box, else a part of it where nothing else is.

/** Words by which a page calls the column of its rows' boxes, or the boxes themselves. */
const SELECTING = /^(column \d+.*|#|\W*)$|\b(select|selected|selection|choose|chosen|pick|mark|check|tick)/i;
/** The box of a row stands in one of its first cells. */
const BOX_CELLS = 3;
/** Class names by which a page shows which rows are selected. */
const MARKED = /select|active|current|checked|highlight|chosen|picked/i;

/**
 * The checkbox or radio that selects a row: alone in one of its first cells, under a header that names nothing else.
 * @param {TableModel | null} model @param {Element} row @returns {Element | null}
 */
function rowToggle(model, row) {
  const cells = collectTableParts(row, CELLS, []).slice(0, BOX_CELLS);
  for (const [at, cell] of cells.entries()) {
    const controls = controlsWithin(cell, 3);
    const role = controls.length === 1 ? roleOf(controls[0]) : "";
    if (role !== "checkbox" && role !== "radio") continue;
    const name = shownName(nameOf(controls[0]));
    const says = shortText(cell, 200);
    if (says && says !== name) continue;
    if (SELECTING.test(name) || SELECTING.test((model && model.columns[at]) || "") || headHoldsBox(model, at)) {
      // Widgets draw a box round the one that is real, and only that says how it stands.
      return queryAll(controls[0], "input[type=checkbox], input[type=radio]")[0] || controls[0];
    }
  }
  return null;
}

/** @param {TableModel | null} model @param {number} column */
function headHoldsBox(model, column) {
  const heads = model ? model.heads : [];
  return heads.some((head) => head.at[column] && controlsWithin(/** @type {Element} */ (head.at[column]), 2).some((control) => roleOf(control) === "checkbox"));
}

/** @param {TableModel | null} model @param {Element} row @returns {boolean | undefined} */
function rowSelected(model, row) {
  const stated = flagAttr(row, "aria-selected");
  if (stated !== undefined) return stated;
  const toggle = rowToggle(model, row);
  const checked = toggle ? checkedOf(toggle) : undefined;
  return checked === "mixed" ? undefined : checked;
}

/** The table a row stands in. @param {Element} row @returns {TableModel | null} */
function tableAround(row) {
  for (let at = flatParent(row); at; at = flatParent(at)) if (TABLES.has(roleOf(at))) return tableModel(at);
  return null;
}

/** What in a row a press would be for, and not for the row. */
const PRESSED_FOR_ITSELF = "a, button, input, select, textarea, label, summary, [onclick], [contenteditable], [draggable=true]";

/**
 * A point of a row, from its upper left corner, at which nothing stands that a press would be for: on a text of it, else
 * in a gap.
 * @param {Element} row
 */
function emptyPoint(row) {
  const outer = rectOf(row);
  const taken = Array.from(queryAll(row, "*")).filter((element) => matches(element, PRESSED_FOR_ITSELF) || CONTROLS.has(roleOf(element))).map(rectOf);
  const isFree = (/** @type {{x: number, y: number}} */ point) =>
    !taken.some((box) => point.x >= box.left - 1 && point.x <= box.right + 1 && point.y >= box.top - 1 && point.y <= box.bottom + 1);
  const cells = collectTableParts(row, CELLS, []).map(rectOf).filter((box) => box.width > 4 && box.height > 4);
  const middle = (/** @type {DOMRect} */ box) => box.top + box.height / 2;
  const points = [
    ...cells.map((box) => ({ x: box.left + box.width / 2, y: middle(box) })),
    ...cells.map((box) => ({ x: box.right - 3, y: middle(box) })),
    ...cells.map((box) => ({ x: box.left + 3, y: box.bottom - 2 })),
    { x: outer.right - 3, y: middle(outer) },
  ];
  const free = points.find(isFree);
  return free ? { x: free.x - outer.left, y: free.y - outer.top } : undefined;
}

/** What rows were called that were asked about, by their refs: a table that is drawn anew has others in their place.
 * @type {Map<number, {label: string, path: string}>} */
const rowsKept = new Map();
const ROWS_KEPT = 200;
/** A table of more rows is not looked through for one that was replaced. */
const ROWS_SEARCHED = 3000;

/** The row of a ref, or the only one that is called so where it stood. @param {number} ref @returns {Element} */
function rowOrHeir(ref) {
  const row = byRef(ref);
  const kept = rowsKept.get(ref);
  const others = row || !kept ? [] : [...queryAll(document, "tr, [role=row]")];
  const heirs = kept && others.length <= ROWS_SEARCHED ? others.filter((one) => isShown(one) && rowFacts(one).label === kept.label && landmarkPath(one) === kept.path) : [];
  const found = row || (heirs.length === 1 ? heirs[0] : elementOf(ref));
  if (rowsKept.size >= ROWS_KEPT) rowsKept.clear();
  rowsKept.set(ref, { label: rowFacts(found).label, path: landmarkPath(found) });
  return found;
}

/**
 * How a row is selected, and whether it is.
 * @param {{ref: number}} args
 */
api.rowSelection = (args) => {
  beginModel(args);
  const row = rowOrHeir(args.ref);
  const model = tableAround(row);
  const toggle = rowToggle(model, row);
  const marks = tokens(attr(row, "class")).filter((name) => MARKED.test(name));
  if (flagAttr(row, "aria-current") === true) marks.push("aria-current");
  return { selected: rowSelected(model, row), toggle: toggle ? refOf(toggle) : 0, point: toggle ? undefined : emptyPoint(row), marks };
};
