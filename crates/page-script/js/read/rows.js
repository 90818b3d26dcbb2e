// Rows of tables: what a row is called, and what its cells say.

/** @typedef {object} RowFacts
 * @property {Element} element
 * @property {string} label its heading cell, else the first cell that says something of its own
 * @property {string[]} texts what those of its cells say that hold no controls */

/** @param {Element} row @returns {RowFacts} */
function rowFacts(row) {
  const cells = cellsOf(row);
  const texts = cells.map((cell) => cleanText(nameOf(cell), 80));
  const head = cells.findIndex((cell) => roleOf(cell) === "rowheader");
  const plain = cells.map((cell) => firstWithTag(cell, REAL_CONTROLS) === null);
  const says = (/** @type {string} */ text) => /[\p{L}\p{N}]/u.test(text);
  const heads = cells.length > 0 && cells.every((cell) => roleOf(cell) === "columnheader");
  const own = (head >= 0 && texts[head]) || texts.find((text, index) => says(text) && !ticks(cells[index])) || texts.find(says);
  const label = heads || isWeek(texts, plain) ? "" : own || "";
  const told = texts.filter((text, index) => text.length > 1 && plain[index]);
  return { element: row, label: clip(label, 60), texts: told };
}

/** Whether a cell is there to select its row. @param {Element} cell */
const ticks = (cell) => firstWithTag(cell, "input[type=checkbox], input[type=radio], [role=checkbox], [role=radio]") !== null;

/** The row a control is told apart by; "" when its own name already says it. @param {RowFacts} row @param {string} name */
function rowWord(row, name) {
  if (!row.label) return "";
  for (const text of row.texts) if (text.length > 1 && name.includes(text)) return "";
  return name.includes(row.label) || row.label.includes(name) && name.length > 3 ? "" : row.label;
}

const CELL_TEXT = 80;

/** One line for what a row's cells say besides their controls; null where one says more than such a line bears. @param {Element} row */
function rowText(row) {
  const parts = [];
  for (const cell of cellsOf(row)) {
    const text = textBesideControls(cell);
    if (text.length > CELL_TEXT) return null;
    parts.push(text);
  }
  while (parts.length && parts[parts.length - 1] === "") parts.pop();
  return parts.some((part) => part !== "") ? parts.join(" | ") : "";
}

/** @param {Element} cell */
function textBesideControls(cell) {
  if (isDay(cell)) return "";
  let holds = false;
  walkListed(cell, (_, role) => {
    if (CONTROLS.has(role)) holds = true;
    return !holds;
  });
  for (let child = firstElementChild(cell); child && !holds; child = nextElementSibling(child)) holds = isClickable(child);
  if (!holds) return cleanText(visibleText(cell, 200), CELL_TEXT + 1) || cleanText(nameOf(cell), CELL_TEXT);
  const parts = [];
  for (const child of readChildren(cell)) {
    if (nodeType(child) === TEXT) parts.push(textData(child));
    else if (isShown(/** @type {Element} */ (child)) && !CONTROLS.has(roleOf(/** @type {Element} */ (child))) && !isClickable(/** @type {Element} */ (child))) {
      if (!firstWithTag(/** @type {Element} */ (child), REAL_CONTROLS)) parts.push(visibleText(child, 200));
    }
  }
  return cleanText(parts.join(" "), CELL_TEXT + 1);
}

/** @param {Element} element */
const isClickable = (element) => namespaceURI(element) === HTML_NS && reactsToClicks(element, false, styleOf(element));
