// The elements of a role, by name or position, inside a scope: what `app.button["New key"]` asks.

/**
 * @typedef {object} LookupArgs
 * @property {string[]} roles roles that count
 * @property {string} [name] an accessible name; a trailing ellipsis stands for the rest of it
 * @property {number} [index] a position, negative from the end
 * @property {number | null} [within] ref of the scope
 * @property {number} [limit] how many matches to describe
 * @property {boolean} [count] count all of the role even when few are described
 */

const LOOKUP_NEAR = 400;

/** Roles that may be proposed to who asked for the name in another one. */
const ELSEWHERE = wordSet(`button link textbox searchbox combobox listbox checkbox radio switch slider spinbutton tab menuitem
  treeitem option summary clickable heading dialog form region group table grid list navigation main frame image row`);

/** Marks that show nothing and would make equal names differ, or lines run backwards. */
const INVISIBLE = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\u0000-\u0008\u000e-\u001f\u007f-\u009f]/gu;

/** A name as it is compared and printed: on one line, without invisible marks. @param {string} text */
function plainName(text) {
  return fold(text.replace(INVISIBLE, ""));
}

/**
 * How a name answers to the one asked for: 2 exactly, 1 ignoring case, 0 not.
 * @param {string} name @param {string} wanted
 */
function nameRank(name, wanted) {
  if (name === wanted) return 2;
  if (wanted.endsWith("\u2026") && wanted.length > 20 && name.startsWith(wanted.slice(0, -1).trimEnd())) return 2;
  return name.toLowerCase() === wanted.toLowerCase() ? 1 : 0;
}

/** @param {LookupArgs} args */
function lookupElements(args) {
  const plain = args.roles.filter((role) => role !== "clickable");
  const found = plain.length ? lookThrough(args, new Set(plain), walkScope) : null;
  const meant = args.roles.some((role) => role === "clickable" || role === "textbox");
  if (!meant || (found && found.found.length)) return found || { found: [], names: [], seen: 0 };
  return lookThrough(args, new Set(args.roles), walkMeaning);
}

/** @param {Set<string>} roles @param {string} role @param {Element} element */
function answersTo(roles, role, element) {
  if (roles.has(role)) return true;
  return roles.has("clickable") && role === "link" && localName(element) === "a" && !hasAttr(element, "href");
}

/** @param {LookupArgs} args @param {Set<string>} roles @param {typeof walkScope | typeof walkMeaning} walk */
function lookThrough(args, roles, walk) {
  const wanted = args.name === undefined ? undefined : plainName(args.name);
  const stop = stopAfter(args);
  /** @type {Element[]} */
  const exact = [];
  /** @type {Element[]} */
  const loose = [];
  /** @type {string[]} */
  const names = [];
  /** @type {Element[]} */
  const nameless = [];
  let seen = 0;
  walk(args.within, (element, role) => {
    if (exact.length >= stop) return false;
    if (!answersTo(roles, role, element)) return true;
    seen++;
    if (wanted === undefined) {
      exact.push(element);
      return true;
    }
    const name = calledName(element, role);
    // What reacts to clicks may have a role of its own too, and be listed by the name it has in that.
    // A tree item is called what is seen of it, and listed by all that its name is made of.
    const own = role === "clickable" ? nameRank(calledName(element, meantRole(element)), wanted) : role === "treeitem" ? nameRank(plainName(nameOf(element)), wanted) : 0;
    const rank = Math.max(own, nameRank(name, wanted), name.includes("@") ? nameRank(shownName(name, 2000), wanted) : 0);
    if (rank === 2) exact.push(element);
    else if (rank === 1) loose.push(element);
    if (name && names.length < LOOKUP_NEAR) names.push(name);
    if (!name && CONTROLS.has(role) && nameless.length < LOOKUP_NEAR) nameless.push(element);
    return true;
  });
  if (wanted !== undefined && !exact.length && !loose.length) loose.push(...nameless.filter((element) => standsNear(element, wanted)));
  return { found: exact.length ? exact : loose, names, seen };
}

/** Whether a control without a name stands by the words asked for: `near "Quill"`, as an outline prints it, or the words alone.
 * @param {Element} element @param {string} wanted */
function standsNear(element, wanted) {
  const words = wanted.replace(/^near\s+/i, "").replace(/^"(.*)"$/, "$1");
  return [textBefore(element), surroundingText(element)].some((text) => text !== "" && nameRank(shownName(text, 60), words) > 0);
}

/** How many matches settle the question. @param {LookupArgs} args */
function stopAfter(args) {
  if (args.count || args.name !== undefined) return Infinity;
  if (args.index !== undefined) return args.index < 0 ? Infinity : args.index + 1;
  return args.limit || Infinity;
}

/** @param {Element} element */
function isFrameElement(element) {
  const tag = localName(element);
  return tag === "iframe" || tag === "frame";
}

/** @param {Element} element */
function briefFacts(element) {
  const role = meantRole(element);
  return { ref: refOf(element), role, name: shownName(calledName(element, role)), states: statesOf(element), where: surroundingsOf(element) };
}

/**
 * Matches in reading order. One alone comes with all its facts, so that reading a property needs no second call.
 * @param {LookupArgs} args
 */
api.lookup = (args) => {
  beginModel(args);
  return lookedUp(args);
};

/**
 * Several steps of a path at once, each inside the only element that the one before it found.
 * @param {{steps: {queries: LookupArgs[]}[]}} args
 */
api.lookAhead = (args) => {
  beginModel(args);
  /** @type {number | undefined} */
  let within;
  const told = [];
  for (const { queries } of args.steps) {
    const scope = within;
    /** @type {(ReturnType<typeof lookedUp> | null)[]} */
    const found = [];
    /** @type {ReturnType<typeof lookedUp> | null} */
    let only = null;
    for (const query of queries) {
      // The only one of its role may have the very name.
      /** @type {boolean} */
      const known = only !== null && only.items[0].name === query.name;
      /** @type {ReturnType<typeof lookedUp> | null} */
      const answer = known ? null : lookedUp({ ...query, within: scope });
      found.push(answer);
      if (answer && answer.count === 1 && answer.items.length === 1) only = answer;
    }
    told.push({ within: scope, found });
    if (!only) break;
    within = only.items[0].ref;
  }
  return told;
};

/** @param {LookupArgs} args */
function lookedUp(args) {
  const { found, names, seen } = lookupElements(args);
  let chosen = found;
  if (args.index !== undefined) {
    const at = args.index < 0 ? found.length + args.index : args.index;
    chosen = found[at] ? [found[at]] : [];
  }
  const limit = args.limit || 12;
  if (chosen.length === 1) rememberChosen(chosen[0]);
  return {
    count: args.index === undefined ? found.length : chosen.length,
    seen,
    items: chosen.slice(0, limit).map(briefFacts),
    facts: chosen.length === 1 ? controlFacts(chosen[0]) : undefined,
    near: chosen.length || args.name === undefined ? undefined : nearNames(args.name, names),
    elsewhere: chosen.length || args.name === undefined ? undefined : sameNameElsewhere(args),
    hosts: chosen.length ? undefined : closedHosts(),
    over: chosen.length || args.within ? undefined : openModal(),
  };
}

/** Between a look-up and what is done with its element the page may put another in its place. @param {Element} element */
function rememberChosen(element) {
  const role = meantRole(element);
  rememberRef(refOf(element), role, cleanText(spokenName(element, role), 160), landmarkPath(element));
}

/** The dialog that keeps the rest of the page out of reach. */
function openModal() {
  const { modal } = reachOfPage({ infer: "off", complete: false });
  return modal ? modalWord(modal) : undefined;
}

/** Names worth proposing: near in letters, or sharing a word, best first; the first few of all where none is near. @param {string} asked @param {string[]} names */
function nearNames(asked, names) {
  const wanted = plainName(asked).toLowerCase();
  const unique = [...new Set(names)];
  const ranked = unique.map((name) => ({ name, cost: nameCost(wanted, name.toLowerCase()) }));
  const close = ranked.filter((one) => one.cost < 1).sort((a, b) => a.cost - b.cost);
  return { close: close.slice(0, 3).map((one) => shownName(one.name)), some: unique.slice(0, 8).map((name) => shownName(name, 60)) };
}

/** 0 equal, below 1 near, 1 and above far. @param {string} wanted @param {string} name */
function nameCost(wanted, name) {
  if (wanted.length > 80 || name.length > 200) return name.startsWith(wanted.slice(0, 40)) ? 0.5 : 1;
  if (wanted.length > 2 && (name.includes(wanted) || (wanted.includes(name) && name.length > 2))) return 0.5;
  const allowed = Math.max(1, Math.floor(wanted.length / 3));
  const distance = letterDistance(wanted, name);
  return distance <= allowed ? distance / (allowed + 1) : 1;
}

/** Edits between two short texts, a swap of neighbours counting one. @param {string} a @param {string} b */
function letterDistance(a, b) {
  let before = /** @type {number[]} */ ([]);
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      row[j] = Math.min(row[j - 1] + 1, last[j] + 1, last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    before = last;
    last = row;
  }
  return last[b.length];
}

/** Elements of another role that have the name: `a switch "Dark mode"` for who asked for a checkbox. @param {LookupArgs} args */
function sameNameElsewhere(args) {
  const wanted = plainName(args.name || "").toLowerCase();
  const roles = new Set(args.roles);
  /** @type {{role: string, name: string}[]} */
  const found = [];
  let left = 3000;
  walkScope(args.within, (element, role) => {
    if (found.length >= 3 || --left < 0) return false;
    if (roles.has(role) || !ELSEWHERE.has(role)) return true;
    const name = calledName(element, role);
    if (name.toLowerCase() === wanted) found.push({ role, name: shownName(name) });
    return true;
  });
  return found;
}

/** Refs of the frame elements inside an element. @param {{ref: number}} args */
api.framesWithin = (args) => {
  beginModel(args);
  /** @type {number[]} */
  const found = [];
  walkScope(args.ref, (element) => {
    if (isFrameElement(element) && found.length < 200) found.push(refOf(element));
  });
  return found;
};
