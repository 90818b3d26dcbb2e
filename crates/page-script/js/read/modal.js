// Which part of the page can be reached: only the modal, when one is open.

/** @typedef {{roots: Element[], modal: Element | null}} Reach */

/** @param {{infer: string, complete: boolean}} options @returns {Reach} */
function reachOfPage(options) {
  const top = rootElementOf(document);
  const native = topModal();
  if (native) return { roots: [native], modal: native };
  const aria = options.complete ? null : ariaModal();
  if (aria) return { roots: [aria, ...beside(aria)], modal: aria };
  const fake = options.infer === "full" ? fakeModal() : null;
  if (fake) return { roots: [fake], modal: fake };
  return { roots: top ? [top] : [], modal: null };
}

/** The `<dialog>` that is open as a modal, the innermost or last of several. @returns {Element | null} */
function topModal() {
  const open = queryAll(document, "dialog[open]");
  let found = null;
  for (const dialog of open) {
    if (!matches(dialog, ":modal") || !isShown(dialog)) continue;
    if (!found || !containsNode(dialog, found)) found = dialog;
    if (focusNow && containsNode(dialog, focusNow) && !queryAll(dialog, "dialog[open]").length) return dialog;
  }
  return found || modalInShadow();
}

/** A modal dialog inside a shadow root: the focus is in it. @returns {Element | null} */
function modalInShadow() {
  for (let at = focusNow; at; at = flatParent(at)) {
    if (localName(at) === "dialog" && namespaceURI(at) === HTML_NS && matches(at, ":modal")) return at;
  }
  return null;
}

/** @returns {Element | null} */
function ariaModal() {
  let found = null;
  for (const dialog of queryAll(document, "[aria-modal=true]")) {
    if (!/^\s*(alert)?dialog\b/i.test(attr(dialog, "role") || "") && localName(dialog) !== "dialog") continue;
    if (!isShown(dialog) || isHiddenFromAll(dialog)) continue;
    const box = rectOf(dialog);
    if ((box.width < 1 && box.height < 1 && !firstElementChild(dialog)) || !blocksPage(dialog)) continue;
    found = dialog;
  }
  return found;
}

/** How many controls outside a dialog are tried, and how many are looked at for that. */
const TRIED_BEHIND = 8;
const SEEN_BEHIND = 80;

/**
 * Whether a dialog that says it is modal keeps its user from the rest of the page. Popups that hang on a field say so too,
 * while all round them can be pressed. @param {Element} dialog
 */
function blocksPage(dialog) {
  if (!isOutOfFlow(dialog)) return true;
  // One that is on its way out, or in, is what it was or will be: only a field that keeps the focus shows that it hangs on it.
  const held = focusNow !== null && !containsNode(dialog, focusNow);
  if (!held && dialog.getAnimations().some((animation) => animation.playState === "running")) return true;
  let tried = 0;
  let seen = 0;
  for (const control of queryAll(document, "a[href], button, input, select, textarea, summary, [tabindex]")) {
    if (++seen > SEEN_BEHIND || tried >= TRIED_BEHIND) break;
    if (containsNode(dialog, control) || containsNode(control, dialog) || isHiddenFromAll(control) || floats(control)) continue;
    const box = rectOf(control);
    const point = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    if (box.width < 1 || box.height < 1 || point.x < 0 || point.y < 0 || point.x > innerWidth || point.y > innerHeight) continue;
    tried++;
    const hit = document.elementFromPoint(point.x, point.y);
    if (hit && (hit === control || containsNode(control, hit))) return false;
  }
  return true;
}

/** Whether an element, or what it was put into for that, is laid over the page. @param {Element} element */
function isOutOfFlow(element) {
  for (let at = /** @type {Element | null} */ (element), up = 0; at && up < 4; at = flatParent(at), up++) if (/^(absolute|fixed)$/.test(styleOf(at).position)) return true;
  return false;
}

/** Whether something stays where it is in the window, as what is laid over dialogs does. @param {Element} element */
function floats(element) {
  for (let at = /** @type {Element | null} */ (element), up = 0; at && up < 30; at = flatParent(at), up++) if (styleOf(at).position === "fixed") return true;
  return false;
}

/** @param {Element} element */
function isHiddenFromAll(element) {
  for (let at = /** @type {Element | null} */ (element); at; at = flatParent(at)) if (isLeftOut(at)) return true;
  return false;
}

/** What stands outside an ARIA modal and is still meant for its user: popups it opened, alerts. @param {Element} modal */
function beside(modal) {
  /** @type {Element[]} */
  const found = [];
  for (const part of queryAll(document, "[role=listbox], [role=menu], [role=alert], [role=status], [role=tooltip], [role=tree], [popover]")) {
    if (containsNode(modal, part) || containsNode(part, modal) || !isShown(part) || isHiddenFromAll(part)) continue;
    if (hasAttr(part, "popover") && !hasAttr(part, "role") && !matches(part, ":popover-open")) continue;
    if (!closest(part, "main, nav, header, footer, form, table")) found.push(part);
  }
  return found.filter((part) => !found.some((other) => other !== part && containsNode(other, part)));
}
