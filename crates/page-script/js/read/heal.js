// `heal`: what became of a ref, when its element may have been replaced by a re-render.

/** What refs are told apart by when their elements are replaced. @param {string} role */
const isPlace = (role) => LANDMARKS.has(role) || DIALOGS.has(role) || TABLES.has(role) || role === "article";

/** The landmarks, dialogs, articles, tables and the row above an element, as one text. @param {Element} element */
function landmarkPath(element) {
  let path = "";
  let row = "";
  for (let at = ownerOf(element) || flatParent(element); at; at = ownerOf(at) || flatParent(at)) {
    const role = roleOf(at);
    if (role === "row" && row === "" && path === "") row = ">row:" + rowFacts(at).label;
    if (isPlace(role)) path = pathStep(role, at) + path;
  }
  return path + row;
}

/** @param {string} role @param {Element} element */
const pathStep = (role, element) => `>${role}:${cleanText(nameOf(element), 80)}`;

/** The element of a ref, or its only heir: the one element with the same role, name and landmark path.
 * @param {{ref: number}} args */
api.heal = (args) => {
  beginRead();
  const element = byRef(args.ref);
  const facts = refFacts.get(args.ref);
  if (element) return { ref: args.ref, healed: false, role: facts?.role || roleOf(element), name: facts?.name || cleanText(nameOf(element), 160) };
  if (!facts) return fail("unknown_ref", `no element was ever listed as ref ${args.ref} here`, { ref: args.ref });
  prepareHeal();
  const { heirs, kin } = heirsOf(facts);
  if (heirs.length === 1) {
    const ref = refOf(heirs[0]);
    rememberRef(ref, facts.role, facts.name, facts.path);
    return { ref, healed: true, role: facts.role, name: facts.name };
  }
  const word = facts.name ? `${facts.role} ${JSON.stringify(facts.name)}` : facts.role;
  const why = heirs.length ? `${heirs.length} elements there are the same now` : "nothing there is the same now";
  return fail("stale", `the element (${word}) has left the page, and ${why}`, { ref: args.ref, was: facts, candidates: (heirs.length ? heirs.map((heir) => asCandidate(heir, facts)) : kin).slice(0, 5).map(matchOf) });
};

function prepareHeal() {
  focusNow = findFocused();
}

/** @param {Element} element @param {{role: string, name: string}} facts @returns {Candidate} */
const asCandidate = (element, facts) => ({ element, role: facts.role, name: facts.name, rank: 3 });

/** Elements that could be the ref's heirs, and those that come near. @param {{role: string, name: string, path: string}} facts */
function heirsOf(facts) {
  /** @type {Element[]} */
  const same = [];
  /** @type {Candidate[]} */
  const kin = [];
  for (const root of queryRoots({})) {
    walkMeant(root, true, (element, role) => {
      if (role !== facts.role) return;
      const name = cleanText(spokenName(element, role), 160);
      if (name === facts.name) same.push(element);
      else if (kin.length < 200) kin.push({ element, role, name, rank: 0 });
    });
  }
  const heirs = same.filter((element) => landmarkPath(element) === facts.path);
  const near = kin.filter((one) => likeness(one.name.toLowerCase(), facts.name.toLowerCase()) > 0.4);
  return { heirs, kin: same.map((element) => asCandidate(element, facts)).concat(near) };
}
