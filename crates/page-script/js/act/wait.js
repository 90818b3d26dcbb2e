// Waiting for something in this frame, woken by what changes.

/** Whether text can be seen in this frame. @param {string} wanted white space folded */
function showsText(wanted) {
  const body = bodyOf(document);
  if (!body) return false;
  const small = wanted.toLowerCase();
  if (!couldShow(small)) return false;
  return fold(seenText(body)).toLowerCase().includes(small);
}

/** A cheap look that rules most out: text anywhere in the document or its shadow roots, or in a field. @param {string} small */
function couldShow(small) {
  const has = (/** @type {Node} */ root) => fold(textContent(root) || "").toLowerCase().includes(small);
  if (has(/** @type {Node} */ (rootElementOf(document)))) return true;
  return shadowRootsIn(document, []).length > 0;
}

const BLOCKS = /^(block|flex|grid|list-item|table|table-row|table-cell|flow-root)/;

/** The text a user sees, through shadow roots. @param {Element} top */
function seenText(top) {
  /** @type {string[]} */
  const parts = [];
  const visit = (/** @type {Node} */ node) => {
    if (nodeType(node) === TEXT) {
      parts.push(textData(node));
      return;
    }
    const element = /** @type {Element} */ (node);
    const tag = localName(element);
    if (tag === "script" || tag === "style" || tag === "noscript" || tag === "template") return;
    if (!isRendered(element)) return;
    const style = styleOf(element);
    const block = BLOCKS.test(style.display) || tag === "br";
    if (block) parts.push(" ");
    if (style.visibility === "visible") for (const child of flatChildren(element)) visit(child);
    else for (const child of flatChildren(element)) if (nodeType(child) === ELEMENT) visit(child);
    if (block) parts.push(" ");
  };
  visit(top);
  return parts.join("");
}

/** Waits until the condition holds. Says what held, or `false` when the time is over. @param {() => unknown} condition @param {number} budget */
async function waitUntil(condition, budget) {
  const until = now() + budget;
  keepStirring();
  for (;;) {
    const held = condition();
    if (held) return held;
    const left = until - now();
    if (left <= 0) return false;
    keepStirring();
    await nextStir(Math.min(250, left));
    await nextFrame();
  }
}

/** @param {{target: ActTarget, state: "attached" | "detached" | "visible" | "hidden", budget: number}} args */
api.waitElement = async ({ target, state, budget }) => {
  const list = () => {
    if (target.selector !== undefined) return pierce(target.selector);
    if (target.ref !== undefined) return [byRef(target.ref)].filter((e) => e !== null);
    const { role, name, exact, label, within } = target;
    return api.query({ role, name, exact: !!exact, label, within, limit: 40 }).matches.map((/** @type {any} */ m) => byRef(m.ref));
  };
  const seen = (/** @type {Element} */ e) => isShown(e) && areasOf(e).length > 0;
  const held = await waitUntil(() => {
    const found = /** @type {Element[]} */ (list());
    const picked = target.nth === undefined ? found : found.slice(target.nth, target.nth + 1);
    if (state === "attached") return picked[0] && sayElement(picked[0]);
    if (state === "visible") {
      const first = picked.find(seen);
      return first && sayElement(first);
    }
    return state === "detached" ? picked.length === 0 : !picked.some(seen);
  }, budget);
  return { held: held === true ? { gone: true } : held || undefined };
};

/** @param {{text: string, gone: boolean, budget: number}} args */
api.waitText = async ({ text, gone, budget }) => {
  const wanted = fold(text);
  const held = await waitUntil(() => showsText(wanted) !== gone, budget);
  return { held: held ? { text } : undefined };
};

/** How far this frame has loaded. */
api.readyState = () => ({ state: document.readyState });

/** Scrolls what is around or inside an element to a place.
 * @param {{ref?: number | null, edge?: string, x?: number | null, y?: number | null}} args */
api.scrollTo = async ({ ref, edge, x, y }) => {
  const element = ref == null ? null : elementOf(ref);
  const scroller = (element && (scrollerAt(element))) || document.scrollingElement || rootElementOf(document);
  const before = { x: scroller.scrollLeft, y: scroller.scrollTop };
  const left = edge === "left" ? 0 : edge === "right" ? scroller.scrollWidth : (x ?? undefined);
  const top = edge === "top" ? 0 : edge === "bottom" ? scroller.scrollHeight : (y ?? undefined);
  scroller.scrollTo({ left, top, behavior: "instant" });
  await nextFrame();
  return scrollFacts(scroller, before);
};

/** @param {Element} element @returns {Element | null} */
function scrollerAt(element) {
  for (let node = /** @type {Element | null} */ (element); node; node = flatParent(node)) {
    const style = styleOf(node);
    const down = node.scrollHeight > node.clientHeight + 1 && /auto|scroll/.test(style.overflowY);
    const across = node.scrollWidth > node.clientWidth + 1 && /auto|scroll/.test(style.overflowX);
    if (down || across) return node;
  }
  return null;
}

/** @param {Element} scroller @param {{x: number, y: number}} before */
function scrollFacts(scroller, before) {
  const most = { x: scroller.scrollWidth - scroller.clientWidth, y: scroller.scrollHeight - scroller.clientHeight };
  return { x: Math.round(scroller.scrollLeft), y: Math.round(scroller.scrollTop), maxX: most.x, maxY: most.y, moved: scroller.scrollLeft !== before.x || scroller.scrollTop !== before.y };
}

/** Where the scroller at an element (or the page) stands. @param {{ref?: number | null}} args */
api.scrollPlace = ({ ref }) => {
  const element = ref == null ? null : byRef(ref);
  const scroller = (element && scrollerAt(element)) || document.scrollingElement || rootElementOf(document);
  return { ...scrollFacts(scroller, { x: 0, y: 0 }), width: innerWidth, height: innerHeight };
};

/** @typedef {{scroller: Element, x: number, y: number}} Stand */

/** What the wheel may turn, innermost first, and where it stood; and the event of the wheel, once it came.
 * @type {{chain: Stand[], event: Event | null}} */
const wheel = { chain: [], event: null };

/** Remembers what the wheel may turn at an element or a point, which may be another element by the time it has turned.
 * @param {{ref?: number | null, x: number, y: number}} args */
api.wheelBegin = ({ ref, x, y }) => {
  keepStirring();
  wheel.chain = [];
  wheel.event = null;
  const take = (/** @type {Element} */ scroller) => wheel.chain.push({ scroller, x: scroller.scrollLeft, y: scroller.scrollTop });
  let node = ref == null ? elementAt(x, y) : byRef(ref);
  for (let scroller = node && scrollerAt(node); scroller; scroller = node && scrollerAt(node)) {
    take(scroller);
    node = flatParent(scroller);
  }
  const page = document.scrollingElement || rootElementOf(document);
  if (!wheel.chain.some((stand) => stand.scroller === page)) take(page);
  addEventListener("wheel", (event) => { wheel.event = event; }, { capture: true, passive: true, once: true });
};

/** Ends when the wheel has come to rest, with where that stands which moved, and whether the page took the wheel for itself.
 * @param {{budget: number}} args */
api.wheelRest = async ({ budget }) => {
  const until = now() + budget;
  let last = "";
  let same = 0;
  while (same < 3 && now() < until) {
    await nextFrame();
    const text = wheel.chain.map(({ scroller }) => scroller.scrollLeft + "," + scroller.scrollTop).join();
    same = text === last ? same + 1 : 0;
    last = text;
  }
  const moved = wheel.chain.find(({ scroller, x, y }) => scroller.scrollLeft !== x || scroller.scrollTop !== y) || wheel.chain[0];
  return { ...scrollFacts(moved.scroller, moved), taken: wheel.event !== null && wheel.event.defaultPrevented };
};
