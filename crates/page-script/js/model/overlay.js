// The overlay: a ring round an element and a callout that says why. It is the only thing this script ever puts into a
// page, and only when a call asked for it. Everything lives in the closed shadow root of one host element, which every
// walk leaves out (`overlayHosts`); colours are fixed, so that a user can always tell who drew it.

/**
 * @typedef {object} Callout
 * @property {number} id
 * @property {Element} target
 * @property {string} name what the event of a pressed button calls the target
 * @property {HTMLElement} ring
 * @property {HTMLElement} note
 * @property {string} placed the box it was last drawn for
 */

const CALLOUT_LIMIT = 12;
const CALLOUT_CSS = `
:host { all: initial !important; position: fixed !important; inset: 0 !important; width: 0 !important; height: 0 !important;
  margin: 0 !important; padding: 0 !important; border: 0 !important; background: none !important; overflow: visible !important;
  pointer-events: none !important; z-index: 2147483647 !important; display: block !important; }
.ring { position: fixed; box-sizing: border-box; border: 3px solid #d6006c; border-radius: 6px; pointer-events: none;
  box-shadow: 0 0 0 2px #ffffff, 0 0 14px 4px rgba(214, 0, 108, .55); animation: pulse 1.2s ease-in-out infinite alternate; }
@keyframes pulse { to { box-shadow: 0 0 0 2px #ffffff, 0 0 20px 9px rgba(214, 0, 108, .35); } }
@media (prefers-reduced-motion: reduce) { .ring { animation: none; } }
.note { position: fixed; box-sizing: border-box; max-width: 320px; padding: 10px 12px; border-radius: 8px; background: #2b0a1d;
  color: #ffffff; font: 14px/1.4 system-ui, sans-serif; pointer-events: auto; border: 1px solid #d6006c; white-space: pre-wrap;
  overflow-wrap: anywhere; box-shadow: 0 4px 18px rgba(0, 0, 0, .4); }
.buttons { display: flex; flex-wrap: wrap; gap: 6px; margin-top: 8px; }
.note:not(:has(.text)) .buttons { margin-top: 0; }
button { all: unset; cursor: pointer; padding: 3px 10px; border-radius: 5px; background: #d6006c; color: #ffffff;
  font: 13px/1.5 system-ui, sans-serif; }
button:focus-visible { outline: 2px solid #ffffff; }
`;

/** @type {Callout[]} */
const callouts = [];
/** @type {{host: HTMLElement, root: ShadowRoot} | null} */
let calloutStage = null;
let calloutCounter = 0;
let calloutFrame = 0;
let calloutAddress = "";

/**
 * Draws a ring round an element, with a callout where there is something to say or to press.
 * @param {{ref?: number, message?: string, buttons?: string[], name?: string}} args
 */
function highlightElement(args) {
  const target = elementOf(args.ref);
  dropCallout((one) => one.target === target);
  while (callouts.length >= CALLOUT_LIMIT) removeCallout(callouts[0]);
  const stage = stageFor(target);
  const ring = document.createElement("div");
  ring.className = "ring";
  const note = document.createElement("div");
  note.className = "note";
  const callout = { id: ++calloutCounter, target, name: args.name || "", ring, note, placed: "" };
  fillCallout(callout, args.message || "", args.buttons || []);
  stage.append(ring, note);
  callouts.push(callout);
  target.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  placeCallout(callout);
  followCallouts();
  return { id: callout.id, shown: callouts.length };
}

/** @param {Callout} callout @param {string} message @param {unknown[]} buttons */
function fillCallout(callout, message, buttons) {
  const labels = buttons.filter((label) => typeof label === "string" && label.trim() !== "").slice(0, 5);
  if (message) {
    const text = document.createElement("div");
    text.className = "text";
    text.textContent = message.slice(0, 400);
    callout.note.append(text);
  }
  const row = document.createElement("div");
  row.className = "buttons";
  for (const label of labels.length ? labels : ["Close"]) {
    const button = document.createElement("button");
    button.textContent = String(label).trim().slice(0, 60);
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      if (!event.isTrusted) return;
      removeCallout(callout);
      if (labels.length) emitCallout("pressed", callout, String(label).trim().slice(0, 60));
      else emitCallout("closed", callout, "Close");
    });
    row.append(button);
  }
  callout.note.append(row);
}

/** @param {string} what @param {Callout} callout @param {string} button */
function emitCallout(what, callout, button) {
  emit(/** @type {any} */ ({ type: "highlight", what, id: callout.id, ref: refOf(callout.target), name: callout.name, button }));
}

/**
 * The shadow root callouts are drawn in. It is a popover, so that it stands above modal dialogs; inside an open modal
 * dialog it has to be a descendant of it, else its buttons would be inert.
 * @param {Element} target
 */
function stageFor(target) {
  const modal = target.closest("dialog:modal");
  const parent = modal || document.documentElement;
  if (!calloutStage || !calloutStage.host.isConnected) {
    const host = document.createElement("div");
    overlayHosts.add(host);
    const root = host.attachShadow({ mode: "closed" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(CALLOUT_CSS);
    root.adoptedStyleSheets = [sheet];
    calloutStage = { host, root };
    calloutAddress = pageAddress();
    window.addEventListener("keydown", escapeCallouts, true);
  }
  const { host, root } = calloutStage;
  if (host.parentNode !== parent) parent.append(host);
  raiseStage(host);
  return root;
}

/** @param {HTMLElement} host */
function raiseStage(host) {
  host.popover = "manual";
  try {
    if (host.matches(":popover-open")) host.hidePopover();
    host.showPopover();
  } catch {
    // Without the popover it still stands on top of everything but other top-layer elements.
  }
}

/** @param {KeyboardEvent} event */
function escapeCallouts(event) {
  if (event.key !== "Escape" || !event.isTrusted) return;
  const last = callouts[callouts.length - 1];
  dropCallout(() => true);
  if (last) emitCallout("closed", last, "Escape");
}

/** @param {(callout: Callout) => boolean} wanted */
function dropCallout(wanted) {
  const going = callouts.filter(wanted);
  for (const callout of going) removeCallout(callout);
  return going.length;
}

/** @param {Callout} callout */
function removeCallout(callout) {
  callout.ring.remove();
  callout.note.remove();
  const at = callouts.indexOf(callout);
  if (at >= 0) callouts.splice(at, 1);
  if (!callouts.length && calloutStage) {
    calloutStage.host.remove();
    calloutStage = null;
    window.removeEventListener("keydown", escapeCallouts, true);
  }
}

/** One check a frame while anything is drawn: boxes move for more reasons than any one event tells. */
function followCallouts() {
  if (calloutFrame) return;
  const step = () => {
    calloutFrame = 0;
    if (pageAddress() !== calloutAddress) dropCallout(() => true);
    dropCallout((one) => !one.target.isConnected);
    for (const callout of callouts) placeCallout(callout);
    if (callouts.length) followCallouts();
  };
  calloutFrame = requestAnimationFrame(step);
}

function pageAddress() {
  return location.href.split("#")[0];
}

/** @param {Callout} callout */
function placeCallout(callout) {
  const box = callout.target.getBoundingClientRect();
  const place = `${box.left},${box.top},${box.width},${box.height},${innerWidth},${innerHeight}`;
  if (place === callout.placed) return;
  callout.placed = place;
  const hidden = box.width === 0 && box.height === 0;
  callout.ring.style.display = hidden ? "none" : "";
  callout.note.style.display = hidden ? "none" : "";
  if (hidden) return;
  const gap = 5;
  callout.ring.style.left = `${box.left - gap}px`;
  callout.ring.style.top = `${box.top - gap}px`;
  callout.ring.style.width = `${box.width + 2 * gap}px`;
  callout.ring.style.height = `${box.height + 2 * gap}px`;
  const note = callout.note.getBoundingClientRect();
  const below = box.bottom + 12;
  const above = box.top - note.height - 12;
  const top = below + note.height <= innerHeight || above < 0 ? below : above;
  const left = Math.min(Math.max(8, box.left), Math.max(8, innerWidth - note.width - 8));
  callout.note.style.left = `${left}px`;
  callout.note.style.top = `${Math.min(Math.max(8, top), Math.max(8, innerHeight - note.height - 8))}px`;
}

api.highlight = highlightElement;
/** @param {{ref?: number}} args */
api.clearHighlights = (args) => {
  const target = args.ref === undefined ? null : elementOf(args.ref);
  return { cleared: dropCallout((one) => !target || one.target === target) };
};
