// `query`: elements by what a user calls them.

/** @typedef {object} QueryArgs
 * @property {string} [role] @property {string} [name] @property {boolean} [exact] @property {string} [label]
 * @property {string} [text] @property {number} [within] @property {string} [shallow] @property {number} [limit] @property {number} [skip] */

/** @typedef {{element: Element, role: string, name: string, rank: number}} Candidate */

/** @param {QueryArgs} args */
api.query = (args) => {
  prepareRead({});
  const wanted = wantedOf(args);
  /** @type {Candidate[]} */
  const all = wanted.role === "text" || wanted.text !== undefined ? textCandidates(args, wanted) : candidates(args, wanted);
  const best = Math.max(0, ...all.map((one) => one.rank));
  const hits = all.filter((one) => one.rank > 0 && one.rank === best);
  const skip = args.skip || 0;
  return {
    matches: hits.slice(skip, skip + (args.limit || 200)).map(matchOf),
    total: hits.length,
    how: best === 3 ? "exact" : best === 2 ? "ignoring case" : best === 1 ? "partly" : "",
    near: hits.length ? [] : nearest(all, wanted.name ?? wanted.label ?? wanted.text ?? ""),
    ofRole: all.length,
  };
};

/** @param {QueryArgs} args */
function wantedOf(args) {
  const given = args.role === undefined ? undefined : args.role.toLowerCase();
  const role = given === undefined ? undefined : ROLE_ALIASES[given] || given;
  /** @param {string | undefined} text */
  const folded = (text) => (text === undefined ? undefined : fold(text));
  return { role, name: folded(args.name), label: folded(args.label), text: folded(args.text) };
}

/** How well a name fits: 3 exactly, 2 ignoring case, 1 partly, 0 not. @param {string} name @param {string | undefined} wanted
 * @param {boolean | undefined} exact */
function fitOf(name, wanted, exact) {
  if (wanted === undefined || name === wanted) return 3;
  if (exact || wanted === "") return 0;
  const low = name.toLowerCase();
  const sought = wanted.toLowerCase();
  if (low === sought) return 2;
  return low.includes(sought) ? 1 : 0;
}

/** The elements a query starts from: one element, else all that can be reached. @param {QueryArgs} args @returns {Element[]} */
function queryRoots(args) {
  if (args.within !== undefined) return [elementOf(args.within)];
  return reachOfPage({ infer: "off", complete: true }).roots;
}

/** @param {QueryArgs} args @param {ReturnType<typeof wantedOf>} wanted @returns {Candidate[]} */
function candidates(args, wanted) {
  const judge = (/** @type {Element} */ element, /** @type {string} */ role) => {
    if (wanted.role !== undefined ? !roleFits(element, role, wanted.role) : role === "" || role === "none") return null;
    if (wanted.label !== undefined && !(CONTROLS.has(role) || role === "frame")) return null;
    const name = spokenName(element, role);
    let rank = Math.max(fitOf(name, wanted.name, args.exact), name.includes("@") ? fitOf(cleanText(name), wanted.name, args.exact) : 0);
    if (wanted.label !== undefined) rank = Math.min(rank, labelFit(element, name, wanted.label, args.exact));
    return { element, role, name, rank };
  };
  const self = args.within === undefined;
  const named = wanted.label !== undefined || (wanted.role !== undefined && wanted.role !== "clickable" && CONTROLS.has(wanted.role));
  /** @type {Candidate[]} */
  const found = [];
  const walk = (/** @type {boolean} */ clicks) => {
    for (const root of queryRoots(args)) {
      const direct = named && !clicks && args.shallow === undefined ? (wanted.label !== undefined && fieldsMeant(root, self, judge)) || controlsMeant(root, self, wanted.role, judge) : null;
      if (direct !== null) found.push(...direct);
      else {
        walkMeant(root, self, (element, role) => {
          const one = judge(element, role);
          if (one) found.push(one);
        }, args.shallow, clicks);
      }
    }
  };
  // Whether something reacts to clicks is a costly question; it is asked only where such things may be meant.
  walk(wanted.label === undefined && (wanted.role === undefined || wanted.role === "clickable"));
  if (wanted.label !== undefined && !found.some((one) => one.rank > 0)) walk(true);
  if (wanted.name !== undefined && !args.exact && !found.some((one) => one.rank > 0)) rankByOtherWords(found, wanted.name);
  return found;
}

/** Where no name fits, a control is known by what describes it, as an icon by its tooltip, or, without a name, by what it stands near: an
 * outline prints these. @param {Candidate[]} all @param {string} sought */
function rankByOtherWords(all, sought) {
  for (const one of all) {
    const described = CONTROLS.has(one.role) && fitOf(fold(descriptionOf(one.element, one.name) || ""), sought, false) >= 2;
    if (described || (one.name === "" && CONTROLS.has(one.role) && standsNear(one.element, sought))) one.rank = 1;
  }
}

/** Fields that are called so, near enough: a label means a field before it means a button of that name. Null where there are none.
 * @param {Element} root @param {boolean} self @param {(element: Element, role: string) => Candidate | null} judge @returns {Candidate[] | null} */
function fieldsMeant(root, self, judge) {
  const found = controlsMeant(root, self, "field", (element, role) => (NO_FIELDS.has(role) ? null : judge(element, role)));
  return found && found.some((one) => one.rank >= 2) ? found : null;
}

const NO_FIELDS = wordSet("button link menuitem option summary tab treeitem frame");

/** @param {Element} element @param {string} role @param {string} wanted */
function roleFits(element, role, wanted) {
  if (role === wanted) return true;
  if (wanted === "clickable") return role === "link" && !hasAttr(element, "href") && localName(element) === "a";
  return wanted === "button" && role === "summary";
}

/** How well a field is called by a label: its name, else its placeholder or the text before it.
 * @param {Element} element @param {string} name @param {string} label @param {boolean | undefined} exact */
function labelFit(element, name, label, exact) {
  const byName = fitOf(name, label, exact) || fitOf(name.replace(/\s*[:*]+$/, ""), label.replace(/\s*[:*]+$/, ""), exact);
  if (byName) return byName;
  const placeholder = fold(attr(element, "placeholder") || "");
  if (placeholder && fitOf(placeholder, label, exact) >= 2) return 2;
  return name === "" && fitOf(textBefore(element), label, exact) >= 2 ? 2 : 0;
}

/** The name an outline shows for an element, guesses included. @param {Element} element @param {string} role */
function spokenName(element, role) {
  if (role === "clickable") {
    const shown = fold(clickableText(element));
    return clickableGuess(element, shown)?.name || shown;
  }
  const name = nameOf(element);
  if (name !== "" || !CONTROLS.has(role)) return name;
  const field = TEXT_FIELDS.has(role) || CHECKABLE.has(role) || role === "slider" || role === "listbox";
  return field ? "" : guessName(element)?.name || "";
}

/** Visits everything that means something, clickables and editable regions too.
 * @param {Element} root @param {boolean} self whether the root itself counts
 * @param {(element: Element, role: string) => void} visit @param {string} [shallow] @param {boolean} [clicks] whether to look for clickables */
function walkMeant(root, self, visit, shallow, clicks = true) {
  /** @type {{children: Node[], at: number, pointer: boolean, of: Element | null}[]} */
  const stack = [{ children: self ? [root] : readChildren(root), at: 0, pointer: false, of: null }];
  while (stack.length) {
    const top = stack[stack.length - 1];
    if (top.at >= top.children.length) {
      stack.pop();
      continue;
    }
    const element = /** @type {Element} */ (top.children[top.at++]);
    if (nodeType(element) !== ELEMENT || isLeftOut(element)) continue;
    const sight = sightIn(element, top.of);
    if (sight === GONE) continue;
    const shown = sight === SEEN;
    let pointer = top.pointer;
    const own = shown ? roleOf(element) : "";
    let role = own;
    if (shown && !CONTROLS.has(own) && own !== "frame" && namespaceURI(element) === HTML_NS) {
      if (isEditableRoot(element)) role = "textbox";
      else if (clicks && reactsToClicks(element, pointer, keptStyle(element))) role = "clickable";
      if (clicks) pointer = keptStyle(element).cursor === "pointer";
    } else if (CONTROLS.has(own)) pointer = true;
    visit(element, role);
    if (role !== own && own !== "" && own !== "none") visit(element, own);
    if (own === "image" && hasAttr(element, "usemap")) visitAreas(element, visit);
    if (shallow !== undefined && own === shallow) continue;
    if (localName(element) === "select" && namespaceURI(element) === HTML_NS) {
      for (const option of queryAll(element, "option")) visit(option, "option");
      continue;
    }
    const children = readChildren(element);
    if (children.length) stack.push({ children, at: 0, pointer, of: element });
  }
}

/** What can be a control or a frame of a role without a `role` attribute; of other roles, anything of these. @type {Record<string, string>} */
const BEARING_TAGS = { link: "a", button: "button, input, summary", checkbox: "input", radio: "input", slider: "input", spinbutton: "input", searchbox: "input", textbox: "input, textarea", combobox: "input, select", summary: "summary", field: "input, select, textarea" };
const ALL_BEARING = "a, button, input, select, textarea, summary, iframe, frame, object, embed, td, th";
const ANY_BEARING = ", [role], [contenteditable], [tabindex], [usemap]";

/** The elements that can be a control or a frame of this role, or of any, in reading order; null where that is not the order of the
 * document: with shadow roots and `aria-owns`. @param {Element} root @param {boolean} self @param {string | undefined} role @returns {Element[] | null} */
function bearersIn(root, self, role) {
  if (ownersMap().size || shadowOf(root)) return null;
  const selector = ((role !== undefined && BEARING_TAGS[role]) || ALL_BEARING) + (role === "option" ? ", select" : "") + ANY_BEARING;
  const { hosts, custom } = mayBeHosts(root);
  if (hosts.some(shadowOf)) return null;
  const found = Array.from(queryAll(root, selector)).concat(custom);
  if (custom.length) found.sort((one, other) => (one === other ? 0 : standsBehind(one, other) ? -1 : 1));
  if (self && matches(root, selector)) found.unshift(root);
  return found.filter((element, index) => element !== found[index - 1]);
}

/** Of the elements under a root, those that can have a shadow root, and of them the custom ones. @typedef {{hosts: Element[], custom: Element[]}} Hosts */

/** Those of the whole page, for as long as no element comes or goes. @type {Hosts | null} */
let hostsKnown = null;

/** @param {Element} root @returns {Hosts} */
function mayBeHosts(root) {
  const whole = root === rootElementOf(document) && watchesTree();
  if (whole && hostsKnown) return hostsKnown;
  /** @type {Hosts} */
  const found = { hosts: [], custom: [] };
  for (const element of queryAll(root, "*")) {
    const tag = localName(element);
    const isCustom = tag.includes("-");
    if (isCustom) found.custom.push(element);
    if (isCustom || ROOTED.has(tag)) found.hosts.push(element);
  }
  if (whole) hostsKnown = found;
  return found;
}

/** Controls and frames a query may mean, clickables left out: what `walkMeant` visits of them. Those that fit badly are looked at only
 * when none fits well; whether a walk would come to an element is the costly question. Null where there has to be a walk.
 * @param {Element} root @param {boolean} self @param {string | undefined} role
 * @param {(element: Element, role: string) => Candidate | null} judge @returns {Candidate[] | null} */
function controlsMeant(root, self, role, judge) {
  const bearers = bearersIn(root, self, role);
  if (bearers === null) return null;
  /** @type {Map<Element, boolean>} */
  const met = new Map([[root, !self || (!isLeftOut(root) && sightOf(root) !== GONE)]]);
  const isReached = (/** @type {Element} */ element) => isMet(element, met) && sightIn(element, element === root ? null : parentElement(element)) === SEEN;
  /** @type {Candidate[]} */
  const judged = [];
  const take = (/** @type {Element} */ element, /** @type {string} */ as) => {
    const one = judge(element, as);
    if (one) judged.push(one);
  };
  for (const element of bearers) {
    const own = roleOf(element);
    if (!CONTROLS.has(own) && own !== "frame" && namespaceURI(element) === HTML_NS && isEditableRoot(element)) take(element, "textbox");
    if (own !== "" && own !== "none") take(element, own);
    if (own === "image" && hasAttr(element, "usemap") && isReached(element)) visitAreas(element, take);
    if (localName(element) === "select" && namespaceURI(element) === HTML_NS) for (const option of queryAll(element, "option")) take(option, "option");
  }
  // Options stand where their select does, and the areas of an image where it does.
  const counts = (/** @type {Candidate} */ { element, role }) => localName(element) === "area" || isReached((role === "option" && closest(element, "select")) || element);
  const hits = judged.filter((one) => one.rank > 0 && counts(one));
  return hits.length ? hits : judged.filter(counts);
}

/** Whether a walk from the root comes to an element: nothing around it is left out or gone. @param {Element} element
 * @param {Map<Element, boolean>} met what is known, the root at least */
function isMet(element, met) {
  /** @type {Element[]} */
  const climbed = [];
  let at = /** @type {Element | null} */ (element);
  while (at && !met.has(at)) {
    climbed.push(at);
    at = parentElement(at);
  }
  let inside = at !== null && met.get(at) === true;
  for (let i = climbed.length - 1; i >= 0; i--) {
    const parent = parentElement(climbed[i]);
    inside = inside && !(parent && localName(parent) === "select" && namespaceURI(parent) === HTML_NS) && !isLeftOut(climbed[i]) && sightIn(climbed[i], parent) !== GONE;
    met.set(climbed[i], inside);
  }
  return inside;
}

/** @param {Element} image @param {(element: Element, role: string) => void} visit */
function visitAreas(image, visit) {
  const name = (attr(image, "usemap") || "").replace(/^#/, "");
  for (const map of queryAll(rootOf(image), "map")) {
    if (attr(map, "name") === name) for (const area of queryAll(map, "area[href]")) visit(area, "link");
  }
}

/** @param {Element} element */
function isEditableRoot(element) {
  const value = attr(element, "contenteditable");
  return value !== null && value !== "false";
}

/** Elements whose own text it is. @param {QueryArgs} args @param {ReturnType<typeof wantedOf>} wanted @returns {Candidate[]} */
function textCandidates(args, wanted) {
  const sought = wanted.text ?? wanted.name;
  /** @type {Candidate[]} */
  const own = [];
  /** @type {Candidate[]} */
  const whole = [];
  walkTexts(queryRoots(args), (element, direct) => {
    if (direct !== "") {
      own.push({ element, role: "text", name: clip(direct, 400), rank: fitOf(direct, sought, args.exact) });
      return;
    }
    if (sought === undefined || sought === "" || !firstElementChild(element)) return;
    const text = visibleText(element, sought.length * 2 + 40);
    if (text === sought) whole.push({ element, role: "text", name: text, rank: 3 });
  });
  if (own.some((one) => one.rank === 3) || !whole.length) return own;
  const deepest = whole.filter((one) => !whole.some((other) => other !== one && containsNode(one.element, other.element)));
  return own.concat(deepest);
}

/** Visits every shown element with the text of its own text nodes. @param {Element[]} roots
 * @param {(element: Element, direct: string) => void} visit */
function walkTexts(roots, visit) {
  /** @type {{element: Element, of: Element | null}[]} */
  const stack = [...roots].reverse().map((element) => ({ element, of: null }));
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { element, of } = next;
    if (isLeftOut(element)) continue;
    const sight = sightIn(element, of);
    if (sight === GONE) continue;
    const children = readChildren(element);
    let direct = "";
    for (const child of children) if (nodeType(child) === TEXT && direct.length < 5000) direct += textData(child).slice(0, 5000);
    if (sight === SEEN) visit(element, fold(direct));
    for (let i = children.length - 1; i >= 0; i--) if (nodeType(children[i]) === ELEMENT) stack.push({ element: /** @type {Element} */ (children[i]), of: element });
  }
}

/** @param {Candidate} one */
function matchOf(one) {
  const ref = refOf(one.element);
  const name = cleanText(one.name, 200);
  rememberRef(ref, one.role, cleanText(one.name, 160), landmarkPath(one.element));
  return { ref, role: one.role, name, states: one.role === "text" ? [] : statesFor(one.element, one.role), context: contextWords(one.element) };
}

/** What an element stands in, innermost first: for telling equals apart. @param {Element} element */
function contextWords(element) {
  const words = [];
  for (let at = ownerOf(element) || flatParent(element); at && words.length < 3; at = ownerOf(at) || flatParent(at)) {
    const role = roleOf(at);
    if (role === "row") {
      const label = rowFacts(at).label;
      if (label) words.push(`row ${JSON.stringify(label)}`);
    } else if (LANDMARKS.has(role) || DIALOGS.has(role) || role === "listitem" || role === "article" || role === "group" || TABLES.has(role)) {
      const name = cleanText(role === "listitem" || role === "article" ? nameOf(at) || visibleText(at, 60) : nameOf(at), 60);
      if (name || LANDMARKS.has(role) || DIALOGS.has(role)) words.push(name ? `${role} ${JSON.stringify(name)}` : role);
    }
  }
  return words;
}

/** The names most like the one that was sought. @param {Candidate[]} all @param {string} sought */
function nearest(all, sought) {
  if (sought === "") return all.slice(0, 5).map(matchOf);
  const seen = new Set();
  return all
    .map((one) => ({ one, like: likeness(one.name.toLowerCase(), sought.toLowerCase()) }))
    .filter(({ one, like }) => like > 0.25 && !seen.has(one.role + one.name) && seen.add(one.role + one.name))
    .sort((a, b) => b.like - a.like)
    .slice(0, 5)
    .map(({ one }) => matchOf(one));
}

/** The share of pairs of letters that two words have in common. @param {string} one @param {string} other */
function likeness(one, other) {
  const pairs = (/** @type {string} */ text) => {
    const found = [];
    for (let i = 0; i < text.length - 1 && i < 80; i++) found.push(text.slice(i, i + 2));
    return found;
  };
  const a = pairs(one);
  const b = pairs(other);
  if (!a.length || !b.length) return one === other ? 1 : 0;
  let common = 0;
  const left = [...b];
  for (const pair of a) {
    const at = left.indexOf(pair);
    if (at < 0) continue;
    common++;
    left.splice(at, 1);
  }
  return (2 * common) / (a.length + b.length);
}
