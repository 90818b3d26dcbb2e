// `watch`: word to Rust each time the page has settled into a new state.

/** Between two looks at a busy page. */
const WATCH_EVERY = 150;
/** How long the page must hold still. */
const WATCH_STILL = 250;
/** How long after the address changed, so that the new page can load. */
const WATCH_ADDRESS = 700;
/** For changes that no mutation reports. */
const WATCH_POLL = 1500;

/** @typedef {{marks: string, url: string, modal: string, alerts: string}} WatchState */

/** @type {{stop: () => void} | null} */
let pageWatch = null;

/** Starts or stops watching. Nothing in the page can tell. @param {{on: boolean, skip?: string}} args */
api.watch = (args) => {
  if (!args.on) {
    if (pageWatch) pageWatch.stop();
    pageWatch = null;
    return { watching: false };
  }
  if (args.skip !== undefined) checkSelector(args.skip);
  if (!pageWatch) pageWatch = startWatch(args.skip);
  return { watching: true };
};

/** @param {string | undefined} skip */
function startWatch(skip) {
  let last = watchState(skip);
  let changedAt = 0;
  let lookedAt = 0;
  let timer = 0;
  const look = () => {
    timer = 0;
    const now = performance.now();
    const still = location.href === last.url ? WATCH_STILL : WATCH_ADDRESS;
    const wait = Math.max(changedAt + still - now, lookedAt + WATCH_EVERY - now);
    if (wait > 1) return plan(wait);
    lookedAt = now;
    const state = watchState(skip);
    const what = whatChanged(last, state);
    last = state;
    if (what) emit({ type: "page", what, url: location.href, modal: state.modal, alert: what === "alert" ? state.alerts : undefined });
  };
  const plan = (/** @type {number} */ wait) => {
    if (!timer) timer = setTimeout(look, wait);
  };
  const observer = new MutationObserver((records) => {
    if (skip !== undefined && records.every((record) => isSkippedTarget(record.target, skip))) return;
    changedAt = performance.now();
    plan(WATCH_STILL);
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  const poll = setInterval(() => plan(1), WATCH_POLL);
  return {
    stop() {
      observer.disconnect();
      clearInterval(poll);
      clearTimeout(timer);
    },
  };
}

/** @param {Node} target @param {string} skip */
function isSkippedTarget(target, skip) {
  const element = nodeType(target) === ELEMENT ? /** @type {Element} */ (target) : parentNode(target);
  return element !== null && nodeType(element) === ELEMENT && closest(element, skip) !== null;
}

/** @param {string | undefined} skip @returns {WatchState} */
function watchState(skip) {
  const outline = api.outline({ skip, limit: 300, refs: false, text: "brief" });
  const marks = outline.items.map((/** @type {Item} */ item) => `${item.d}${item.r}${item.n || ""}${item.s || ""}${item.q || ""}${item.v || ""}`).join("\n");
  return { marks, url: location.href, modal: outline.scope.modal || "", alerts: alertTexts() };
}

/** What alerts and status regions say now. */
function alertTexts() {
  const texts = [];
  for (const region of queryAll(document, "[role=alert], [role=alertdialog], [role=status], [aria-live=assertive]")) {
    if (texts.length < 5 && isShown(region)) texts.push(cleanText(visibleText(region, 300), 300));
  }
  return texts.filter(Boolean).join(" · ");
}

/** The most telling thing that changed; "" when nothing did. @param {WatchState} before @param {WatchState} after */
function whatChanged(before, after) {
  if (before.url !== after.url) return "navigation";
  if (before.modal !== after.modal) return "dialog";
  if (before.alerts !== after.alerts && after.alerts !== "") return "alert";
  return before.marks !== after.marks ? "update" : "";
}
