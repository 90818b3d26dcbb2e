// `find`: only the lines with these words, with what they stand in.

class Finder {
  /** @param {string} wanted words, or `/pattern/` */
  constructor(wanted) {
    const pattern = /^\/(.+)\/([a-z]*)$/s.exec(wanted.trim());
    if (pattern && repeatsRepeats(pattern[1])) {
      fail("bad_argument", `"${wanted.trim()}" repeats without end what may itself be repeated, or may be one thing or another: looking for that can take for ever; say it without (…+)+ and (a|b)*`);
    }
    this.pattern = pattern ? patternOf(wanted.trim(), pattern[2].includes("i") ? "" : "i") : null;
    this.words = pattern ? [] : fold(wanted).toLowerCase().split(" ").filter(Boolean);
    /** The last item at each depth, and whether it was listed.
     * @type {{item: Item, element: Element | null, path: string, listed: boolean}[]} */
    this.trail = [];
  }

  /** @param {Item} item */
  fits(item) {
    const line = [item.r === "heading" ? "h" + item.l : item.r, item.n, item.row && `in row ${item.row}`, item.near, item.x, item.h, item.v].filter(Boolean).join(" ");
    if (this.pattern) return this.pattern.test(line);
    const lower = line.toLowerCase();
    return this.words.every((word) => lower.includes(word));
  }

  /** @param {OutlineWalk} walk @param {Item} item @param {Element | null} element @param {string} path */
  offer(walk, item, element, path) {
    const entry = { item, element, path, listed: false };
    this.trail.length = Math.min(this.trail.length, item.d);
    const fits = this.fits(item);
    // What a frame holds is searched by its own script, so every frame is given.
    if (fits || item.r === "frame") {
      for (const above of this.trail) {
        if (!above || above.listed || walk.full) continue;
        walk.commit(above.item, above.element, above.path);
        above.listed = true;
      }
      if (fits) item.hit = true;
      entry.listed = true;
      if (!walk.full) walk.commit(item, element, path);
    }
    this.trail[item.d] = entry;
  }
}

/** Whether a pattern repeats a group without end in which something is repeated without end, or has a choice. Such a pattern may try more
 * ways than there is time for, and the page stands still meanwhile; lines are short enough for all others. @param {string} source */
function repeatsRepeats(source) {
  const bare = source.replace(/\\[^]/g, "_").replace(/\[(?:[^\]])*\]/g, "_");
  /** Of each open group, whether it holds a repeat or a choice. */
  const open = [false];
  for (let at = 0; at < bare.length; at++) {
    const c = bare[at];
    if (c === "(") open.push(false);
    else if (c === "|") open[open.length - 1] = true;
    else if (c === ")" && open.length > 1) {
      const inner = open.pop() || false;
      const endless = isEndless(bare, at + 1);
      if (inner && endless) return true;
      open[open.length - 1] ||= inner;
    } else if (isEndless(bare, at + 1)) open[open.length - 1] = true;
  }
  return false;
}

/** Whether a repeat without end stands here. @param {string} source @param {number} at */
const isEndless = (source, at) => source[at] === "*" || source[at] === "+" || /^\{\d+,\}/.test(source.slice(at, at + 8));
