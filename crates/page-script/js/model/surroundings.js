// What an element stands in, and the words it shows: what tells equals apart.

const innerTextOf = getterOf(HTMLElement.prototype, "innerText");

/** The text an element shows, on one line, cut. @param {Element} element @param {number} units */
function shortText(element, units) {
  return plainText(shownText(element, units * 2), units);
}

/** The text an element shows, without what was typed into it. @param {Element} element @param {number} units @returns {string} */
function shownText(element, units) {
  if (isEditable(element) || isTypedInto(element)) return "";
  const plain = element instanceof HTMLElement && !shadowOf(element) && !isSlot(element) && !firstWithTag(element, TYPED_PLACES);
  return plain ? innerTextOf(element) || "" : flatText(element, units);
}

/** The text of a subtree with shadow roots in it. @param {Element} element @param {number} units */
function flatText(element, units) {
  /** @type {string[]} */
  const parts = [];
  let left = units;
  /** @param {Node} node */
  const visit = (node) => {
    for (const child of flatChildren(node)) {
      if (left <= 0) return;
      if (nodeType(child) === TEXT) {
        const text = fold(textData(child));
        if (text) parts.push(text);
        left -= text.length;
      } else {
        const inner = /** @type {Element} */ (child);
        if (!isLeftOut(inner) && !isTypedInto(inner) && isShown(inner)) visit(inner);
      }
    }
  };
  visit(element);
  return parts.join(" ");
}

/** Page text as it may leave the page, without invisible marks, cut. @param {string} text @param {number} units */
function plainText(text, units) {
  const taken = text.length > units * 8 ? text.slice(0, units * 8) : text;
  return cleanText(taken.replace(INVISIBLE, ""), units);
}

/** A name as it may leave the page. @param {string} name @param {number} [units] */
function shownName(name, units) {
  return cleanText(plainName(name), units || 200);
}

/** What a control holds, at its own path: what was asked to be redacted is, nothing else. @param {string} text @param {number} units */
function ownText(text, units) {
  let own = text;
  for (const pattern of privacyRules.redact) own = own.replace(pattern, "[redacted]");
  return clip(own, units);
}

/** Forgets what was only true of the read before, and takes over what privacy asks. @param {any} args */
function beginModel(args) {
  prepareRead({});
  setPrivacy(args);
}

/**
 * Visits what stands in a scope: an element, or what of the page can be reached now (only the modal, when one is open).
 * @param {number | null | undefined} within @param {(element: Element, role: string) => boolean | void} visit
 */
function walkScope(within, visit) {
  if (within !== undefined && within !== null) {
    walkListed(elementOf(within), visit);
    return;
  }
  for (const root of reachOfPage({ infer: "off", complete: false }).roots) {
    const role = root === rootElementOf(document) ? "" : roleOf(root);
    if (role === "" || visit(root, role) !== false) walkListed(root, visit);
  }
}

/** Roles without a name of their own, which are called by what they say. */
const CALLED_BY_TEXT = new Set(["listitem", "article", "row", "paragraph", "definition", "term", "cell", "gridcell"]);

/**
 * What an element is called: its accessible name; of a list item or row what it begins with; of a tree item its own
 * label, without the items inside it; of something clickable that shows nothing, what stands round it.
 * @param {Element} element @param {string} role
 */
function calledName(element, role) {
  if (role === "treeitem") return treeLabel(element);
  if (role === "row") return plainName(attr(element, "aria-label") || "") || rowTitle(element);
  const name = plainName(nameOf(element));
  if (name && !isSign(name, element, role)) return name;
  if (name) return plainName(attr(element, "title") || "");
  if (role === "clickable") return plainName(spokenName(element, role)) || plainName(surroundingText(element));
  if (CONTROLS.has(role)) return plainName(spokenName(element, role));
  return CALLED_BY_TEXT.has(role) ? titleOf(element) : "";
}

/** Whether a control shows only a sign, and says in its title what it is for. @param {string} name @param {Element} element @param {string} role */
function isSign(name, element, role) {
  if (/[\p{L}\p{N}]/u.test(name) || !(role === "clickable" || CONTROLS.has(role))) return false;
  return /[\p{L}\p{N}]/u.test(attr(element, "title") || "");
}

/** The role an element is listed with: its own, else what it does. @param {Element} element */
function meantRole(element) {
  const own = roleOf(element);
  if (own !== "" && own !== "none") return own;
  if (isEditableRoot(element)) return "textbox";
  return reactsToClicks(element, false, styleOf(element)) ? "clickable" : "generic";
}

/**
 * Visits clickables and editable regions too, which have no role of their own: dearer, so only where nothing else is found.
 * @param {number | null | undefined} within @param {(element: Element, role: string) => void} visit
 */
function walkMeaning(within, visit) {
  if (within !== undefined && within !== null) return walkMeant(elementOf(within), false, visit);
  for (const root of reachOfPage({ infer: "off", complete: false }).roots) walkMeant(root, root !== rootElementOf(document), visit);
}

/** The heading in an element, else the first line it shows besides its buttons and fields. @param {Element} element */
function titleOf(element) {
  const heading = queryAll(element, "h1,h2,h3,h4,h5,h6,[role=heading]")[0];
  if (heading && isShown(heading)) return shortText(heading, 200);
  const line = plainName(firstLine(element));
  if (line) return clip(line, 200);
  return clip(shownText(element, 400).split("\n").map(plainName).find((text) => text !== "") || "", 200);
}

/** Text up to the first block that follows some, without what controls say. @param {Element} element */
function firstLine(element) {
  let line = "";
  /** @param {Element} part @returns {boolean} whether the line goes on */
  const gather = (part) => {
    for (const child of readChildren(part)) {
      if (nodeType(child) === TEXT) {
        line += textData(child).slice(0, 400);
        continue;
      }
      const inner = /** @type {Element} */ (child);
      if (isLeftOut(inner) || isTypedInto(inner) || !isShown(inner)) continue;
      const role = roleOf(inner);
      if (CONTROLS.has(role) && role !== "link") continue;
      const block = !styleOf(inner).display.startsWith("inline");
      if (block && line.trim() !== "") return false;
      if (!gather(inner) || (block && line.trim() !== "")) return false;
    }
    return line.length < 400;
  };
  gather(element);
  return line;
}

/** @param {Element} item */
function treeLabel(item) {
  const given = plainName(attr(item, "aria-label") || "");
  if (given) return given;
  /** @type {string[]} */
  const parts = [];
  /** @param {Node} node */
  const gather = (node) => {
    for (const child of readChildren(node)) {
      if (nodeType(child) === TEXT) {
        parts.push(textData(child));
        continue;
      }
      const element = /** @type {Element} */ (child);
      const role = roleOf(element);
      if (role === "group" || role === "treeitem" || role === "list" || isLeftOut(element) || isTypedInto(element) || !isShown(element)) continue;
      gather(element);
    }
  };
  gather(item);
  return plainName(parts.join(" ")) || plainName(nameOf(item)) || titleOf(item);
}

const TELLING = new Set([
  "row", "listitem", "article", "treeitem", "dialog", "alertdialog", "form", "group", "radiogroup", "region", "tabpanel",
  "navigation", "complementary", "search", "menu", "toolbar", "table", "grid", "figure", "banner", "contentinfo", "main",
]);

/**
 * The nearest thing round an element that says where it is: `row "K-1188"`, `form "Settings"`.
 * @param {Element} element
 */
function surroundingsOf(element) {
  let bare = "";
  for (let at = flatParent(element), steps = 0; at && steps < 200; at = flatParent(at), steps++) {
    const role = roleOf(at);
    if (!TELLING.has(role)) continue;
    const name = nameOfPlace(at, role);
    if (name) return `${role} ${JSON.stringify(clip(name, 60))}`;
    if (!bare && role !== "group") bare = role;
  }
  return bare;
}

/** @param {Element} place @param {string} role */
function nameOfPlace(place, role) {
  if (role === "row") return rowTitle(place);
  return cleanText(calledName(place, role), 60);
}

/** The text that names a row: its row header, else its first cell with text. @param {Element} row */
function rowTitle(row) {
  const cells = collectTableParts(row, CELLS, []);
  const head = cells.find((cell) => roleOf(cell) === "rowheader");
  if (head) return shortText(head, 120);
  for (const cell of cells) {
    const text = shortText(cell, 120);
    if (text && !namesOnlyBox(cell, text)) return text;
  }
  return "";
}

/** Whether all a cell says is what its box is for. @param {Element} cell @param {string} text */
function namesOnlyBox(cell, text) {
  const box = queryAll(cell, "input[type=checkbox], input[type=radio], [role=checkbox], [role=radio]")[0];
  return box !== undefined && /\b(select|choose|row)/i.test(text) && plainName(nameOf(box)) === text;
}

/** Controls inside an element. @param {Element} scope @param {number} limit */
function controlsWithin(scope, limit) {
  /** @type {Element[]} */
  const found = [];
  walkListed(scope, (element, role) => {
    if (!CONTROLS.has(role)) return true;
    found.push(element);
    return found.length < limit ? "skip" : false;
  });
  return found;
}
