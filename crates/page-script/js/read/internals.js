// What custom elements say of themselves through ElementInternals. No script can read it; the accessibility tree says it, where it was asked.

/** @typedef {object} InternalFacts
 * @property {string} role
 * @property {string} name
 * @property {Record<string, string>} states by the ARIA attribute that would say the same */

/** @type {WeakMap<Element, InternalFacts>} */
const internalFacts = new WeakMap();
/** Whether there are any, so that no other page pays for the look-up. */
let internalsKnown = false;

/** How many elements of a tag said nothing of themselves; a tag is not asked again after a few. @type {Map<string, number>} */
const silentTags = new Map();
const SILENT_ENOUGH = 3;
const INNER_ASKED = 60;

/** What an element says through its internals. @param {Element} element @returns {InternalFacts | undefined} */
const factsOf = (element) => (internalsKnown ? internalFacts.get(element) : undefined);

/** An ARIA attribute, or what the element's internals say in its place. @param {Element} element @param {string} name @returns {string | null} */
function ariaOf(element, name) {
  const given = attr(element, name);
  if (given !== null || !internalsKnown) return given;
  return internalFacts.get(element)?.states[name] ?? null;
}

/** Custom elements met on the walk that only the accessibility tree knows. @param {OutlineWalk} walk @param {Element} element */
function noteCustom(walk, element) {
  const tag = localName(element);
  if (walk.custom.length >= INNER_ASKED || hasAttr(element, "role") || !matches(element, ":defined")) return;
  if ((silentTags.get(tag) || 0) < SILENT_ENOUGH) walk.custom.push(element);
}

/** ARIA attributes by the names of the tree's properties. @type {Record<string, string>} */
const PROPERTY_ATTRIBUTES = {
  busy: "aria-busy",
  checked: "aria-checked",
  disabled: "aria-disabled",
  expanded: "aria-expanded",
  hasPopup: "aria-haspopup",
  invalid: "aria-invalid",
  level: "aria-level",
  multiselectable: "aria-multiselectable",
  pressed: "aria-pressed",
  readonly: "aria-readonly",
  required: "aria-required",
  selected: "aria-selected",
};

/** Takes what the accessibility tree says of custom elements; tells whether it is news.
 * @param {{told: {ref: number, role: string, name: string, states: Record<string, string>}[]}} args */
api.internals = (args) => {
  let changed = false;
  for (const { ref, role, name, states } of args.told) {
    const element = byRef(ref);
    if (!element) continue;
    const known = internalFacts.get(element);
    if (role === "" || role === "generic" || role === "none") {
      silentTags.set(localName(element), (silentTags.get(localName(element)) || 0) + 1);
      if (!known) continue;
      internalFacts.delete(element);
      changed = true;
      continue;
    }
    silentTags.set(localName(element), -Infinity);
    /** @type {InternalFacts} */
    const facts = { role, name, states: {} };
    for (const property of Object.keys(states)) {
      const attribute = PROPERTY_ATTRIBUTES[property];
      if (attribute) facts.states[attribute] = states[property];
    }
    if (known && JSON.stringify(known) === JSON.stringify(facts)) continue;
    internalFacts.set(element, facts);
    internalsKnown = true;
    changed = true;
  }
  return { changed };
};
