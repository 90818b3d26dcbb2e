// Generated text: whether a page has any, and what it says.

/** Whether a style sheet has rules for `::before` or `::after`, and how many rules it had when that was found out.
 * @type {WeakMap<CSSStyleSheet, {rules: number, found: boolean}>} */
const sheetsSeen = new WeakMap();
/** Whether the document has such rules, in this read; null: not looked yet. @type {boolean | null} */
let pseudoUsed = null;

/** More rules than this are not looked through: such a page has some. */
const RULE_LIMIT = 4000;

/** Whether an element may have generated text. @param {Element} element */
function mayHavePseudo(element) {
  if (localName(element) === "q") return true;
  if (pseudoUsed === null) pseudoUsed = documentUsesPseudo();
  return pseudoUsed || nodeType(rootOf(element)) === FRAGMENT;
}

function documentUsesPseudo() {
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) if (sheetUsesPseudo(sheet)) return true;
  return false;
}

/** @param {CSSStyleSheet} sheet */
function sheetUsesPseudo(sheet) {
  /** @type {CSSRuleList} */
  let rules;
  try {
    rules = sheet.cssRules;
  } catch {
    return true; // of another origin
  }
  const known = sheetsSeen.get(sheet);
  if (known && known.rules === rules.length) return known.found;
  const left = { count: RULE_LIMIT };
  const found = rulesUsePseudo(rules, left) || left.count <= 0;
  sheetsSeen.set(sheet, { rules: rules.length, found });
  return found;
}

/** @param {CSSRuleList} rules @param {{count: number}} left @returns {boolean} */
function rulesUsePseudo(rules, left) {
  for (let i = 0; i < rules.length && left.count > 0; i++) {
    left.count--;
    const rule = /** @type {any} */ (rules[i]);
    if (rule.selectorText !== undefined && /:(before|after)\b/.test(rule.selectorText)) return true;
    if (rule.styleSheet && sheetUsesPseudo(rule.styleSheet)) return true;
    if (rule.cssRules && rule.cssRules.length && rulesUsePseudo(rule.cssRules, left)) return true;
  }
  return false;
}

/** The generated text before or after an element's content. @param {Element} element @param {string} which */
function pseudoText(element, which) {
  const style = styleOf(element, which);
  const content = style.content;
  if (content === "none" || content === "normal" || content === "") return "";
  if (style.display === "none" || style.visibility === "hidden") return "";
  const text = contentText(content);
  const apart = style.display !== "inline" || /[")] \/ "/.test(content);
  return !apart || text === "" ? text : " " + text + " ";
}

/** @type {Record<string, string>} */
const QUOTES = { "open-quote": "\u201c", "close-quote": "\u201d" };

/** The words of a computed `content`: its alternative text where it has one, else its strings. @param {string} content */
function contentText(content) {
  /** @type {string[]} */
  const parts = content.match(/[a-z-]+\((?:"(?:[^"\\]|\\.)*"|[^")])*\)|"(?:[^"\\]|\\.)*"|\/|[^\s"/]+/g) || [];
  const slash = parts.indexOf("/");
  return (slash < 0 ? parts : parts.slice(slash + 1))
    .map((part) => QUOTES[part] || (part.startsWith('"') ? part.slice(1, -1).replace(/\\(["\\])/g, "$1") : ""))
    .join("");
}
