// Calendars drawn as grids whose cells are pressed themselves: their days are controls.

/** A month has at least so many days to press. */
const DAYS = 20;

/** Grids that are calendars, in this read. @type {Map<Element, boolean>} */
let calendars = new Map();

/** Whether a cell is a day that is pressed itself. @param {Element} cell */
function isDay(cell) {
  return roleOf(cell) === "gridcell" && hasAttr(cell, "tabindex") && isCalendar(gridOf(cell)) && firstWithTag(cell, REAL_CONTROLS) === null;
}

/** @param {Element} cell @returns {Element | null} */
function gridOf(cell) {
  for (let at = flatParent(cell), up = 0; at && up < 12; at = flatParent(at), up++) if (TABLES.has(roleOf(at))) return at;
  return null;
}

/** Whether the cells that take the focus are numbered as days are. @param {Element | null} grid */
function isCalendar(grid) {
  if (!grid) return false;
  let known = calendars.get(grid);
  if (known === undefined) {
    const cells = Array.from(queryAll(grid, "[role=gridcell][tabindex], td[tabindex]")).slice(0, 60);
    const days = cells.filter((cell) => /^\d{1,2}$/.test(fold(textContent(cell).slice(0, 20))));
    known = days.length >= DAYS && days.length >= cells.length * 0.8;
    calendars.set(grid, known);
  }
  return known;
}

/** Whether a row is a week of days: none of them says what the others belong to. @param {string[]} texts @param {boolean[]} plain */
function isWeek(texts, plain) {
  if (texts.length !== 7 && texts.length !== 8) return false;
  const told = texts.filter((text) => text !== "");
  const pressed = plain.filter((one) => !one).length;
  return told.length > 0 && told.every((text) => /\b\d{1,2}\b/.test(text)) && (pressed >= told.length - 1 || told.every((text) => /^\d{1,2}$/.test(text)));
}
