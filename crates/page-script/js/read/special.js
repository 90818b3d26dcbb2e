// What the walk does with elements that are more than a role and a name: frames, clickables, tables, runs.

/** Lists a frame: its content comes from its own script. @param {OutlineWalk} walk @param {Element} element @param {WalkFrame} frame */
function listFrame(walk, element, frame) {
  walk.flush(frame.depth);
  const box = rectOf(element);
  const name = cleanText(nameOf(element), walk.nameLimit);
  if ((box.width < 2 || box.height < 2) && !walk.options.complete && !name) return;
  /** @type {Item} */
  const item = { d: frame.depth, r: "frame", f: { u: frameAddress(element) } };
  if (name) item.n = name;
  const index = frameIndex(element);
  if (index >= 0 && item.f) item.f.i = index;
  walk.push(item, element, false, frame.path);
}

/** @param {any} element */
function frameAddress(element) {
  if (hasAttr(element, "srcdoc")) return "about:srcdoc";
  return cleanText(shortAddress(attr(element, "src") || "about:blank"), 200);
}

/** Where the content of a frame begins, from the corner of its box. @param {Element} element @returns {[number, number]} */
function contentCorner(element) {
  const style = styleOf(element);
  const width = (/** @type {string} */ text) => parseFloat(text) || 0;
  return [width(style.borderLeftWidth) + width(style.paddingLeft), width(style.borderTopWidth) + width(style.paddingTop)];
}

/** The position of a frame's window in this window's list. @param {any} element */
function frameIndex(element) {
  const inner = element.contentWindow;
  for (let i = 0; inner && i < window.length && i < 500; i++) if (window[i] === inner) return i;
  return -1;
}

/** Lists what a user can edit in place, but not its text. @param {OutlineWalk} walk @param {Element} element @param {WalkFrame} frame */
function listEditable(walk, element, frame) {
  const value = attr(element, "contenteditable");
  if (value === null || value === "false") return false;
  walk.flush(frame.depth);
  const item = itemFor(walk, element, "textbox", frame);
  walk.push(item, element, true, pathIn(frame));
  if (walk.options.typed) walk.enter(element, { ...frame, depth: frame.depth + 1, block: true, mute: false, run: null });
  return true;
}

/** Lists an element that reacts to clicks without saying so; false when there is nothing to call it.
 * @param {OutlineWalk} walk @param {Element} element @param {WalkFrame} frame */
function listClickable(walk, element, frame) {
  const shown = cleanText(clickableText(element), 100);
  const guess = clickableGuess(element, shown);
  const name = guess ? cleanText(guess.name, 80) : shown;
  if (!/[\p{L}\p{N}\p{S}]/u.test(name)) return false;
  walk.flush(frame.depth);
  /** @type {Item} */
  const item = { d: frame.depth, r: "clickable", n: name };
  if (guess) item.g = cleanText(guess.from, 40);
  const word = frame.row && roleOf(element) !== "row" ? rowWord(frame.row, name) : "";
  if (word) item.row = word;
  walk.push(item, element, true, pathIn(frame));
  walk.enter(element, { ...frame, depth: frame.depth + 1, named: !walk.options.complete, pointer: true, block: true, mute: false, run: null });
  return true;
}

/** What a clickable that shows no words may be called: by its tooltip, its sign, its icon. @param {Element} element @param {string} shown */
function clickableGuess(element, shown) {
  if (/[\p{L}\p{N}]/u.test(shown) && !guessFromSign(shown)) return null;
  const title = fold(attr(element, "title") || "");
  if (title && title !== shown) return { name: title, from: "tooltip" };
  return guessFromSign(shown) || guessName(element);
}

/** @param {Element} element */
function clickableText(element) {
  const label = attr(element, "aria-label") || nameOf(element);
  if (label && fold(label)) return fold(label);
  const text = fold(textOfContent(element, { visited: new Set([element]), hidden: false, inReference: true, units: 0, depth: 0 }));
  return text || fold(attr(element, "title") || "");
}

/** @param {OutlineWalk} walk @param {Element} element @param {WalkFrame} frame @param {CSSStyleDeclaration} style */
function listFakeHeading(walk, element, frame, style) {
  if (frame.pointer) return false;
  const level = fakeHeadingLevel(element, style);
  if (!level) return false;
  walk.flush(frame.depth);
  walk.push({ d: frame.depth, r: "heading", n: cleanText(visibleText(element, 200), 120), l: level }, element, false, frame.path);
  walk.enter(element, { ...frame, named: true, block: true, run: null });
  return true;
}

/** @param {OutlineWalk} walk @param {Element} element @param {Item} item */
function addTable(walk, element, item) {
  const shape = tableShape(element);
  item.tb = { c: shape.columns.map((name) => cleanText(name, 60)), r: shape.rows };
  walk.shapes.set(element, shape);
}

/** @param {OutlineWalk} walk @param {Element} row */
function isHeaderRow(walk, row) {
  for (const shape of walk.shapes.values()) if (shape.head.includes(row)) return true;
  return false;
}

/** Lists what the cells of a row say as one line; false where a cell says more than fits there.
 * @param {OutlineWalk} walk @param {Element} row @param {WalkFrame} frame */
function listRowText(walk, row, frame) {
  if (!walk.lists || walk.options.complete) return false;
  const text = rowText(row);
  if (text === null) return false;
  if (text) walk.push({ d: frame.depth, r: "text", n: clip(text, 160) }, row, false, "");
  return true;
}

/** Counts what is left of a run of similar siblings; true when this one is counted and not walked.
 * @param {OutlineWalk} walk @param {Element} element @param {WalkFrame} frame */
function countRun(walk, element, frame) {
  if (!walk.options.count || walk.options.complete || walk.finder || frame.list) return false;
  const run = frame.run;
  const tag = localName(element);
  if (!run || run.tag !== tag) {
    frame.run = { first: element, tag, signature: "", seen: isThere(element, frame) ? 1 : 0, decided: !mayRun(element) };
    return false;
  }
  // Most siblings differ in their tags already: the rest of the signature is asked for only where it decides.
  if (run.decided && (NEVER_COUNTED.has(tag) || (run.seen < RUN_SHOWN && !nextElementSibling(element)))) return false;
  if (run.signature === "") run.signature = signatureOf(run.first);
  const signature = signatureOf(element);
  if (signature !== run.signature) {
    frame.run = { first: element, tag, signature, seen: isThere(element, frame) ? 1 : 0, decided: !mayRun(element) };
    return false;
  }
  if (run.decided || !isThere(element, frame)) return false;
  if (run.seen < RUN_SHOWN) {
    run.seen++;
    return false;
  }
  run.decided = true;
  const rest = restOfRun(element, signature);
  if (rest.count + RUN_SHOWN <= Math.max(runLimit(element), walk.options.runs)) return false;
  walk.flush(frame.depth);
  walk.push({ d: frame.depth, r: "more", q: rest.count }, element, false, "");
  frame.next = nextSibling(rest.last);
  frame.run = null;
  return true;
}

/** Whether a child of the level's element is rendered. @param {Element} element @param {WalkFrame} frame */
const isThere = (element, frame) => sightIn(element, frame.element) !== GONE;

/** Elements whose text some other element is named or described by, in this read. @type {Set<Element> | null} */
let referenced = null;

/** @param {Element} element */
function isReferenced(element) {
  if (!hasAttr(element, "id")) return false;
  if (!referenced) {
    referenced = new Set();
    for (const referrer of Array.from(queryAll(rootOf(element), "[aria-labelledby], [aria-describedby], [aria-errormessage]")).slice(0, 3000)) {
      for (const name of ["aria-labelledby", "aria-describedby", "aria-errormessage"]) {
        for (const id of tokens(attr(referrer, name))) {
          const target = byIdNear(referrer, id);
          if (target) referenced.add(target);
        }
      }
    }
  }
  return referenced.has(element);
}

/** Whether a label's text names a control that is listed. @param {any} label */
function labelNames(label) {
  const control = label.control;
  return control !== null && control !== undefined && isRendered(control);
}

const BLOCK_TAGS = wordSet(`address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure
  footer form h1 h2 h3 h4 h5 h6 header hgroup hr html li main menu nav ol option p pre search section summary table tbody td
  tfoot th thead tr ul label legend caption slot`);

/** @param {Element} element */
const isBlockTag = (element) => BLOCK_TAGS.has(localName(element)) && localName(element) !== "slot" || localName(element).includes("-");

/** Roles of words within a text. */
const INLINE_ROLES = wordSet("code deletion emphasis insertion mark strong subscript superscript suggestion time term abbr");

const LEAF_ROLES = wordSet("checkbox radio switch slider spinbutton textbox searchbox progressbar meter scrollbar image math");

/** Whether nothing below is listed. @param {Element} element @param {string} role */
function isLeafRole(element, role) {
  const tag = localName(element);
  if (namespaceURI(element) === HTML_NS && LEAF_TAGS.has(tag)) return true;
  if (role === "textbox" || role === "searchbox") return true;
  if (role === "image" && tag === "svg") return !firstWithTag(element, "a, text, foreignObject, [role], [tabindex]");
  if (role === "image") return !firstWithTag(element, REAL_CONTROLS + ", [tabindex]");
  return LEAF_ROLES.has(role) && !firstElementChild(element);
}

const LEAF_TAGS = wordSet("input textarea img video audio embed progress meter hr area");

/** Lists the options of a native select, open or not. @param {OutlineWalk} walk @param {HTMLSelectElement} select
 * @param {WalkFrame} frame @param {string} path */
function listOptions(walk, select, frame, path) {
  for (const part of queryAll(select, "option, optgroup")) {
    const group = localName(part) === "optgroup";
    const inGroup = !group && localName(/** @type {Element} */ (parentNode(part))) === "optgroup";
    if (styleOf(part).display === "none" || hasAttr(part, "hidden")) continue;
    const below = { ...frame, depth: frame.depth + (inGroup ? 2 : 1), row: null };
    walk.push(itemFor(walk, part, group ? "group" : "option", below), part, !group, path);
  }
}

/** Lists the areas of an image map, which a user meets on the image. @param {OutlineWalk} walk @param {Element} image
 * @param {WalkFrame} frame */
function listAreas(walk, image, frame) {
  const name = (attr(image, "usemap") || "").replace(/^#/, "");
  if (!name) return;
  for (const map of queryAll(rootOf(image), "map")) {
    if (attr(map, "name") !== name && elementId(map) !== name) continue;
    for (const area of queryAll(map, "area[href]")) {
      walk.push(itemFor(walk, area, "link", { ...frame, depth: frame.depth + 1 }), area, true, pathIn(frame));
    }
    return;
  }
}
