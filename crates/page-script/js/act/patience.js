// Whether something may still come: a page that loads, says that it is at work, or has moved just now.

/** How long after a change another one is likely. */
const RECENT_MS = 300;
/** How long a page that only moves is waited for: some never stop. */
const RESTLESS_MS = 1500;
/** How long a page that says it is at work is waited for. */
const WORKING_MS = 4000;
/** How many texts are looked through for one that says so. */
const TEXTS_SEEN = 4000;

/** After so long, what was waited for in vain is worth another wait. */
const REFILL_MS = 20000;

/** How long this page has been waited for since the last action in it: one that never rests is not waited for again and again. */
const patience = { turn: -1, spent: 0, last: 0 };

/**
 * Whether what is not there may be about to come. Where it may, this ends with the next change, or a little later.
 */
api.unsettled = async () => {
  const began = now();
  if (patience.turn !== settleTurn || began - patience.last > REFILL_MS) Object.assign(patience, { turn: settleTurn, spent: 0 });
  const watched = stir.on;
  keepStirring();
  if (!watched) await nextStir(60);
  const moving = (patience.spent < WORKING_MS && isAtWork()) || (patience.spent < RESTLESS_MS && movedLately(watched ? RECENT_MS : 60));
  if (moving) await nextStir(100);
  patience.last = now();
  patience.spent += patience.last - began;
  return { moving };
};

/** @param {number} within */
function movedLately(within) {
  flushStir();
  if (stir.count > 0 && now() - stir.last < within && stir.last > stir.since) return true;
  return document.getAnimations().some(({ playState, effect }) => playState === "running" && effect !== null && Number.isFinite(effect.getComputedTiming().endTime));
}

/** Whether the page says that it is busy, in its states or its words. */
function isAtWork() {
  if (document.readyState !== "complete" || isBusy()) return true;
  for (const sign of queryAll(document, "[aria-busy=true], [role=progressbar]:not([aria-valuenow]), progress:not([value])")) if (isShown(sign)) return true;
  const texts = document.createTreeWalker(rootElementOf(document), NodeFilter.SHOW_TEXT);
  for (let seen = 0, node = texts.nextNode(); node && seen < TEXTS_SEEN; node = texts.nextNode(), seen++) {
    const text = textData(node);
    if (text.length > 60 || !WORKING.test(text.trim())) continue;
    const holder = parentElement(node);
    if (holder && isShown(holder)) return true;
  }
  return false;
}
