// `watch`: word to Rust each time the page has settled into a new state.

/** Between two looks at a busy page. */
const WATCH_EVERY = 150;
/** How long the page must hold still. */
const WATCH_STILL = 250;
/** How long after the address changed, so that the new page can load. */
const WATCH_ADDRESS = 700;
/** For changes that no mutation reports. */
const WATCH_POLL = 1500;

/** @typedef {{skip?: string, redact?: string[], keepEmail?: string}} WatchRules */
/** @typedef {{marks: string, url: string, modal: string, alerts: string}} WatchState */

/** @type {PageWatch | null} */
let pageWatch = null;

/** Starts or stops watching. Nothing in the page can tell. @param {{on: boolean} & WatchRules} args */
api.watch = (args) => {
  if (args.skip !== undefined) checkSelector(args.skip);
  if (args.on) startWatch(args);
  else {
    if (pageWatch) pageWatch.stop();
    pageWatch = null;
  }
  return { watching: pageWatch !== null };
};

/** Watches from now on, by these rules. @param {WatchRules} rules */
function startWatch({ skip, redact, keepEmail }) {
  const rules = { skip, redact, keepEmail };
  if (pageWatch) pageWatch.rules = rules;
  else pageWatch = new PageWatch(rules);
}

class PageWatch {
  /** @param {WatchRules} rules */
  constructor(rules) {
    this.rules = rules;
    /** The state that was told last; null until the page was first looked at. @type {WatchState | null} */
    this.last = null;
    /** What a look costs little to know. */
    this.glance = glanceAtPage();
    this.changedAt = performance.now();
    this.lookedAt = 0;
    this.timer = 0;
    this.observer = new MutationObserver((records) => this.notice(records));
    this.observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    this.poll = setInterval(() => this.peek(), WATCH_POLL);
    this.plan(WATCH_STILL);
  }

  stop() {
    this.observer.disconnect();
    clearInterval(this.poll);
    clearTimeout(this.timer);
  }

  /** @param {MutationRecord[]} records */
  notice(records) {
    const { skip } = this.rules;
    if (skip !== undefined && records.every((record) => isSkippedTarget(record.target, skip))) return;
    this.changedAt = performance.now();
    this.plan(WATCH_STILL);
  }

  /** What no mutation reports: the address, a dialog or popover in the top layer, the focus, what was typed or ticked. */
  peek() {
    if (document.hidden || glanceAtPage() === this.glance) return;
    this.plan(1);
  }

  /** @param {number} wait */
  plan(wait) {
    if (!this.timer) this.timer = setTimeout(() => this.look(), wait);
  }

  look() {
    this.timer = 0;
    const now = performance.now();
    const still = !this.last || location.href === this.last.url ? WATCH_STILL : WATCH_ADDRESS;
    const wait = Math.max(this.changedAt + still - now, this.lookedAt + WATCH_EVERY - now);
    if (wait > 1) return this.plan(wait);
    this.lookedAt = now;
    this.glance = glanceAtPage();
    const before = this.last;
    const state = watchState(this.rules);
    this.last = state;
    const what = before ? whatChanged(before, state) : "";
    if (what) emit({ type: "page", what, url: location.href, modal: state.modal, was: before?.modal, alert: what === "alert" ? state.alerts : undefined });
  }
}

function glanceAtPage() {
  const focus = activeElementOf(document);
  return [location.href, document.title, queryAll(document, "dialog[open], :popover-open").length, queryAll(document, ":checked").length, focus ? elementId(focus) + localName(focus) : ""].join("\n");
}

/** @param {Node} target @param {string} skip */
function isSkippedTarget(target, skip) {
  const element = nodeType(target) === ELEMENT ? /** @type {Element} */ (target) : parentNode(target);
  return element !== null && nodeType(element) === ELEMENT && closest(element, skip) !== null;
}

/** @param {WatchRules} rules @returns {WatchState} */
function watchState(rules) {
  const outline = api.outline({ ...rules, limit: 300, refs: false, text: "brief" });
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
