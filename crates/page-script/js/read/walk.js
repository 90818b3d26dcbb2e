// The walk: one pass over the flat tree of a frame, without recursion, that lists landmarks, headings, controls and text.

/** @typedef {object} WalkFrame one level of the walk
 * @property {Node | null} next next sibling to visit, where the children are simply the node's own
 * @property {Node[] | null} list the children, where they are gathered from elsewhere
 * @property {number} at position in `list`
 * @property {number} depth depth of the items below
 * @property {boolean} named the text below already names something
 * @property {boolean} quiet the text below was already told
 * @property {boolean} mute the element is not visible itself, its text does not count
 * @property {boolean} pointer the element has the pointer cursor
 * @property {boolean} block text ends where this level ends
 * @property {RowFacts | null} row
 * @property {string} path landmarks above, for healing refs
 * @property {Element | null} element
 * @property {Run | null} run */

/** @typedef {object} OutlineArgs
 * @property {number} [root] @property {string} [rootSelector] @property {boolean} interactive
 * @property {"none" | "brief" | "full"} text @property {boolean} values @property {boolean} typed @property {boolean} viewport
 * @property {"off" | "clicks" | "full"} infer @property {number} [depth] @property {string} [find] @property {boolean} boxes
 * @property {boolean} complete @property {boolean} count @property {number} runs runs up to this length are never counted
 * @property {number} limit @property {string} [skip] @property {string[]} [redact]
 * @property {string} [keepEmail] @property {boolean} refs @property {boolean} [watch] @property {number[]} [clickable] @property {number} budget */

/** The path of what stands directly in a level. @param {WalkFrame} frame */
const pathIn = (frame) => (frame.row ? `${frame.path}>row:${frame.row.label}` : frame.path);

/** How many times its budget an outline grows before the walk stops, with its texts and without: they make room. */
const ENOUGH = { whole: 1.3, lines: 1.05 };

/** The length of an item's line, rather too little than too much. @param {Item} item */
function unitsOf(item) {
  const role = item.r === "heading" ? 2 : item.r.length;
  return item.d * 2 + role + (item.n ? item.n.length + 3 : 0) + (item.h ? item.h.length + 3 : 0) + (item.ref ? 9 : 0) + 1;
}

class OutlineWalk {
  /** @param {OutlineArgs} options */
  constructor(options) {
    this.options = options;
    this.nameLimit = options.complete ? NAME_LIMIT : 160;
    /** Characters after which nothing more could be shown. */
    this.enough = options.complete || options.find || !options.count ? Infinity : options.budget;
    /** @type {Item[]} */
    this.items = [];
    /** @type {(Element | null)[]} */
    this.elements = [];
    /** @type {string[]} */
    this.paths = [];
    this.visited = 0;
    /** @type {Element[]} */
    this.hollow = [];
    /** @type {Element[]} */
    this.custom = [];
    this.controls = 0;
    this.chars = 0;
    this.lineChars = 0;
    this.full = false;
    this.text = "";
    /** @type {Element | null} */
    this.textElement = null;
    /** @type {WalkFrame[]} */
    this.stack = [];
    /** @type {Finder | null} */
    this.finder = options.find ? new Finder(options.find) : null;
    this.lists = options.text !== "none" && !options.interactive;
    this.guesses = options.infer !== "off";
    /** @type {Map<Element, TableShape>} */
    this.shapes = new Map();
  }

  /** @param {Element} root */
  run(root) {
    this.stack.push(this.frameFor([root], { depth: 0 }));
    while (this.stack.length && !this.full) {
      const frame = this.stack[this.stack.length - 1];
      const node = this.nextOf(frame);
      if (node) this.visit(node, frame);
      else this.leave();
    }
    this.flush(0);
    this.stack.length = 0;
  }

  /** @param {Node[]} list @param {Partial<WalkFrame>} more @returns {WalkFrame} */
  frameFor(list, more) {
    return { next: null, list, at: 0, depth: 0, named: false, quiet: false, mute: false, pointer: false, block: true, row: null, path: "", element: null, run: null, ...more };
  }

  /** @param {WalkFrame} frame @returns {Node | null} */
  nextOf(frame) {
    if (frame.list) return frame.at < frame.list.length ? frame.list[frame.at++] : null;
    const node = frame.next;
    if (node) frame.next = nextSibling(node);
    return node;
  }

  leave() {
    const frame = /** @type {WalkFrame} */ (this.stack.pop());
    if (frame.block) this.flush(frame.depth);
  }

  /** @param {Node} node @param {WalkFrame} frame */
  visit(node, frame) {
    const type = nodeType(node);
    if (type === TEXT) this.takeText(node, frame);
    else if (type === ELEMENT) this.visitElement(/** @type {Element} */ (node), frame);
  }

  /** @param {Node} node @param {WalkFrame} frame */
  takeText(node, frame) {
    if (frame.named || frame.quiet || frame.mute || !this.lists) return;
    const whole = this.options.text === "full";
    if (!whole && this.text.length > 600) return;
    const size = textLength(node);
    const data = size > 400 && !whole ? textData(node).slice(0, 600) : size > 200000 ? textData(node).slice(0, 200000) : textData(node);
    if (this.text === "" && !/\S/.test(data)) return;
    this.text += data;
    if (!this.textElement) this.textElement = frame.element;
  }

  /** Ends the text gathered so far as an item of its own. @param {number} depth */
  flush(depth) {
    if (this.text === "") return;
    const whole = this.options.text === "full";
    const text = cleanText(this.text, whole ? 200000 : 120);
    const element = this.textElement;
    this.text = "";
    this.textElement = null;
    if (!/[^\s\u200b|•·,.;:/\\-]/u.test(text)) return;
    /** @type {Item} */
    const item = { d: depth, r: "text", n: text };
    this.push(item, element, false, "");
  }

  /** @param {Element} element @param {WalkFrame} frame */
  visitElement(element, frame) {
    this.visited++;
    if (frame.element && countRun(this, element, frame)) return;
    if (isLeftOut(element) || this.isSkipped(element)) return;
    const sight = sightIn(element, frame.element);
    if (sight === GONE) {
      if (frame.element && this.hollow.length < 400 && standsNowhere(element)) this.hollow.push(frame.element);
      return;
    }
    const shown = sight === SEEN;
    if (shown && localName(element).includes("-")) noteCustom(this, element);
    const owner = ownerOf(element);
    if (owner && owner !== frame.element) return;
    const role = shown ? roleOf(element) : "";
    const tag = localName(element);
    if (tag === "br") this.text += this.text && " ";
    else if (role === "frame") listFrame(this, element, frame);
    else if (role === "" || role === "none" || !shown) this.passThrough(element, frame, !shown);
    else this.visitRole(element, role, frame);
  }

  /** @param {Element} element */
  isSkipped(element) {
    return this.options.skip !== undefined && matches(element, this.options.skip);
  }

  /** An element that means nothing, unless it reacts to clicks. @param {Element} element @param {WalkFrame} frame @param {boolean} mute */
  passThrough(element, frame, mute) {
    let pointer = frame.pointer;
    if (this.guesses && !mute && !frame.named && namespaceURI(element) === HTML_NS) {
      const style = keptStyle(element);
      if (isEditable(element) && !frame.mute && listEditable(this, element, frame)) return;
      if (reactsToClicks(element, pointer, style) && listClickable(this, element, frame)) return;
      if (this.options.infer === "full" && listFakeHeading(this, element, frame, style)) return;
      pointer = style.cursor === "pointer";
    } else if (!mute && isEditable(element) && listEditable(this, element, frame)) return;
    const block = this.options.complete || isBlockTag(element);
    if (block) this.flush(frame.depth);
    this.enter(element, { ...frame, mute, pointer, block, run: null });
  }

  /** @param {Element} element @param {WalkFrame} frame a template of the level below */
  enter(element, frame) {
    if (this.options.depth !== undefined && frame.depth > this.options.depth) return;
    const simple = !shadowOf(element) && !(isSlot(element) && slotted(element)) && ownersMap().size === 0;
    frame.element = element;
    frame.at = 0;
    frame.list = simple ? null : readChildren(element);
    frame.next = simple ? firstChild(element) : null;
    frame.run = null;
    const bare = !frame.next && !(frame.list && frame.list.length);
    if (this.hollow.length < 400 && seemsHollow(element, bare) && !shadowOf(element)) this.hollow.push(element);
    if (!bare) this.stack.push(frame);
    else if (frame.block) this.flush(frame.depth);
  }

  /** @param {Element} element @param {string} role @param {WalkFrame} frame */
  visitRole(element, role, frame) {
    const named = frame.named || this.namesText(element, role);
    if (!this.isListed(element, role, frame)) {
      this.passRole(element, role, frame, named);
      return;
    }
    if (!frame.named) this.flush(frame.depth);
    const item = itemFor(this, element, role, frame);
    if (TABLES.has(role)) addTable(this, element, item);
    this.push(item, element, CONTROLS.has(role), pathIn(frame));
    if (role === "image" && hasAttr(element, "usemap")) listAreas(this, element, frame);
    if (isLeafRole(element, role)) {
      // Fields in an editor are fields of their own; what is written around them is what the user typed.
      if (role !== "textbox" || !isEditableRoot(element) || !firstWithTag(element, "input, select, textarea")) return;
      this.enter(element, { ...frame, depth: frame.depth + 1, named: true, mute: false, quiet: true, block: true, run: null });
      return;
    }
    const path = isPlace(role) ? frame.path + pathStep(role, element) : frame.path;
    if (role === "log" && !this.options.complete) return;
    if (this.options.complete && localName(element) === "select" && namespaceURI(element) === HTML_NS) {
      listOptions(this, /** @type {HTMLSelectElement} */ (element), frame, path);
      return;
    }
    this.enter(element, { ...frame, depth: frame.depth + 1, named, mute: false, quiet: frame.quiet && !TABLES.has(role), pointer: frame.pointer || CONTROLS.has(role), block: true, path, row: TABLES.has(role) ? null : frame.row });
  }

  /** An element whose role is not listed. @param {Element} element @param {string} role @param {WalkFrame} frame @param {boolean} named */
  passRole(element, role, frame, named) {
    let { row, quiet } = frame;
    let rowTold = true;
    if (role === "row") {
      row = rowFacts(element);
      rowTold = isHeaderRow(this, element);
    }
    let pointer = frame.pointer;
    if (this.guesses && !named && namespaceURI(element) === HTML_NS) {
      const style = keptStyle(element);
      if (reactsToClicks(element, pointer, style) && listClickable(this, element, frame)) return;
      pointer = style.cursor === "pointer";
    }
    if (role === "row") quiet = rowTold || listRowText(this, element, frame);
    const block = this.options.complete || !INLINE_ROLES.has(role);
    if (block) this.flush(frame.depth);
    this.enter(element, { ...frame, named, quiet, mute: false, pointer, block, row, run: null });
  }

  /** Whether the text in an element is told as its or another element's name. @param {Element} element @param {string} role */
  namesText(element, role) {
    if (role === "legend" || role === "caption") return true;
    if (role === "label") return labelNames(element);
    if (isReferenced(element)) return true;
    if (!NAMED_BY_CONTENT.has(role) || role === "term") return false;
    if (role === "gridcell" && isDay(element)) return true;
    return !(CELLS.has(role) && !this.options.complete) || this.options.complete;
  }

  /** @param {Element} element @param {string} role @param {WalkFrame} frame */
  isListed(element, role, frame) {
    if (CONTROLS.has(role)) return role !== "option" || !this.options.interactive || true;
    if (this.options.complete) return !INLINE_ROLES.has(role) && role !== "paragraph" && !(frame.named && role === "image" && !this.options.complete);
    if (role === "heading" || LANDMARKS.has(role) || DIALOGS.has(role)) return true;
    if (frame.named) return false;
    if (ONLY_NAMED.has(role)) return nameOf(element) !== "" && (role !== "image" || this.lists);
    if (role === "separator") return isFocusable(element);
    if (role === "gridcell") return isDay(element);
    return CONTAINERS.has(role) || (role === "image" && this.lists && nameOf(element) !== "");
  }

  /** @param {Item} item @param {Element | null} element @param {boolean} control @param {string} path */
  push(item, element, control, path) {
    if (control) this.controls++;
    if (this.finder) {
      this.finder.offer(this, item, element, path);
      return;
    }
    this.commit(item, element, path);
  }

  /** Refs are for what can be operated, and for everything where everything, or its place, is asked for. @param {Item} item */
  givesRef(item) {
    if (!this.options.refs || item.r === "text" || item.r === "more") return false;
    return this.options.complete || (this.options.boxes && !this.options.interactive) || CONTROLS.has(item.r) || GIVEN_REFS.has(item.r) || item.r === "frame" || (item.hit === true && item.r !== "heading");
  }

  /** @param {Item} item @param {Element | null} element @param {string} path */
  commit(item, element, path) {
    if (element && item.r !== "text" && item.r !== "more" && item.r !== "frame") addStates(this, element, item.r, item);
    if (element && this.givesRef(item)) {
      item.ref = refOf(element);
      rememberRef(item.ref, item.r, item.n || "", path);
    }
    if (this.options.boxes && element && item.r !== "more") {
      const box = rectOf(element);
      item.b = [Math.round(box.x), Math.round(box.y), Math.round(box.width), Math.round(box.height)];
      if (item.r === "frame") item.c = contentCorner(element);
    }
    const units = unitsOf(item);
    this.chars += units;
    if (item.r !== "text") this.lineChars += units;
    this.items.push(item);
    this.elements.push(element);
    if (this.items.length >= this.options.limit || this.chars > this.enough * ENOUGH.whole || this.lineChars > this.enough * ENOUGH.lines) this.full = true;
  }
}
