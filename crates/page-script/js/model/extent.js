// How much of a table is in the page: rows drawn, rows there are, and what the page says or shows of the others.

/** Beside a table: how far up from it, its paging is looked for. */
const PAGING_HEIGHT = 6;
/** A table's rows fill their scroller, but for what is not drawn. */
const DRAWN_SHARE = 0.75;

/**
 * What a page says of its paging beside the table (`1-25 of 400`, `Page 2 of 16`), as it says it; else the pages it offers.
 * @param {Element} table
 */
function pagingText(table) {
  const said = /\b(\d[\d,.]*(?:\s\d{3})*\s*[-\u2013\u2014]\s*\d[\d,.]*\s+\S{1,4}\s+\d[\d,.]*|page\s+\d+\s+(?:of|\/)\s+\d+)[^\n]{0,30}/i;
  let offered;
  let at = table;
  for (let up = 0; up < PAGING_HEIGHT; up++) {
    for (const side of [nextElementSibling(at), previousElementSibling(at)]) {
      if (side && firstMatch(side, "table, [role=table], [role=grid]")) continue;
      const match = side ? said.exec(shortText(side, 300)) : null;
      if (match) return match[0].trim();
      offered = offered || (side && pagesOffered(side)) || undefined;
    }
    const parent = flatParent(at);
    // What is shared with other tables pages all of them, or none.
    if (!parent || parent === bodyOf(document) || queryAll(parent, "table, [role=table], [role=grid]").length > 2) break;
    at = parent;
  }
  return offered;
}

/** The last of the numbered pages that can be gone to, where there are several. @param {Element} side */
function pagesOffered(side) {
  /** @type {number[]} */
  const pages = [];
  for (const element of queryAll(side, "li, a, button, [role=button]")) {
    if (pages.length > 60) break;
    const text = fold(textContent(element).slice(0, 12));
    if (/^\d{1,5}$/.test(text) && isShown(element)) pages.push(Number(text));
  }
  const rising = pages.filter((page, at) => at === 0 || page > pages[at - 1]);
  return rising.length > 1 && rising[0] === 1 ? `pages 1 to ${rising[rising.length - 1]}` : undefined;
}

/**
 * How many heights of its scroller a table has, where only some of its rows are drawn.
 * @param {TableModel} model
 */
function undrawnScreens(model) {
  if (!model.rows.length) return undefined;
  const drawn = model.rows.reduce((sum, row) => sum + rectOf(row.element).height, 0);
  const first = model.rows[0].element;
  for (let at = flatParent(first), up = 0; at && up < 12; at = flatParent(at), up++) {
    if (at.clientHeight < 20 || at.scrollHeight < at.clientHeight * 1.5) continue;
    if (at === rootElementOf(document) || at === bodyOf(document) || !/auto|scroll|overlay|hidden/.test(styleOf(at).overflowY)) continue;
    return drawn < at.scrollHeight * DRAWN_SHARE ? Math.ceil(at.scrollHeight / at.clientHeight) : undefined;
  }
  return undefined;
}

/** @param {TableModel} model */
function tableExtent(model) {
  const { rows, total, absolute } = model;
  const first = rows.length ? rows[0].index : 0;
  const last = rows.length ? rows[rows.length - 1].index : -1;
  return { rows: rows.length, total, first, last, absolute, paging: pagingText(model.element), screens: undrawnScreens(model) };
}
