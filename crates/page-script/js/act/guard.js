// The last look, in the press itself: a listener that is ahead of the page's own lets the press through when it lands on the
// element it was meant for, and else stops it before the page hears of it.

const PRESS_EVENTS = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "auxclick", "dblclick", "contextmenu"];
const TOUCH_EVENTS = ["touchstart", "touchend"];
const OPENING = new Set(["pointerdown", "mousedown", "touchstart"]);
const ENDING = new Set(["mouseup", "touchend", "pointerup"]);

/** @typedef {object} Guard
 * @property {Element | null} element what may be pressed; null: nothing in this frame, the press belongs to a frame inside
 * @property {"waiting" | "arrived" | "stopped"} state
 * @property {boolean} ended the button is up again
 * @property {number} clicks clicks that came through
 * @property {Element | null} by what was hit instead
 * @property {(() => boolean) | null} meant whether the element is still what was asked for
 * @property {boolean} renamed it was not
 * @property {Element | null} subject the element that was found; `element` is what takes its presses
 * @property {ReturnType<typeof sayElement> | undefined} said what it is called in the moment of the press
 */

/** @type {Guard | null} */
let guard = null;

/** Lets one press through to this element only, and only while it is what it was found to be.
 * @param {Element | null} element @param {Element} [subject] @param {() => boolean} [meant] */
function armGuard(element, subject, meant) {
  guard = { element, state: "waiting", ended: false, clicks: 0, by: null, meant: meant || null, renamed: false, subject: subject || null, said: undefined };
  listenForPresses();
  for (const type of TOUCH_EVENTS) addEventListener(type, onGuarded, { capture: true, passive: false });
}

/** Listens before any script of the page can; once more when armed, for `document.open()` takes all listeners off. A touch
 * listener that may cancel makes scrolling slow, so those are there only while a press is awaited. */
function listenForPresses() {
  for (const type of PRESS_EVENTS) addEventListener(type, onGuarded, { capture: true, passive: false });
}
listenForPresses();

function disarmGuard() {
  guard = null;
  for (const type of TOUCH_EVENTS) removeEventListener(type, onGuarded, { capture: true });
}

/** @param {Event} event */
function onGuarded(event) {
  const current = guard;
  if (!current || !event.isTrusted) return;
  if (current.state === "waiting" && OPENING.has(event.type)) judge(current, event);
  if (current.state === "stopped") {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  if (event.type === "click" || event.type === "auxclick") current.clicks++;
  if (ENDING.has(event.type)) {
    current.ended = true;
    for (const wake of pressWaiters.splice(0)) wake();
  }
}

/** @param {Guard} current @param {Event} event */
function judge(current, event) {
  const hit = /** @type {Element} */ (event.composedPath()[0]);
  current.state = arrives(current.element, hit) ? "arrived" : "stopped";
  if (current.state === "stopped") current.by = hit;
  else if (current.meant && !current.meant()) {
    current.state = "stopped";
    current.renamed = true;
    current.by = current.subject;
  }
  if (current.subject) {
    beginRead();
    current.said = sayElement(current.subject);
  }
}

/** @param {Element | null} element @param {EventTarget} hit */
function arrives(element, hit) {
  if (!element || !(hit instanceof Element)) return false;
  if (landsOn(element, hit) !== "no") return true;
  // Inside a closed shadow root the event shows its host only.
  const root = rootOf(element);
  return root instanceof ShadowRoot && root.mode === "closed" && flatContains(hit, element);
}

/** How the armed press went. */
function guardReport() {
  if (!guard) return { state: "none" };
  const by = guard.by ? sayElement(guard.by) : undefined;
  return { state: guard.state, clicks: guard.clicks, by, renamed: guard.renamed, said: guard.said };
}

/** Called when the button is up again. @type {(() => void)[]} */
const pressWaiters = [];

/** Ends when the button is up again, or after `ms`. @param {number} ms @returns {Promise<void>} */
function pressEnd(ms) {
  return new Promise((resolve) => {
    if (!guard || guard.ended) return resolve();
    const timer = setTimeout(() => timePassed(resolve), ms);
    pressWaiters.push(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Watches this frame for a press that belongs to a frame inside it, and stops it if it comes here. */
api.guardOutside = () => {
  armGuard(null);
};
/** How the armed press has gone so far; it stays armed, so that what belongs to a stopped press is stopped too. */
api.guardReport = guardReport;
