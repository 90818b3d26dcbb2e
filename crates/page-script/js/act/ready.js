// Making a target ready: found, visible, enabled, still, in view and not covered; waited for as long as the call allows.

/** @typedef {object} PrepareArgs
 * @property {ActTarget} target
 * @property {"press" | "hover" | "edit" | "focus" | "see" | "wheel" | "file"} need what the target is wanted for
 * @property {number} budget milliseconds to wait
 * @property {{x: number, y: number}} [position] where in the target
 * @property {boolean} [force] do not wait for stillness, enabling and an uncovered place
 * @property {boolean} [arm] let only a press on the target through
 * @property {EditArgs} [edit] what will be typed */

/** How long to go on looking for what may never come, in milliseconds. @type {Record<string, number>} */
const PATIENCE = { none: 5000, nth: 3000, many: 1000, stale: 2000, unknown_ref: 0, bad_selector: 0, not_editable: 300, readonly: 1000, refused: 0 };

/** Counts preparations: one that is over, or whose caller has gone, must not arm or edit anything any more. */
let prepareTurn = 0;

/** Ends in time whatever the page is doing, with the last reason. @param {PrepareArgs} args */
function prepare(args) {
  const turn = ++prepareTurn;
  const state = { trouble: new PageFailure("slow", "the page was too busy to be looked at in time") };
  /** @type {Promise<never>} */
  const over = new Promise((_, reject) => {
    setTimeout(() => {
      if (prepareTurn === turn) prepareTurn++;
      reject(state.trouble);
    }, args.budget);
  });
  return Promise.race([untilReady(args, turn, state), over]);
}

/** @param {PrepareArgs} args @param {number} turn @param {{trouble: PageFailure}} state */
async function untilReady(args, turn, state) {
  const began = now();
  keepStirring();
  for (let round = 0; ; round++) {
    try {
      return await attempt(args, round, turn);
    } catch (problem) {
      if (!(problem instanceof PageFailure)) throw problem;
      if (turn !== prepareTurn) throw problem;
      state.trouble = problem;
      if (problem.kind === "none" || problem.kind === "nth") failForHosts();
    }
    const patience = Math.min(args.budget, PATIENCE[state.trouble.kind] ?? Infinity);
    const left = began + patience - now();
    if (left <= 0) throw state.trouble;
    await nextStir(Math.min(100, left));
    await nextFrame();
  }
}

/** What is not found may stand in a closed shadow root, which only the debugger opens: asks for that, once for each that there is. */
function failForHosts() {
  const hosts = closedHosts();
  if (hosts.length) fail("unopened", "closed shadow roots have to be opened first", { hosts });
}

/** @param {PrepareArgs} args @param {number} round @param {number} turn */
async function attempt(args, round, turn) {
  const { element, healed } = findTarget(args.target);
  const subject = args.need === "edit" ? fieldFor(element) : element;
  const found = calledAs(args.target, element);
  if (args.target.ref !== undefined && !isStillMeant(args.target, element, found)) fail("stale", "something else has come in its place");
  try {
    let point = await makeReady(subject, args, round);
    if (justScrolled && !args.force) {
      await staysAfterScroll(args.target, element, found);
      if (point && args.need !== "wheel") point = (await pointToPress(args.need === "press" || args.need === "hover" ? pressedFor(subject) : subject, args.position, round)) || point;
    }
    if (turn !== prepareTurn) fail("slow", "the page was too busy to be looked at in time");
    takeBaseline(refOf(subject));
    const edit = args.need === "edit" && args.edit ? beginEdit(subject, args.edit) : undefined;
    if (args.arm) armGuard(args.force ? subject : pressedFor(subject), subject, () => isStillMeant(args.target, element, found));
    return { ...sayElement(subject), healed, point, edit };
  } catch (problem) {
    if (problem instanceof PageFailure) problem.extra = { target: sayElement(subject), ...problem.extra };
    throw problem;
  }
}

/** Whether making ready has scrolled. A list that reuses its rows shows other things in the same elements then. */
let justScrolled = false;

/** After a scroll: what the page draws because of it is drawn, and the element is still the one that is meant.
 * @param {ActTarget} target @param {Element} element @param {string} found */
async function staysAfterScroll(target, element, found) {
  await scrollIsOver();
  const words = target.role !== undefined || target.label !== undefined || target.option !== undefined;
  if (!words) return;
  if (!isStillMeant(target, element, found) || (target.ref === undefined && findTarget(target).element !== element)) {
    fail("stale", "scrolling to it has put something else in its place");
  }
}

/** @param {Element} element @param {PrepareArgs} args @param {number} round */
async function makeReady(element, args, round) {
  justScrolled = false;
  if (args.need === "file") return undefined;
  const stands = args.need === "press" || args.need === "hover" || (args.need === "focus" && isChooser(element));
  const pressed = stands ? pressedFor(element) : element;
  if (!isShown(pressed) && localName(pressed) !== "area") fail("hidden", whyHidden(pressed));
  if (!areasOf(pressed).length) {
    // The input of an editor may well have no size: it takes text all the same.
    if (args.need === "edit" && fieldKind(pressed)) return undefined;
    fail("hidden", "it has no size");
  }
  if (args.need === "wheel") return wheelPoint(pressed);
  if (args.force) return forcedPoint(pressed, args.position);
  if (args.need !== "hover" && args.need !== "see") {
    const disabled = whyDisabled(element);
    if (disabled) fail("disabled", disabled);
  }
  if (args.need === "edit" || args.need === "focus") {
    if (!someInView(pressed)) bringIntoView(pressed, 0);
    return undefined;
  }
  await waitStill(pressed);
  return args.need === "see" ? bringIntoSight(pressed) : pointToPress(pressed, args.position, round);
}

/** @param {Element} element @param {{x: number, y: number} | undefined} position */
function forcedPoint(element, position) {
  if (!pointsIn(areasOf(element), position).length) bringIntoView(element, 0);
  const point = pointsIn(areasOf(element), position)[0];
  return point || fail("outside", "it cannot be scrolled into the viewport");
}

/** A point over an element where the wheel scrolls it; one that it covers is good enough. @param {Element} element */
function wheelPoint(element) {
  const here = bestPoint(element, undefined);
  if (here.point) return here.point;
  bringIntoView(element, 0);
  return bestPoint(element, undefined).point || forcedPoint(element, undefined);
}

/** @param {Element} element */
function bringIntoSight(element) {
  bringIntoView(element, 0);
  return pointsIn(areasOf(element), undefined)[0];
}

/** @param {Element} element */
const someInView = (element) => areasOf(element).some(inViewport);

/** @param {Element} element */
function whyHidden(element) {
  for (let node = /** @type {Element | null} */ (element); node; node = flatParent(node)) {
    const style = styleOf(node);
    const where = node === element ? "it" : `${tagOf(node)} around it`;
    if (style.display === "none") return `${where} has display: none`;
    if (node === element && style.visibility !== "visible") return `its visibility is ${style.visibility}`;
    if (localName(node) === "details" && !hasAttr(node, "open")) return "the details around it are closed";
  }
  return "it is not rendered";
}

/** Why an element takes no input now; empty when it does. @param {Element} element */
function whyDisabled(element) {
  if (matches(element, ":disabled")) return "it is disabled";
  for (let node = /** @type {Element | null} */ (element); node; node = flatParent(node)) {
    if (attr(node, "aria-disabled") === "true") return node === element ? "it is marked as disabled" : `${sayElement(node).role} around it is marked as disabled`;
    if (hasAttr(node, "inert")) return "it is inert";
  }
  const own = closest(element, "button, [role=button], [role=link], [role=menuitem], [role=tab], [role=option]");
  if (own && own !== element && matches(own, ":disabled")) return "it is disabled";
  return "";
}

/** Ends when the element keeps its box from one frame to the next. @param {Element} element */
async function waitStill(element) {
  if (isCalm()) return;
  let box = rectOf(element);
  for (let tries = 0; tries < 4; tries++) {
    await nextFrame();
    if (!isConnected(element)) fail("stale", "it left the page");
    const next = rectOf(element);
    if (next.x === box.x && next.y === box.y && next.width === box.width && next.height === box.height) return;
    box = next;
  }
  fail("moving", "it keeps moving");
}

/** A point of the element that takes a press, scrolling where that helps.
 * @param {Element} element @param {{x: number, y: number} | undefined} position @param {number} round */
async function pointToPress(element, position, round) {
  const here = bestPoint(element, position);
  if (here.point) return here.point;
  const scrolled = bringIntoView(element, round);
  if (scrolled) await nextFrame();
  const there = bestPoint(element, position);
  if (there.point) return there.point;
  const by = there.by || here.by;
  if (!by) fail("outside", "it is outside of the viewport and cannot be scrolled into it");
  if (styleOf(element).pointerEvents === "none") fail("disabled", "it takes no pointer (pointer-events is none)");
  return failCovered(covererOf(by, element));
}

/** Controls told of what covers something: one of them may take it away. */
const HOLDS_TOLD = 3;

/** @param {Element} coverer @returns {never} */
function failCovered(coverer) {
  const inside = [];
  for (const control of queryAll(coverer, REAL_CONTROLS)) if (inside.length < HOLDS_TOLD && isShown(control)) inside.push(sayElement(control));
  return fail("covered", "", { by: sayElement(coverer), holds: inside });
}

/** @param {Element} element @param {{x: number, y: number} | undefined} position */
function bestPoint(element, position) {
  let second = null;
  let by = null;
  for (const point of pointsIn(areasOf(element), position)) {
    const hit = elementAt(point.x, point.y);
    const lands = landsOn(element, hit);
    if (lands === "yes" || (position && lands === "inner")) return { point, by: null };
    if (lands === "inner") second = second || point;
    else by = by || hit;
  }
  return { point: second, by };
}

/** Scrolls an element into view; each round to another place, past bars that stick to an edge. Says whether anything moved.
 * @param {Element} element @param {number} round */
function bringIntoView(element, round) {
  const boxed = boxedFor(element);
  const before = rectOf(boxed);
  const block = /** @type {ScrollLogicalPosition} */ (["center", "end", "start", "nearest"][round % 4]);
  boxed.scrollIntoView({ block, inline: block, behavior: "instant" });
  const after = rectOf(boxed);
  const moved = before.x !== after.x || before.y !== after.y;
  if (moved) justScrolled = true;
  return moved;
}

/** The element whose box stands for this one. @param {Element} element @returns {Element} */
function boxedFor(element) {
  if (localName(element) === "area") return imageOfArea(element) || element;
  if (styleOf(element).display !== "contents") return element;
  for (const child of queryAll(element, "*")) if (styleOf(child).display !== "contents" && clientRects(child).length) return child;
  for (let node = flatParent(element); node; node = flatParent(node)) if (styleOf(node).display !== "contents") return node;
  return element;
}

api.prepare = prepare;

/** Brings a point of a frame inside this one into view, checks that it can be pressed there, and says where it is here.
 * @param {{ref: number, x: number, y: number, budget: number, force?: boolean, arm?: boolean}} args */
api.framePoint = async (args) => {
  const until = now() + args.budget;
  for (;;) {
    const owner = elementOf(args.ref);
    let point = pointInFrame(owner, args.x, args.y);
    if (elementAt(point.x, point.y) !== owner && !args.force) {
      scrollPointIntoView(owner, args.x, args.y);
      await nextFrame();
      point = pointInFrame(owner, args.x, args.y);
    }
    const hit = elementAt(point.x, point.y);
    if (hit === owner || args.force) {
      if (args.arm) armGuard(null);
      return point;
    }
    if (now() >= until) {
      if (!hit) fail("outside", "the frame it is in is outside of the viewport and cannot be scrolled into it");
      failCovered(covererOf(hit, owner));
    }
    keepStirring();
    await nextStir(Math.min(100, until - now()));
  }
};

/** @param {Element} owner @param {number} x @param {number} y */
function pointInFrame(owner, x, y) {
  const box = rectOf(owner);
  const style = styleOf(owner);
  const frame = /** @type {HTMLElement} */ (owner);
  const scaleX = frame.offsetWidth ? box.width / frame.offsetWidth : 1;
  const scaleY = frame.offsetHeight ? box.height / frame.offsetHeight : 1;
  const left = frame.clientLeft + (Number.parseFloat(style.paddingLeft) || 0);
  const top = frame.clientTop + (Number.parseFloat(style.paddingTop) || 0);
  return { x: box.x + (left + x) * scaleX, y: box.y + (top + y) * scaleY };
}

/** @param {Element} owner @param {number} x @param {number} y */
function scrollPointIntoView(owner, x, y) {
  owner.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  for (let node = flatParent(owner); node; node = flatParent(node)) {
    if (node.scrollHeight <= node.clientHeight && node.scrollWidth <= node.clientWidth) continue;
    const root = node === rootElementOf(document);
    const style = styleOf(node);
    if (!root && !/auto|scroll|hidden/.test(style.overflowX + style.overflowY)) continue;
    const box = root ? { x: 0, y: 0, width: innerWidth, height: innerHeight } : rectOf(node);
    const point = pointInFrame(owner, x, y);
    const inside = point.x > box.x && point.x < box.x + box.width && point.y > box.y && point.y < box.y + box.height;
    if (!inside) node.scrollBy({ left: point.x - box.x - box.width / 2, top: point.y - box.y - box.height / 2, behavior: "instant" });
  }
}
