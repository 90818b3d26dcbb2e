// Refs: a number that belongs to an element for as long as it lives. Numbers never come twice in a frame: the caller says
// the highest one it has ever seen there (`floor`), so a new document goes on counting where the old one stopped.

let topRef = 0;
/** @type {WeakMap<Element, number>} */
const refNumbers = new WeakMap();
/** @type {Map<number, WeakRef<Element>>} */
const refElements = new Map();
/** What a ref stood for when it was last listed: role, name, landmark path.
 * @type {Map<number, {role: string, name: string, path: string}>} */
const refFacts = new Map();
let refSweepAt = 20000;

/** @param {number} floor */
function raiseFloor(floor) {
  if (floor > topRef) topRef = floor;
}

/** The element's number; a new one at first sight. @param {Element} element @returns {number} */
function refOf(element) {
  let ref = refNumbers.get(element);
  if (ref === undefined) {
    ref = ++topRef;
    refNumbers.set(element, ref);
    refElements.set(ref, new WeakRef(element));
    if (refElements.size > refSweepAt) sweepRefs();
  }
  return ref;
}

/** Forgets the oldest elements that are gone, so that a page that re-renders for hours does not fill the maps. */
function sweepRefs() {
  let spared = 5000;
  for (const ref of [...refElements.keys()].reverse()) {
    if (spared-- > 0) continue;
    const element = refElements.get(ref)?.deref();
    if (element) continue;
    refElements.delete(ref);
    refFacts.delete(ref);
  }
  refSweepAt = Math.max(20000, refElements.size * 2);
}

/** Keeps what a listed ref stands for, so that it can be found again after a re-render.
 * @param {number} ref @param {string} role @param {string} name @param {string} path */
function rememberRef(ref, role, name, path) {
  const known = refFacts.get(ref);
  if (known) {
    known.role = role;
    known.name = name;
    known.path = path;
  } else refFacts.set(ref, { role, name, path });
}

/** The connected element of a ref; null when it has left the page or never was.
 * @param {number} ref @returns {Element | null} */
function byRef(ref) {
  const element = refElements.get(ref)?.deref();
  return element && isConnected(element) ? element : null;
}

/** The connected element of a ref, or the error `stale` with what the ref stood for.
 * @param {number | undefined} ref @returns {Element} */
function elementOf(ref) {
  if (typeof ref !== "number") return fail("bad_argument", "a ref is a number here");
  const element = byRef(ref);
  if (element) return element;
  const facts = refFacts.get(ref);
  if (facts) fail("stale", `the element of ref ${ref} has left the page`, { ref, was: facts });
  return fail("unknown_ref", `no element was ever listed as ref ${ref} here`, { ref });
}
