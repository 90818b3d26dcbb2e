// `find`: only the lines with these words, with what they stand in.

class Finder {
  /** @param {string} wanted words, or `/pattern/` */
  constructor(wanted) {
    const pattern = /^\/(.+)\/([a-z]*)$/s.exec(wanted.trim());
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
