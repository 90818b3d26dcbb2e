// Tables and grids as rows and columns: native tables and ARIA ones, header rows with spans, absolute row numbers where
// the page gives them (`aria-rowindex`), and how far the page has rendered.

/**
 * @typedef {{element: Element, role: string, row: number, column: number, rowSpan: number, columnSpan: number}} TableCell
 * @typedef {{element: Element, index: number, cells: TableCell[], at: (Element | undefined)[]}} TableRow
 * @typedef {{element: Element, heads: TableRow[], rows: TableRow[], columns: string[], width: number, total: number, absolute: boolean}} TableModel
 */

const ROW_ROLES = new Set(["row"]);
const TABLE_SPAN_LIMIT = 200;
/** How many cells of a row are told all about at once. */
const CELLS_TOLD = 40;

/**
 * The rows of a table in order, and those of its cells, without the ones of a table inside a cell.
 * @param {Element} table @param {Set<string>} wanted @param {Element[]} found
 */
function collectTableParts(table, wanted, found) {
  for (const child of listedChildren(table)) {
    const role = roleOf(child);
    if (wanted.has(role)) found.push(child);
    else if (!TABLES.has(role) && !(wanted === CELLS && role === "row")) collectTableParts(child, wanted, found);
  }
  return found;
}

/** @param {Element} cell @param {"col" | "row"} axis */
function spanOf(cell, axis) {
  const raw = attr(cell, `aria-${axis}span`) || attr(cell, `${axis}span`);
  const span = raw === null ? 1 : Number.parseInt(raw, 10);
  return span >= 1 ? Math.min(span, TABLE_SPAN_LIMIT) : 1;
}

/** @param {Element} element @param {string} name */
function countAttr(element, name) {
  const raw = attr(element, name);
  const count = raw === null ? Number.NaN : Number.parseInt(raw, 10);
  return Number.isFinite(count) && count >= 0 ? count : undefined;
}

/**
 * Lays the cells out on the grid the spans make. `at[c]` is the element of column `c`, a spanning one repeated.
 * @param {Element[]} rows
 */
function layOutRows(rows) {
  /** @type {Map<number, {element: Element, left: number}>} columns that a cell above still covers */
  const covered = new Map();
  return rows.map((element, index) => {
    /** @type {TableRow} */
    const row = { element, index, cells: [], at: [] };
    let column = 0;
    const skipCovered = () => {
      for (let above = covered.get(column); above && above.left > 0; above = covered.get(column)) {
        row.at[column] = above.element;
        if (--above.left === 0) covered.delete(column);
        column++;
      }
    };
    for (const cell of collectTableParts(element, CELLS, [])) {
      skipCovered();
      const given = countAttr(cell, "aria-colindex");
      if (given !== undefined && given - 1 > column && given <= 1000) column = given - 1;
      const columnSpan = spanOf(cell, "col");
      const rowSpan = spanOf(cell, "row");
      row.cells.push({ element: cell, role: roleOf(cell), row: index, column, rowSpan, columnSpan });
      for (let i = 0; i < columnSpan; i++, column++) {
        row.at[column] = cell;
        if (rowSpan > 1) covered.set(column, { element: cell, left: rowSpan - 1 });
      }
    }
    skipCovered();
    return row;
  });
}

/** @param {TableRow} row */
function isHeadRow(row) {
  return headsColumns(row.cells.map((cell) => cell.element));
}

/** Whether a row only takes up the height of rows that are not drawn. @param {TableRow} row */
function isFiller(row) {
  if (row.cells.length !== 1 || row.element.childElementCount > 1) return false;
  const cell = row.cells[0].element;
  return cell.childElementCount === 0 && fold(textContent(cell)) === "" && rectOf(row.element).height > 100;
}

/**
 * The texts of the header rows over one column, outermost first, each once; unnamed columns count, doubled ones are
 * numbered, so that every column has a name of its own.
 * @param {TableRow[]} headers @param {number} width
 */
function columnTitles(headers, width) {
  /** @type {string[]} */
  const names = [];
  /** @type {Map<string, number>} */
  const seen = new Map();
  for (let column = 0; column < width; column++) {
    /** @type {string[]} */
    const parts = [];
    let before = null;
    for (const row of headers) {
      const cell = row.at[column];
      const text = cell && cell !== before ? headerText(cell) : "";
      if (text && parts[parts.length - 1] !== text) parts.push(text);
      before = cell;
    }
    const name = parts.join(" / ") || `column ${column + 1}`;
    const times = (seen.get(name) || 0) + 1;
    seen.set(name, times);
    names.push(times > 1 ? `${name} (${times})` : name);
  }
  return names;
}

/** @param {Element} cell */
function headerText(cell) {
  return shortText(cell, 80) || shownName(nameOf(cell), 80);
}

/**
 * @param {Element} table
 * @returns {TableModel}
 */
function tableModel(table) {
  const other = otherHalf(table);
  const own = layOutRows(collectTableParts(table, ROW_ROLES, []));
  const more = other ? layOutRows(collectTableParts(other, ROW_ROLES, [])) : [];
  const all = own.some((row) => !isHeadRow(row)) ? [...more, ...own] : [...own, ...more];
  const width = all.reduce((widest, row) => Math.max(widest, row.at.length), 0);
  let heads = 0;
  while (heads < all.length && isHeadRow(all[heads])) heads++;
  const body = all.slice(heads).filter((row) => row.cells.length > 0 && !isHeadRow(row) && !isFiller(row));
  const columns = columnTitles(all.slice(0, heads), width);
  const claimed = countAttr(table, "aria-rowcount");
  const absolute = numberRows(body, heads);
  const total = claimed === undefined ? body.length : Math.max(claimed - heads, body.length);
  return { element: table, heads: all.slice(0, heads), rows: body, columns, width, total, absolute };
}

/**
 * A row's number: from `aria-rowindex` where every row has one and they rise (a virtualised grid), else its position.
 * @param {TableRow[]} body @param {number} heads
 */
function numberRows(body, heads) {
  let last = -1;
  const given = body.map((row) => {
    const index = countAttr(row.element, "aria-rowindex");
    return index === undefined ? -1 : index - 1 - heads;
  });
  const absolute = given.length > 0 && given.every((index) => index > last && ((last = index), true));
  body.forEach((row, position) => {
    row.index = absolute ? given[position] : position;
  });
  return absolute;
}

/** @param {TableModel} model @param {TableRow} row */
function rowRecord(model, row) {
  /** @type {Record<string, string>} */
  const record = Object.create(null);
  model.columns.forEach((column, at) => {
    const cell = row.at[at];
    record[column] = cell ? cellText(cell) : "";
  });
  return record;
}

/** @param {TableRow} row */
function rowName(row) {
  return rowTitle(row.element);
}

/** @param {TableModel} model @param {TableRow} row */
function tableRowFacts(model, row) {
  return {
    ref: refOf(row.element),
    index: row.index,
    name: rowName(row),
    columns: model.columns,
    record: rowRecord(model, row),
    cells: Array.from(row.at, (cell) => (cell ? refOf(cell) : 0)),
    selected: rowSelected(model, row.element),
  };
}

/** @param {{ref: number}} args */
api.table = (args) => {
  beginModel(args);
  const model = tableModel(elementOf(args.ref));
  return { columns: model.columns, ...tableExtent(model), names: model.rows.slice(0, 40).map((row) => [row.index, rowName(row)]) };
};

/**
 * Rows by number, by the text of a cell, or by what columns hold. One alone comes with all about its cells, so that
 * reading one needs no second call.
 * @param {{ref: number, index?: number, text?: string, where?: Record<string, unknown>, from?: number, limit?: number}} args
 */
api.tableRows = (args) => {
  beginModel(args);
  const model = tableModel(elementOf(args.ref));
  const limit = args.limit || 50;
  const unknown = Object.keys(args.where || {}).filter((column) => columnIndex(model, column) < 0);
  if (unknown.length) return { columns: model.columns, ...tableExtent(model), count: 0, found: [], unknown };
  const rows = chooseRows(model, args);
  const from = args.from || 0;
  const start = args.from === undefined ? 0 : rows.findIndex((row) => row.index >= from);
  const page = start < 0 ? [] : rows.slice(start, start + limit);
  return {
    columns: model.columns,
    ...tableExtent(model),
    count: rows.length,
    found: page.map((row) => ({ ...tableRowFacts(model, row), facts: page.length === 1 ? cellFacts(row) : [] })),
    near: rows.length ? [] : nearRows(model),
  };
};

/** @param {TableRow} row */
function cellFacts(row) {
  return Array.from(row.at.slice(0, CELLS_TOLD), (cell) => (cell ? controlFacts(cell) : null));
}

/** @param {TableModel} model @param {{index?: number, text?: string, where?: Record<string, unknown>}} args */
function chooseRows(model, args) {
  const { rows } = model;
  if (args.index !== undefined) {
    const index = args.index < 0 && !model.absolute ? rows.length + args.index : args.index;
    return rows.filter((row) => row.index === index);
  }
  if (args.text !== undefined) return rowsByText(rows, args.text);
  if (args.where) return rowsWhere(model, args.where);
  return rows;
}

/** The name of a row before the text of any of its cells; exact before ignoring case. @param {TableRow[]} rows @param {string} text */
function rowsByText(rows, text) {
  const wanted = fold(text);
  const lower = wanted.toLowerCase();
  const tests = [
    (/** @type {TableRow} */ row) => rowName(row) === wanted,
    (/** @type {TableRow} */ row) => rowName(row).toLowerCase() === lower,
    (/** @type {TableRow} */ row) => row.cells.some((cell) => cellText(cell.element) === wanted),
    (/** @type {TableRow} */ row) => row.cells.some((cell) => cellText(cell.element).toLowerCase() === lower),
  ];
  for (const test of tests) {
    const found = rows.filter(test);
    if (found.length) return found;
  }
  return [];
}

/** Whole cells that equal the value; if there are none, cells that contain it. @param {TableModel} model @param {Record<string, unknown>} where */
function rowsWhere(model, where) {
  const wanted = Object.entries(where).map(([column, value]) => /** @type {const} */ ([columnIndex(model, column), fold(String(value)).toLowerCase()]));
  const rows = model.rows.map((row) => ({ row, texts: wanted.map(([column]) => rowCell(row, column).toLowerCase()) }));
  const equal = rows.filter(({ texts }) => texts.every((text, at) => text === wanted[at][1]));
  const found = equal.length ? equal : rows.filter(({ texts }) => texts.every((text, at) => text.includes(wanted[at][1])));
  return found.map(({ row }) => row);
}

/** @param {TableRow} row @param {number} column */
function rowCell(row, column) {
  const cell = row.at[column];
  return cell ? cellText(cell) : "";
}

/** A column by its whole name, ignoring case, or by its last part under a spanning header. @param {TableModel} model @param {string} name */
function columnIndex(model, name) {
  const wanted = fold(name).toLowerCase();
  const names = model.columns.map((column) => column.toLowerCase());
  const exact = names.indexOf(wanted);
  if (exact >= 0) return exact;
  const tails = names.filter((column) => column.endsWith(` / ${wanted}`));
  return tails.length === 1 ? names.indexOf(tails[0]) : -1;
}

/** @param {TableModel} model */
function nearRows(model) {
  return model.rows.slice(0, 200).map(rowName).filter(Boolean);
}

/** What to press to sort by a column: the button in its header, else the header. @param {{ref: number, column: number}} args */
api.columnHeader = (args) => {
  beginModel(args);
  for (const row of tableModel(elementOf(args.ref)).heads.reverse()) {
    const cell = row.at[args.column];
    if (!cell) continue;
    const button = controlsWithin(cell, 4).find((control) => ["button", "link", "clickable"].includes(roleOf(control)));
    return refOf(button || cell);
  }
  return null;
};
