// Where a press at a point would land, and whether that is the element it is meant for.

/** The innermost element at a point of this frame's viewport, through shadow roots. @param {number} x @param {number} y @returns {Element | null} */
function elementAt(x, y) {
  let hit = document.elementFromPoint(x, y);
  for (let depth = 0; hit && depth < 64; depth++) {
    const root = shadowOf(hit);
    const inner = root && root.elementFromPoint(x, y);
    if (!inner || inner === hit) break;
    hit = inner;
  }
  return hit;
}

/** The label that an element stands in, and its control. @param {Element} element @returns {Element | null} */
function labelledBy(element) {
  for (let node = /** @type {Element | null} */ (element); node; node = flatParent(node)) {
    if (localName(node) === "label" && node instanceof HTMLLabelElement) return node.control;
  }
  return null;
}

const PRESSABLE = "a[href], button, input, select, textarea, summary, option, label, [role=button], [role=link], [role=checkbox], [role=switch], [role=radio], [role=tab], [role=menuitem], [onclick], [contenteditable=''], [contenteditable=true]";

/** Whether a press on `hit` is one on `element`, and does nothing else first.
 * @param {Element} element @param {Element | null} hit @returns {"yes" | "inner" | "no"} */
function landsOn(element, hit) {
  if (!hit) return "no";
  if (hit === element) return "yes";
  if (flatContains(element, hit)) {
    const own = element instanceof HTMLLabelElement ? element.control : null;
    for (let node = /** @type {Element | null} */ (hit); node && node !== element; node = flatParent(node)) {
      if (node !== own && matches(node, PRESSABLE)) return "inner";
    }
    return "yes";
  }
  const control = labelledBy(hit);
  if (control && control === element) return interactiveInLabel(hit) ? "inner" : "yes";
  if (localName(element) === "area" && localName(hit) === "img") return "yes";
  if (isDrawnFor(hit, element)) return "yes";
  if (flatContains(hit, element) && styleOf(element).pointerEvents === "none" && sameControl(hit, element)) return "yes";
  return "no";
}

/** Whether a press on this part of a label is taken by a link or button inside the label. @param {Element} hit */
function interactiveInLabel(hit) {
  for (let node = /** @type {Element | null} */ (hit); node; node = flatParent(node)) {
    if (localName(node) === "label") return false;
    if (matches(node, PRESSABLE)) return true;
  }
  return false;
}

/** Whether what takes the press is the control the element is a part of, rather than the page around it.
 * @param {Element} hit @param {Element} element */
function sameControl(hit, element) {
  const outer = rectOf(hit);
  const inner = rectOf(element);
  return matches(hit, PRESSABLE) || outer.width * outer.height < inner.width * inner.height * 4;
}

/** The element that stands in the way, as something a reader knows: the dialog, banner or control that the hit is a part of.
 * @param {Element} hit @param {Element} element */
function covererOf(hit, element) {
  let best = hit;
  for (let node = /** @type {Element | null} */ (hit); node && !flatContains(node, element); node = flatParent(node)) {
    const role = roleOf(node);
    if (role === "dialog" || role === "alertdialog") return node;
    if (roleOf(best) === "generic" || !roleOf(best) || roleOf(best) === "none") best = node;
  }
  return best;
}

/** What an outline called an element that has no role of its own: a guessed `clickable` with a guessed name. @param {Element} element */
function listedAs(element) {
  const ref = refNumbers.get(element);
  const item = ref === undefined || !memory ? undefined : memory.items.find((one) => one.ref === ref);
  return item && item.r === "clickable" ? { role: item.r, name: clip(fold(item.n || ""), 80), ref } : undefined;
}

/** What a reader calls an element. @param {Element} element */
function sayElement(element) {
  const role = roleOf(element);
  const listed = listedAs(element);
  if (listed) return listed;
  const plain = !role || role === "generic" || role === "none" || role === "presentation";
  const id = elementId(element);
  const words = plain ? tagOf(element) + (id ? "#" + id : "") : role;
  return { role: words, name: clip(fold(nameOf(element) || ""), 80), ref: refOf(element) };
}
