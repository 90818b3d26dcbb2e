// Tables: which of them hold data, what their rows and cells are, what their columns are called.

/** Whether tables hold data, in this read. @type {Map<Element, boolean>} */
let dataTables = new Map();

/** @param {HTMLTableElement} element */
function tableRole(element) {
  return isDataTable(element) ? "table" : "";
}

/** The table an HTML row, section or cell belongs to. @param {Element} element @returns {HTMLTableElement | null} */
function tableOf(element) {
  for (let at = flatParent(element); at; at = flatParent(at)) {
    const tag = localName(at);
    if (tag === "table") return /** @type {HTMLTableElement} */ (at);
    if (tag !== "tr" && tag !== "tbody" && tag !== "thead" && tag !== "tfoot") return null;
  }
  return null;
}

/** @param {Element} element */
function sectionOfTable(element) {
  const table = tableOf(element);
  return table !== null && TABLES.has(roleOf(table));
}

/** @param {Element} element */
function rowRole(element) {
  const table = tableOf(element);
  return table && TABLES.has(roleOf(table)) ? "row" : "";
}

/** @param {HTMLTableCellElement} element */
function cellRole(element) {
  const row = flatParent(element);
  const table = tableOf(element);
  if (!table || !row || roleOf(row) !== "row") return "";
  const role = roleOf(table);
  if (!TABLES.has(role)) return "";
  if (localName(element) === "th") return headerRole(element);
  return role === "table" ? "cell" : "gridcell";
}

/** Whether a `th` heads its column or its row. @param {HTMLTableCellElement} element */
function headerRole(element) {
  const scope = (attr(element, "scope") || "").toLowerCase();
  if (scope === "row" || scope === "rowgroup") return "rowheader";
  if (scope === "col" || scope === "colgroup") return "columnheader";
  const row = parentNode(element);
  if (!row || nodeType(row) !== ELEMENT) return "columnheader";
  const first = firstElementChild(row);
  const last = lastElementChild(row);
  const near = [previousElementSibling(element), nextElementSibling(element), first, first && nextElementSibling(first), last,
    last && previousElementSibling(last)];
  return near.some(isFilledDataCell) ? "rowheader" : "columnheader";
}

/** @param {Element | null} cell */
function isFilledDataCell(cell) {
  return cell !== null && localName(cell) === "td" && firstChild(cell) !== null;
}

/** Whether an HTML table holds data, or is there for its looks: the signs that Chromium goes by.
 * @param {HTMLTableElement} table */
function isDataTable(table) {
  let known = dataTables.get(table);
  if (known === undefined) {
    known = (hasAttr(table, "role") && tokens(attr(table, "role")).length > 0 && !/^\s*(none|presentation)\b/i.test(attr(table, "role") || "")) || looksLikeData(table);
    dataTables.set(table, known);
  }
  return known;
}

/** @param {HTMLTableElement} table */
function looksLikeData(table) {
  if (table.isContentEditable) return true;
  if (attr(table, "summary") || attr(table, "rules")) return true;
  for (let part = firstElementChild(table); part; part = nextElementSibling(part)) {
    const tag = localName(part);
    if (tag === "caption" || tag === "thead" || tag === "tfoot" || tag === "colgroup" || tag === "col") return true;
  }
  const rows = table.rows;
  if (rows.length >= 20 || hasHeaderCell(rows)) return true;
  if (rows.length === 0) return false;
  const columns = Math.max(...Array.from(rows, (row) => row.cells.length));
  if (rows.length === 1 && columns <= 1) return false;
  return cellsLookLikeData(table, rows);
}

/** @param {HTMLCollectionOf<HTMLTableRowElement>} rows */
function hasHeaderCell(rows) {
  for (let y = 0; y < rows.length; y++) {
    for (let cell = firstElementChild(rows[y]); cell; cell = nextElementSibling(cell)) if (localName(cell) === "th") return true;
  }
  return false;
}

/** @param {HTMLTableElement} table @param {HTMLCollectionOf<HTMLTableRowElement>} rows */
function cellsLookLikeData(table, rows) {
  const tableStyle = styleOf(table);
  const ground = tableStyle.backgroundColor;
  const spaced = tableStyle.borderCollapse !== "collapse" && parseFloat(tableStyle.borderSpacing) > 0;
  const count = { valid: 0, bordered: 0, top: 0, bottom: 0, left: 0, right: 0, coloured: 0 };
  /** @type {string[]} */
  const rowGrounds = [];
  for (let y = 0; y < rows.length; y++) {
    const cells = rows[y].cells;
    for (let x = 0; x < cells.length; x++) {
      const cell = cells[x];
      const box = rectOf(cell);
      if (box.width < 1 || box.height < 1) continue;
      count.valid++;
      if (attr(cell, "headers") || attr(cell, "abbr") || attr(cell, "axis") || attr(cell, "scope")) return true;
      const style = styleOf(cell);
      if (style.emptyCells === "hide") return true;
      countBorders(style, count);
      if (spaced && style.backgroundColor !== ground && !/, 0\)$/.test(style.backgroundColor)) count.coloured++;
      if (count.bordered >= 10 || count.coloured >= 10) return true;
    }
    if (y < 5) rowGrounds.push(styleOf(rows[y]).backgroundColor);
  }
  if (count.valid <= 1) return false;
  const half = Math.floor(count.valid / 2);
  if ([count.bordered, count.top, count.bottom, count.left, count.right, count.coloured].some((n) => n >= half && n > 0)) return true;
  return isZebra(rowGrounds);
}

/** @param {CSSStyleDeclaration} style @param {{bordered: number, top: number, bottom: number, left: number, right: number}} count */
function countBorders(style, count) {
  const top = style.borderTopWidth !== "0px";
  const bottom = style.borderBottomWidth !== "0px";
  const left = style.borderLeftWidth !== "0px";
  const right = style.borderRightWidth !== "0px";
  if ((top && bottom) || (left && right)) count.bordered++;
  if (top) count.top++;
  if (bottom) count.bottom++;
  if (left) count.left++;
  if (right) count.right++;
}

/** @param {string[]} grounds */
function isZebra(grounds) {
  if (grounds.length <= 2) return false;
  const first = grounds[0];
  return grounds.every((ground, index) => (index % 2 === 1) === (ground !== first));
}

/** @typedef {object} TableShape
 * @property {string[]} columns names of the columns
 * @property {number} rows data rows
 * @property {Element[]} head rows that only head columns (at most 3) */

/** Columns and row count of a table or grid, looking at no more rows than needed.
 * @param {Element} table @returns {TableShape} */
function tableShape(table) {
  const rows = shownRows(table);
  /** @type {TableShape} */
  const shape = { columns: [], rows: rows.length, head: [] };
  for (const row of rows.slice(0, 3)) {
    const cells = cellsOf(row);
    if (!headsColumns(cells)) break;
    shape.head.push(row);
    shape.rows--;
    if (!shape.columns.length) shape.columns = cells.flatMap((cell) => columnNames(cell));
    else if (cells.length > shape.columns.length) shape.columns = cells.flatMap((cell) => columnNames(cell));
  }
  const heading = shape.columns.length || !rows.length ? null : headingTable(table);
  if (heading) shape.columns = cellsOf(shownRows(heading)[0]).flatMap((cell) => columnNames(cell));
  const total = parseInt(attr(table, "aria-rowcount") || "", 10);
  if (total > shape.rows) shape.rows = total - shape.head.length;
  while (shape.columns.length && shape.columns[shape.columns.length - 1] === "") shape.columns.pop();
  return shape;
}

/** @param {Element} table */
function shownRows(table) {
  return namespaceURI(table) === HTML_NS && localName(table) === "table" ? htmlRows(table) : ariaRows(table);
}

/** Whether the cells of a row head columns: all of them, or most, the others being empty or the box that selects all rows.
 * @param {Element[]} cells */
function headsColumns(cells) {
  const others = cells.filter((cell) => roleOf(cell) !== "columnheader");
  if (others.length * 2 >= cells.length) return false;
  return others.every((cell) => fold(textContent(cell).slice(0, 200)) === "" || firstMatch(cell, "input[type=checkbox], [role=checkbox]") !== null);
}

/** How far round a table the other half of it is looked for. */
const HALF_HEIGHT = 6;

/** The table that holds only the headers of this one, right before it: pages draw them apart to keep them in view.
 * @param {Element} table */
function headingTable(table) {
  return tableBeside(table, previousElementSibling, true);
}

/** The other half of a table whose headers and rows are drawn as two. @param {Element} table */
function otherHalf(table) {
  const rows = shownRows(table);
  if (!rows.length) return null;
  if (!headsColumns(cellsOf(rows[0]))) return headingTable(table);
  return rows.every((row) => headsColumns(cellsOf(row))) ? tableBeside(table, nextElementSibling, false) : null;
}

/** @param {Element} table @param {(element: Element) => Element | null} next @param {boolean} heading whether it has to be the half with the headers */
function tableBeside(table, next, heading) {
  let at = /** @type {Element} */ (table);
  for (let up = 0; up < HALF_HEIGHT; up++) {
    for (let side = next(at); side; side = next(side)) {
      const found = TABLES.has(roleOf(side)) ? side : firstMatch(side, "table, [role=table], [role=grid]");
      if (found) return areHalves(heading ? found : table, heading ? table : found) ? found : null;
      if (rectOf(side).height > 0 && fold(textContent(side).slice(0, 200)) !== "") return null;
    }
    const parent = parentElement(at);
    if (!parent || TABLES.has(roleOf(parent)) || CELLS.has(roleOf(parent))) return null;
    at = parent;
  }
  return null;
}

/** Whether one table heads the columns of the other, which has no headers of its own. A scroll bar may have a column of
 * its own. @param {Element} head @param {Element} body */
function areHalves(head, body) {
  if (!TABLES.has(roleOf(head)) || !TABLES.has(roleOf(body))) return false;
  const heads = shownRows(head).map(cellsOf);
  const rows = shownRows(body).slice(0, 3).map(cellsOf);
  if (!heads.length || !rows.length || !heads.every(headsColumns) || rows.some(headsColumns)) return false;
  const extra = heads[0].length - rows[0].length;
  return extra === 0 || extra === 1;
}

/** @param {Element} scope @param {string} selector @returns {Element | null} */
function firstMatch(scope, selector) {
  return queryAll(scope, selector)[0] || null;
}

/** A header cell's name, once for each column it spans. @param {Element} cell */
function columnNames(cell) {
  const sorted = attr(cell, "aria-sort");
  const name = nameOf(cell) + (sorted === "ascending" || sorted === "descending" ? ` [${sorted}]` : "");
  const span = Math.min(parseInt(attr(cell, "colspan") || attr(cell, "aria-colspan") || "1", 10) || 1, 20);
  return span > 1 ? [`${name} (${span} columns)`] : [name];
}

/** @param {Element} table @returns {Element[]} */
function htmlRows(table) {
  const rows = /** @type {HTMLTableElement} */ (table).rows;
  /** @type {Element[]} */
  const shown = [];
  let section = /** @type {Element | null} */ (null);
  let open = true;
  for (let y = 0; y < rows.length; y++) {
    const row = rows[y];
    if (y <= 400 && parentElement(row) !== section) {
      section = parentElement(row);
      open = section === table || section === null || sightIn(section, table) !== GONE;
    }
    if (open && (y > 400 || sightIn(row, section) !== GONE)) shown.push(row);
  }
  return shown;
}

/** @param {Element} table @returns {Element[]} */
function ariaRows(table) {
  /** @type {Element[]} */
  const rows = [];
  walkListed(table, (element, role) => {
    if (role === "row") rows.push(element);
    return role === "row" || TABLES.has(role) ? "skip" : true;
  });
  return rows;
}

/** Cells of the rows met in this read. @type {Map<Element, Element[]>} */
let cellsKnown = new Map();

/** @param {Element} row @returns {Element[]} */
function cellsOf(row) {
  const known = cellsKnown.get(row);
  if (known) return known;
  /** @type {Element[]} */
  const cells = [];
  cellsKnown.set(row, cells);
  walkListed(row, (element, role) => {
    const hit = CELLS.has(role);
    if (hit) cells.push(element);
    return hit || TABLES.has(role) ? "skip" : true;
  });
  return cells;
}
