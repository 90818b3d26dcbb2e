// What stirs in the page: mutations, and those changes that no mutation tells of (values, focus, scrolling, popovers).
// It is watched from the first action on, and for half a minute after the last one.

const STIR_KEPT_MS = 30000;
const STIR_EVENTS = ["input", "change", "toggle", "focusin", "focusout", "scroll", "resize", "load", "transitionrun", "animationstart", "fullscreenchange", "popstate", "hashchange"];

const stir = {
  on: false,
  /** When watching began. */
  since: 0,
  /** When something last changed. */
  last: 0,
  /** When something last changed that does not change all the time. */
  lastOwn: 0,
  /** How often something changed. */
  count: 0,
  /** When watching ends by itself. */
  until: 0,
  /** How often something changed that was not in the field that is typed into. */
  elsewhere: 0,
  /** When the action that is being settled began; 0: none is. */
  acting: 0,
  /** The field that is typed into: what happens in it is no reaction of the page. @type {Element | null} */
  typedInto: null,
};

/** What changed without an action, and when: clocks, tickers, animations by script. @type {WeakMap<Node, number>} */
const ambient = new WeakMap();
/** Shadow roots that are watched. @type {WeakSet<ShadowRoot>} */
const stirRoots = new WeakSet();
/** Called after each change. @type {Set<() => void>} */
const stirWaiters = new Set();

const STIR_OPTIONS = { subtree: true, childList: true, attributes: true, characterData: true };
const stirObserver = new MutationObserver(onMutations);

/** @param {MutationRecord[]} records */
function onMutations(records) {
  const at = now();
  if (at > stir.until) return stopStirring();
  let own = false;
  let elsewhere = false;
  for (const record of records) {
    const target = record.target;
    if (record.type === "childList") hostsKnown = null;
    if (nodeType(target) === ELEMENT && overlayHosts.has(/** @type {Element} */ (target))) continue;
    if (stir.typedInto && flatContains(stir.typedInto, target)) continue;
    elsewhere = true;
    if (stir.acting === 0) ambient.set(target, at);
    else if (!((ambient.get(target) || 0) > stir.acting - 1200)) own = true;
    for (const node of record.addedNodes) if (nodeType(node) === ELEMENT) watchRootsIn(/** @type {Element} */ (node));
  }
  stirred(at, own, elsewhere);
}

/** @param {number} at @param {boolean} own @param {boolean} elsewhere */
function stirred(at, own, elsewhere) {
  stir.count++;
  if (elsewhere) stir.elsewhere++;
  stir.last = at;
  if (own) stir.lastOwn = at;
  for (const wake of [...stirWaiters]) wake();
  noteLate();
}

/** @param {Event} event */
function onStirEvent(event) {
  if (event.type === "resize" && event.target !== window) return;
  // That the field takes the focus and the text is what was asked, and no reaction of the page.
  const inField = stir.typedInto !== null && (event.composedPath()[0] === stir.typedInto || event.type.startsWith("focus"));
  stirred(now(), event.type !== "scroll" && !inField, !inField);
}

/** Fields that the browser found [invalid](https://html.spec.whatwg.org/#event-invalid) since the action began, by which it keeps a form
 * back. What it says about them stands beside the page and not in it. @type {Set<Element>} */
const foundInvalid = new Set();
const INVALID_TOLD = 5;

/** @param {Event} event */
function onInvalid(event) {
  const field = event.composedPath()[0];
  if (stir.acting && field instanceof Element && foundInvalid.size < INVALID_TOLD) foundInvalid.add(field);
}

/** Each of them with what the browser says about it. */
function tellInvalid() {
  const told = [...foundInvalid].map((field) => ({ ...sayElement(field), message: clip(fold(String(/** @type {any} */ (field).validationMessage || "")), 200) }));
  foundInvalid.clear();
  return told;
}

/** Watches the shadow roots at and under an element. @param {Element} element */
function watchRootsIn(element) {
  watchRootOf(element);
  if (!firstElementChild(element)) return;
  for (const inner of queryAll(element, "*")) watchRootOf(inner);
}

/** @param {Element} element */
function watchRootOf(element) {
  const root = shadowOf(element);
  if (!root || stirRoots.has(root)) return;
  stirRoots.add(root);
  stirObserver.observe(root, STIR_OPTIONS);
  for (const inner of queryAll(root, "*")) watchRootOf(inner);
}

/** Watches from now on, at least for a while. */
function keepStirring() {
  stir.until = now() + STIR_KEPT_MS;
  if (stir.on) return;
  stir.on = true;
  stir.since = stir.last = stir.lastOwn = now();
  stirObserver.observe(document, STIR_OPTIONS);
  for (const element of queryAll(document, "*")) watchRootOf(element);
  // `document.open()` takes all listeners off; adding them again is harmless where they are still there.
  for (const type of STIR_EVENTS) addEventListener(type, onStirEvent, { capture: true, passive: true });
  addEventListener("invalid", onInvalid, { capture: true, passive: true });
}

function stopStirring() {
  if (!stir.on) return;
  stir.on = false;
  hostsKnown = null;
  stirObserver.disconnect();
  for (const type of STIR_EVENTS) removeEventListener(type, onStirEvent, { capture: true });
  removeEventListener("invalid", onInvalid, { capture: true });
}

/** Records that the observer has seen and not yet told. */
function flushStir() {
  const records = stirObserver.takeRecords();
  if (records.length) onMutations(records);
}

/** Whether it is known of every element of the document that comes or goes. */
function watchesTree() {
  flushStir();
  return stir.on && now() <= stir.until;
}

/** Ends at the next change, or after `ms`. @param {number} ms @returns {Promise<void>} */
function nextStir(ms) {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stirWaiters.delete(done);
      timePassed(resolve);
    };
    const timer = setTimeout(done, ms);
    stirWaiters.add(done);
  });
}

/** Whether nothing has changed for two frames and nothing is being animated, as far as this can be known. */
function isCalm() {
  flushStir();
  const at = now();
  if (!stir.on || at - stir.since < 40 || at - stir.last < 40) return false;
  return !document.getAnimations().some((animation) => animation.playState === "running");
}

/** Whether something moves that comes to an end by itself. */
function endsMoving() {
  return document.getAnimations().some((animation) => animation.playState === "running" && Number.isFinite(Number(animation.effect?.getComputedTiming().endTime)));
}

/** After the next frame: whether something moves, or has changed since so many changes. @param {{count: number}} args */
api.underWay = async ({ count }) => {
  keepStirring();
  await nextFrame();
  flushStir();
  return { moving: stir.count !== count || endsMoving(), count: stir.count };
};

/** Ends when nothing has moved for two frames, or after a while. @param {{budget: number}} args */
api.motionOver = async ({ budget }) => {
  const until = now() + budget;
  for (let still = 0; still < 2 && now() < until; ) {
    await nextFrame();
    still = endsMoving() ? 0 : still + 1;
  }
  return {};
};
