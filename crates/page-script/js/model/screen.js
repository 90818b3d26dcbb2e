// A page at a glance: how many of each role, and the parts of the page by name.

/**
 * @param {{within?: number | null, places: string[], limit: number}} args roles of parts that are listed by name
 */
api.screenMap = (args) => {
  beginModel(args);
  const places = new Set(args.places);
  /** @type {Record<string, number>} */
  const counts = Object.create(null);
  /** @type {{ref: number, role: string, name: string, at: number}[]} */
  const listed = [];
  walkScope(args.within, (element, role) => {
    const at = counts[role] || 0;
    counts[role] = at + 1;
    if (!places.has(role) || at >= args.limit) return;
    listed.push({ ref: refOf(element), role, name: shownName(calledName(element, role)), at });
  });
  walkMeaning(args.within, (_, role) => {
    if (role === "clickable") counts.clickable = (counts.clickable || 0) + 1;
  });
  return { counts, places: listed };
};

/**
 * Controls whose name holds all the words, each with what a path to it needs: its position among those of its role and
 * name. Whole names come first, then names that begin so.
 * @param {{within?: number | null, words: string, roles: string[], limit: number}} args
 */
api.findControls = (args) => {
  beginModel(args);
  const roles = new Set(args.roles);
  const words = plainName(args.words).toLowerCase().split(" ").filter(Boolean).map(stemOf);
  const whole = plainName(args.words).toLowerCase();
  /** @type {Map<string, number>} */
  const seen = new Map();
  /** @type {{element: Element, role: string, name: string, at: number, rank: number}[]} */
  const hits = [];
  /** @param {Element} element @param {string} role */
  const visit = (element, role) => {
    if (!roles.has(role)) return;
    const name = calledName(element, role);
    const key = `${role}\n${name}`;
    const at = seen.get(key) || 0;
    seen.set(key, at + 1);
    const rank = wordRank(name, words, whole);
    if (rank > 0 && hits.length < 2000) hits.push({ element, role, name, at, rank });
  };
  walkScope(args.within, visit);
  if (!hits.length) {
    seen.clear();
    walkMeaning(args.within, visit);
  }
  hits.sort((a, b) => b.rank - a.rank);
  return hits.slice(0, args.limit).map(({ element, role, name, at, rank }) => ({
    ref: refOf(element), role, name: shownName(name), at, rank,
    same: seen.get(`${role}\n${name}`) || 1,
    whole: shownName(name) === name,
    where: surroundingsOf(element),
  }));
};

/** @param {string} word */
function stemOf(word) {
  return word.length > 3 ? word.replace(/(ing|s)$/, "") : word;
}

/** 0: some word is missing; the more, the closer. @param {string} name @param {string[]} words @param {string} whole */
function wordRank(name, words, whole) {
  if (!name || !words.length) return 0;
  const lower = name.toLowerCase();
  if (lower === whole) return 5;
  const own = lower.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const hits = words.filter((word) => own.some((part) => part.startsWith(word))).length;
  if (hits < words.length) return 0;
  return lower.startsWith(whole) ? 4 : 3 - Math.min(2, own.length / 20);
}
