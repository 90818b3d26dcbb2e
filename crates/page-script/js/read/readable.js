// `readable`: the page's text for reading, as Markdown, plain text or HTML; what matters first.

/** @typedef {object} ReadableArgs
 * @property {number} [root] @property {string} [rootSelector] @property {"markdown" | "text" | "html"} [format]
 * @property {number} [maxChars] @property {number} [offset] @property {string[]} [redact] @property {string} [skip] */

const READABLE_LIMIT = 2000000;

/** @param {ReadableArgs} args */
api.readable = (args) => {
  beginRead();
  if (args.redact) setPrivacy(args);
  if (args.skip !== undefined) checkSelector(args.skip);
  focusNow = findFocused();
  const format = args.format || "markdown";
  const roots = args.root !== undefined || args.rootSelector !== undefined ? [rootFor(args)] : readingOrder();
  let text;
  if (format === "html") text = roots.map((root) => cleanHtml(root, args.skip)).join("\n");
  else text = roots.map((root) => new Reading(format === "markdown", args.skip).of(root, roots)).filter(Boolean).join("\n\n");
  const offset = Math.min(args.offset || 0, text.length);
  const end = wholeEnd(text, offset + (args.maxChars || 20000));
  return { text: text.slice(offset, end), total: text.length, next: end < text.length ? end : undefined };
};

/** A place to cut that splits no character. @param {string} text @param {number} end */
function wholeEnd(text, end) {
  if (end >= text.length) return text.length;
  const code = text.charCodeAt(end - 1);
  return code >= 0xd800 && code < 0xdc00 ? end - 1 : end;
}

/** The main content, then what is around it; only the modal when one is open. @returns {Element[]} */
function readingOrder() {
  const reach = reachOfPage({ infer: "off", complete: false });
  if (reach.modal || !reach.roots.length) return reach.roots;
  const main = queryAll(document, "main, [role=main]")[0] || onlyArticle();
  const body = bodyOf(document) || reach.roots[0];
  return main && isShown(main) && main !== body ? [main, body] : [body];
}

/** @returns {Element | null} */
function onlyArticle() {
  const articles = queryAll(document, "article");
  return articles.length === 1 ? articles[0] : null;
}

/** One reading of one subtree. It keeps to an explicit stack, so that depth is no danger. */
class Reading {
  /** @param {boolean} markdown @param {string} [skip] */
  constructor(markdown, skip) {
    this.markdown = markdown;
    this.skip = skip;
    /** @type {string[]} */
    this.blocks = [];
    this.line = "";
    this.size = 0;
    /** Prefix of the list item or quotation that the next line opens. */
    this.prefix = "";
    this.indent = "";
  }

  /** @param {Element} root @param {Element[]} roots */
  of(root, roots) {
    /** @type {{children: Node[], at: number, leave: (() => void) | null}[]} */
    const stack = [{ children: [root], at: 0, leave: null }];
    while (stack.length && this.size < READABLE_LIMIT) {
      const top = stack[stack.length - 1];
      if (top.at >= top.children.length) {
        stack.pop();
        if (top.leave) top.leave();
        continue;
      }
      const node = top.children[top.at++];
      if (nodeType(node) === TEXT) {
        this.addText(textData(node));
        continue;
      }
      const element = /** @type {Element} */ (node);
      if (element !== root && roots.includes(element)) continue;
      const leave = this.enter(element);
      if (leave) stack.push({ children: readChildren(element), at: 0, leave });
    }
    this.endLine();
    return this.blocks.join("\n").replace(/\n{3,}/g, "\n\n").trim();
  }

  /** @param {string} data */
  addText(data) {
    const text = data.replace(/\s+/g, " ");
    if (text === " " && (this.line === "" || this.line.endsWith(" "))) return;
    this.line += this.line === "" ? text.trimStart() : text;
  }

  /** Begins an element; null when it is not to be entered. @param {Element} element @returns {(() => void) | null} */
  enter(element) {
    if (isLeftOut(element) || !isRendered(element)) return null;
    if (this.skip !== undefined && matches(element, this.skip)) return null;
    const tag = namespaceURI(element) === HTML_NS ? localName(element) : "svg";
    if (tag === "svg" || FIELD_TAGS.has(tag) || tag === "iframe" || isEditableRoot(element)) return this.leaf(element, tag);
    const write = READERS[tag];
    if (write) return write(this, element);
    if (PRESSED_ROLES.has(attr(element, "role") || "")) return READERS.button(this, element);
    if (!isBlockTag(element)) return () => {};
    this.endLine();
    return () => this.endLine();
  }

  /** Things without text of their own. @param {Element} element @param {string} tag @returns {null} */
  leaf(element, tag) {
    if (tag === "svg" || tag === "iframe" || isEditableRoot(element)) return null;
    if (tag === "select") this.line += chosenLabels(/** @type {HTMLSelectElement} */ (element)) || "";
    return null;
  }

  endLine() {
    const text = this.line.trim();
    this.line = "";
    if (text === "") return;
    const clean = cleanText(text);
    this.blocks.push(this.indent + this.prefix + clean);
    this.size += clean.length + 1;
    if (this.prefix !== "" && !this.prefix.startsWith(">")) this.prefix = " ".repeat(this.prefix.length);
  }

  /** A blank, unless there is one. */
  space() {
    if (this.line !== "" && !this.line.endsWith(" ")) this.line += " ";
  }

  /** An empty line, unless there is one. */
  gap() {
    this.endLine();
    if (this.blocks.length && this.blocks[this.blocks.length - 1] !== "") this.blocks.push("");
  }
}

/** @param {string} open @param {string} close */
const wrapped = (open, close = open) => (/** @type {Reading} */ reading) => {
  if (!reading.markdown) return () => {};
  const before = reading.line;
  reading.line = "";
  return () => {
    const inner = reading.line;
    const words = inner.trim();
    const lead = /^\s/.test(inner) ? " " : "";
    const trail = /\s$/.test(inner) && words !== "" ? " " : "";
    reading.line = before + lead + (words === "" ? "" : open + words + close) + trail;
  };
};

/** @param {number} level */
const headingReader = (level) => (/** @type {Reading} */ reading) => {
  reading.gap();
  if (reading.markdown) reading.line = "#".repeat(level) + " ";
  return () => {
    if (reading.line.trim() === "#".repeat(level)) reading.line = "";
    reading.gap();
  };
};

/** What is pressed is a word of its own, however close it stands. */
const PRESSED_ROLES = wordSet("button tab menuitem");

/** A text as it stands, without the buttons that copy or fold it. @param {Element} element */
function codeText(element) {
  if (!firstWithTag(element, PRESSED_IN_CODE)) return textContent(element);
  let text = "";
  let node = firstChild(element);
  while (node && node !== element) {
    const left = nodeType(node) === ELEMENT && matches(/** @type {Element} */ (node), PRESSED_IN_CODE);
    if (nodeType(node) === TEXT) text += textData(node);
    const inner = left ? null : firstChild(node);
    while (!inner && node && node !== element && !nextSibling(node)) node = parentNode(node);
    node = inner || (node && node !== element ? nextSibling(node) : null);
  }
  return text;
}

const PRESSED_IN_CODE = "button, [role=button]";

/** @param {Reading} reading */
const paragraphReader = (reading) => {
  reading.gap();
  return () => reading.gap();
};

/** @type {Record<string, (reading: Reading, element: any) => (() => void) | null>} */
const READERS = {
  h1: headingReader(1),
  h2: headingReader(2),
  h3: headingReader(3),
  h4: headingReader(4),
  h5: headingReader(5),
  h6: headingReader(6),
  p: paragraphReader,
  section: paragraphReader,
  article: paragraphReader,
  strong: wrapped("**"),
  b: wrapped("**"),
  em: wrapped("*"),
  code: wrapped("`"),
  button: (reading) => {
    reading.space();
    return () => reading.space();
  },
  br: (reading) => {
    reading.endLine();
    return null;
  },
  hr: (reading) => {
    reading.gap();
    if (reading.markdown) reading.blocks.push("---", "");
    return null;
  },
  img: (reading, element) => {
    const alt = cleanText(attr(element, "alt") || "");
    if (alt) reading.line += reading.markdown ? `![${alt}](${imageAddress(element)})` : alt;
    return null;
  },
  a: (reading, element) => {
    const href = attr(element, "href");
    if (!reading.markdown || href === null) return () => {};
    return wrapped("[", `](${shortAddress(href).replace(/[()\s]/g, encodeURIComponent)})`)(reading);
  },
  pre: (reading, element) => {
    reading.gap();
    const text = codeText(element).replace(/\s+$/, "").slice(0, 100000);
    if (text.trim() !== "") reading.blocks.push(...(reading.markdown ? ["```", redactedLines(text), "```"] : [redactedLines(text)]), "");
    reading.size += text.length;
    return null;
  },
  ul: (reading) => listReader(reading),
  ol: (reading) => listReader(reading),
  li: itemReader,
  blockquote: (reading) => {
    reading.gap();
    const before = reading.indent;
    if (reading.markdown) reading.indent += "> ";
    return () => {
      reading.endLine();
      reading.indent = before;
      reading.gap();
    };
  },
  table: tableReader,
};

/** Lines of preformatted text, redacted but not folded. @param {string} text */
function redactedLines(text) {
  return text.split("\n").map((line) => (line.includes("@") || privacyRules.redact.length ? /^\s*/.exec(line)?.[0] + cleanText(line) : line)).join("\n");
}

/** @param {Element} element */
function imageAddress(element) {
  const src = attr(element, "src") || "";
  return src.startsWith("data:") ? "data:…" : shortAddress(src);
}

/** @param {Reading} reading */
function listReader(reading) {
  if (reading.prefix === "" && reading.indent === "") reading.gap();
  else reading.endLine();
  const { indent, prefix } = reading;
  reading.indent = indent + " ".repeat(prefix.length);
  reading.prefix = "";
  return () => {
    reading.endLine();
    reading.indent = indent;
    reading.prefix = prefix;
    if (indent === "" && prefix === "") reading.gap();
  };
}

/** @param {Reading} reading @param {HTMLLIElement} element */
function itemReader(reading, element) {
  reading.endLine();
  const parent = parentNode(element);
  const ordered = parent && nodeType(parent) === ELEMENT && localName(parent) === "ol";
  reading.prefix = ordered ? `${itemNumber(element)}. ` : "- ";
  return () => {
    reading.endLine();
    reading.prefix = "";
  };
}

/** @param {HTMLLIElement} element */
function itemNumber(element) {
  let number = parseInt(attr(/** @type {Element} */ (parentNode(element)), "start") || "1", 10) || 1;
  for (let at = previousElementSibling(element); at; at = previousElementSibling(at)) if (localName(at) === "li") number++;
  return number;
}

/** Data tables row by row; tables for looks are passed through. @param {Reading} reading @param {HTMLTableElement} element */
function tableReader(reading, element) {
  if (!TABLES.has(roleOf(element))) return paragraphReader(reading);
  reading.gap();
  const rows = Array.from(element.rows).filter(isRendered);
  const width = Math.max(1, ...rows.slice(0, 50).map((row) => row.cells.length));
  const caption = childName(element, { visited: new Set(), hidden: false, inReference: true, units: 0, depth: 0 }, "caption");
  if (caption) reading.blocks.push(cleanText(caption.text), "");
  rows.forEach((row, index) => {
    if (reading.size > READABLE_LIMIT) return;
    const cells = Array.from(row.cells, (cell) => cleanText(visibleText(cell, 500)).replace(/\|/g, reading.markdown ? "\\|" : "|"));
    while (reading.markdown && cells.length < width) cells.push("");
    const line = reading.markdown ? `| ${cells.join(" | ")} |` : cells.join(" | ");
    reading.blocks.push(line);
    reading.size += line.length;
    if (index === 0 && reading.markdown) reading.blocks.push(`|${" --- |".repeat(cells.length)}`);
  });
  reading.blocks.push("");
  return null;
}

/** The page's HTML without what nobody reads. @param {Element} root @param {string} [skip] */
function cleanHtml(root, skip) {
  const copy = inertCopy(root);
  for (const part of queryAll(copy, "script, style, noscript, template, link, meta" + (skip ? `, ${skip}` : ""))) part.remove();
  for (const field of queryAll(copy, "input, textarea, option")) field.removeAttribute("value");
  for (const part of queryAll(copy, "textarea, [contenteditable]")) part.textContent = "";
  for (const part of [copy, ...Array.from(queryAll(copy, "*"))]) {
    for (const name of part.getAttributeNames()) if (name.startsWith("on")) part.removeAttribute(name);
  }
  return redactedLines(copy.outerHTML);
}

/** A copy of a subtree in a document without a window, where nothing loads and no custom element wakes up. @param {Element} root */
function inertCopy(root) {
  return /** @type {Element} */ (document.implementation.createHTMLDocument("").importNode(root, true));
}

/** The whole document as HTML, for picking data out of it: without what fields that keep secrets hold, and without what was typed into texts.
 * @returns {{html: string, base: string}} */
api.source = () => {
  const root = rootElementOf(document);
  const copy = inertCopy(root);
  const fields = queryAll(root, "input");
  queryAll(copy, "input").forEach((field, index) => {
    if (isSecretField(fields[index])) field.removeAttribute("value");
  });
  for (const part of queryAll(copy, `textarea, ${TYPED_PLACES}`)) if (isTypedInto(part)) part.textContent = "";
  return { html: copy.outerHTML, base: document.baseURI };
};
