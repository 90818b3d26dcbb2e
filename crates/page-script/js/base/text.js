// Small helpers on strings that came from a page.

const UNFOLDED = /[^\S ]|[\u0085\u200b\ufeff]|  |^ | $/;

/** White space folded to single blanks, none at the ends. @param {string} text @returns {string} */
function fold(text) {
  if (!UNFOLDED.test(text)) return text;
  return text.replace(/[\s\u0085\u00a0\u200b\ufeff]+/g, " ").trim();
}

/** @param {string} words */
const wordSet = (words) => new Set(words.split(/\s+/));

/** At most `units` UTF-16 units, never half a surrogate pair, with an ellipsis where something was cut.
 * @param {string} text @param {number} units @returns {string} */
function clip(text, units) {
  if (text.length <= units) return text;
  let end = units - 1;
  const last = text.charCodeAt(end - 1);
  if (last >= 0xd800 && last < 0xdc00) end--;
  return text.slice(0, end).trimEnd() + "…";
}

/** The tokens of a space-separated attribute. @param {string | null} value @returns {string[]} */
function tokens(value) {
  if (!value) return [];
  const found = value.split(/[ \t\n\f\r]+/);
  return found[0] === "" || found[found.length - 1] === "" ? found.filter(Boolean) : found;
}
