// The role of an element, as Chromium's accessibility tree has it: the author's where it holds, else the element's own.

/** Roles of elements whose tag says it all. @type {Record<string, string>} */
const TAG_ROLES = {
  address: "group",
  article: "article",
  audio: "audio",
  blockquote: "blockquote",
  button: "button",
  canvas: "canvas",
  caption: "caption",
  code: "code",
  dd: "definition",
  del: "deletion",
  details: "group",
  dfn: "term",
  dialog: "dialog",
  dir: "list",
  dl: "descriptionlist",
  dt: "term",
  em: "emphasis",
  embed: "plugin",
  fieldset: "group",
  figcaption: "figcaption",
  figure: "figure",
  form: "form",
  frame: "frame",
  h1: "heading",
  h2: "heading",
  h3: "heading",
  h4: "heading",
  h5: "heading",
  h6: "heading",
  hgroup: "group",
  hr: "separator",
  iframe: "frame",
  ins: "insertion",
  label: "label",
  legend: "legend",
  main: "main",
  mark: "mark",
  math: "math",
  menu: "list",
  meter: "meter",
  nav: "navigation",
  object: "plugin",
  ol: "list",
  optgroup: "group",
  output: "status",
  p: "paragraph",
  progress: "progressbar",
  s: "deletion",
  search: "search",
  strong: "strong",
  sub: "subscript",
  sup: "superscript",
  table: "table",
  textarea: "textbox",
  time: "time",
  ul: "list",
  video: "video",
};

/** @type {Record<string, string>} */
const INPUT_ROLES = {
  button: "button",
  checkbox: "checkbox",
  color: "textbox",
  file: "button",
  hidden: "",
  image: "button",
  number: "spinbutton",
  radio: "radio",
  range: "slider",
  reset: "button",
  search: "searchbox",
  submit: "button",
};

/** Roles found in this read. @type {Map<Element, string>} */
let roleCache = new Map();

/** The role in the outline's words; "" for what means nothing, "none" for what was declared to mean nothing.
 * @param {Element} element @returns {string} */
function roleOf(element) {
  const known = roleCache.get(element);
  if (known !== undefined) return known;
  roleCache.set(element, ""); // what a cycle finds
  const role = findRole(element);
  roleCache.set(element, role);
  return role;
}

/** @param {Element} element @returns {string} */
function findRole(element) {
  const given = attr(element, "role");
  if (given !== null) {
    const role = authorRole(element, given);
    if (role !== null) return role;
  }
  const facts = factsOf(element);
  if (facts) return facts.role;
  return nativeRole(element);
}

/** The first role an author gave that exists and holds here; null: as if none was given.
 * @param {Element} element @param {string} given @returns {string | null} */
function authorRole(element, given) {
  for (const token of tokens(given)) {
    const role = token.toLowerCase();
    if (!ARIA_ROLES.has(role)) continue;
    if (role === "none" || role === "presentation") {
      if (!presentationHolds(element)) return null;
      return "none";
    }
    if (role === "generic") return "";
    if (role === "img") return "image";
    if (role === "directory") return "list";
    if (role === "form" || role === "region") {
      if (!hasAuthorName(element)) continue;
      return role;
    }
    const parents = REQUIRED_PARENTS[role];
    if (parents && !standsIn(element, parents)) {
      if (role === "listitem" && localName(element) === "li") return role;
      return "";
    }
    return role;
  }
  return null;
}

/** Whether `role=none` is obeyed: not on what takes focus or carries a global ARIA attribute.
 * @param {Element} element */
function presentationHolds(element) {
  if (isFocusable(element)) return false;
  const tag = localName(element);
  if (tag === "iframe" || tag === "frame") return false;
  for (const name of GLOBAL_ARIA) if (hasAttr(element, name)) return false;
  return true;
}

const GLOBAL_ARIA = `aria-atomic aria-busy aria-controls aria-current aria-describedby aria-details aria-dropeffect
  aria-flowto aria-grabbed aria-keyshortcuts aria-label aria-labelledby aria-live aria-owns aria-relevant
  aria-roledescription aria-description aria-braillelabel aria-brailleroledescription`.split(/\s+/);

/** Whether one of the wanted roles is around, with nothing in between but what means nothing (and groups).
 * @param {Element} element @param {Set<string>} wanted */
function standsIn(element, wanted) {
  let parent = ownerOf(element) || flatParent(element);
  for (let steps = 0; parent && steps < 40; steps++) {
    const role = roleOf(parent);
    if (wanted.has(role)) return true;
    if (role !== "" && role !== "none" && role !== "group" && role !== "rowgroup") return false;
    parent = ownerOf(parent) || flatParent(parent);
  }
  return false;
}

/** Whether the author named the element without content: for landmarks that need a name.
 * @param {Element} element */
function hasAuthorName(element) {
  if ((attr(element, "aria-label") || "").trim() !== "") return true;
  if ((attr(element, "title") || "").trim() !== "") return true;
  return hasAttr(element, "aria-labelledby") && labelledElements(element).length > 0;
}

/** @param {Element} element @returns {string} */
function nativeRole(element) {
  const namespace = namespaceURI(element);
  if (namespace === SVG_NS) return svgRole(element);
  if (namespace !== HTML_NS) return localName(element) === "math" ? "math" : "";
  const tag = localName(element);
  const special = SPECIAL_ROLES[tag];
  if (special) return special(element);
  const role = TAG_ROLES[tag] || "";
  return role;
}

/** Elements whose role depends on what they have or where they stand. @type {Record<string, (element: any) => string>} */
const SPECIAL_ROLES = {
  a: (element) => (hasAttr(element, "href") || isClickTarget(element) || isUnknownAnchor(element) ? "link" : ""),
  area: (element) => (hasAttr(element, "href") ? "link" : ""),
  aside: (element) => (hasAuthorName(element) || !closestIn(element, ASIDE_PARENTS) ? "complementary" : ""),
  footer: (element) => (inSection(element) ? "sectionfooter" : "contentinfo"),
  header: (element) => (inSection(element) ? "sectionheader" : "banner"),
  img: imageRole,
  input: inputRole,
  label: labelRole,
  li: listItemRole,
  option: (element) => (localName(element) === "option" && closest(element, "select, datalist") ? "option" : "option"),
  section: (element) => (hasAuthorName(element) ? "region" : ""),
  select: (element) => (element.size > 1 || (element.multiple && element.size !== 1) ? "listbox" : "combobox"),
  summary: (element) => (isSummary(element) ? "summary" : ""),
  table: tableRole,
  td: cellRole,
  th: cellRole,
  tr: rowRole,
  tbody: () => "",
  thead: (element) => (sectionOfTable(element) ? "rowgroup" : ""),
  tfoot: (element) => (sectionOfTable(element) ? "rowgroup" : ""),
};

/** An `a` without `href` is a link when it reacts to clicks; listeners that were added by script only the debugger knows.
 * @param {Element} element */
function isClickTarget(element) {
  return hasAttr(element, "onclick") || knownClickable.has(element);
}

/** Anchors without an address, of which only Chromium knows whether they are links. @type {Element[]} */
let unknownAnchors = [];

/** Notes an anchor that Chromium has to be asked about. @param {Element} element @returns {false} */
function isUnknownAnchor(element) {
  if (unknownAnchors.length < 60 && !hasAttr(element, "name")) unknownAnchors.push(element);
  return false;
}

/** Elements the debugger found to have click listeners. @type {WeakSet<Element>} */
const knownClickable = new WeakSet();

const ASIDE_PARENTS = wordSet("article aside nav section");
const SECTION_TAGS = wordSet("article aside main nav section");
const SECTION_ROLES = wordSet("article complementary main navigation");

/** @param {Element} element @param {Set<string>} tags */
function closestIn(element, tags) {
  for (let at = flatParent(element); at; at = flatParent(at)) if (tags.has(localName(at)) && !hasAttr(at, "role")) return true;
  return false;
}

/** Whether a header or footer belongs to a section instead of to the page. @param {Element} element */
function inSection(element) {
  for (let at = flatParent(element); at; at = flatParent(at)) {
    const role = attr(at, "role");
    if (role === null ? SECTION_TAGS.has(localName(at)) : SECTION_ROLES.has(role.trim().toLowerCase())) return true;
  }
  return false;
}

/** @param {HTMLImageElement} element */
function imageRole(element) {
  if (attr(element, "alt") !== "") return "image";
  if (hasAuthorName(element) || isFocusable(element)) return "image";
  return "none";
}

/** @param {HTMLInputElement} element */
function inputRole(element) {
  const type = inputType(element);
  if (type === "checkbox") return "checkbox";
  const role = INPUT_ROLES[type];
  if (role !== undefined && role !== "searchbox" && !LIST_TYPES.has(type)) return role;
  if (hasAttr(element, "list") && LIST_TYPES.has(type) && element.list) return "combobox";
  return role || "textbox";
}

const LIST_TYPES = wordSet("text search email tel url number");

/** A label that only names a check box or radio button stands for nothing itself. @param {HTMLLabelElement} element */
function labelRole(element) {
  const control = element.control;
  if (control && localName(control) === "input") {
    const type = inputType(control);
    if ((type === "checkbox" || type === "radio") && !holdsMoreThanText(element, control)) return "";
  }
  return "label";
}

/** @param {Element} label @param {Element} control */
function holdsMoreThanText(label, control) {
  for (let child = firstElementChild(label); child; child = nextElementSibling(child)) {
    if (child !== control && (isFocusable(child) || firstElementChild(child))) return true;
  }
  return false;
}

/** @param {Element} element */
function listItemRole(element) {
  const parent = flatParent(element);
  if (!parent) return "listitem";
  const tag = localName(parent);
  if (tag !== "ul" && tag !== "ol" && tag !== "menu" && tag !== "dir") return "listitem";
  return roleOf(parent) === "list" ? "listitem" : "none";
}

/** Whether it is the summary of its details. @param {Element} element */
function isSummary(element) {
  const parent = parentNode(element);
  return parent !== null && nodeType(parent) === ELEMENT && localName(parent) === "details" && localName(element) === "summary";
}

/** @param {Element} element */
function svgRole(element) {
  const tag = localName(element);
  if (tag === "svg") return "image";
  if (tag === "a") return hasAttr(element, "href") || hasAttr(element, "xlink:href") ? "link" : "";
  if (tag === "image") return "image";
  if (tag === "foreignObject" || tag === "text" || tag === "title" || tag === "desc") return "";
  if (!svgTitle(element) && !hasAuthorName(element)) return "";
  return SVG_SHAPES.has(tag) ? "graphics-symbol" : "group";
}

const SVG_SHAPES = wordSet("circle ellipse line path polygon polyline rect");

/** The text of an SVG element's own title. @param {Element} element */
function svgTitle(element) {
  for (let child = firstElementChild(element); child; child = nextElementSibling(child)) {
    if (localName(child) === "title" && namespaceURI(child) === SVG_NS) return fold(textContent(child));
  }
  return "";
}

/** Whether the keyboard or a script can focus it. @param {Element} element */
function isFocusable(element) {
  const tag = localName(element);
  if (namespaceURI(element) === HTML_NS) {
    switch (tag) {
      case "button":
      case "select":
      case "textarea":
        return !isDisabledNatively(element);
      case "input":
        return inputType(element) !== "hidden" && !isDisabledNatively(element);
      case "a":
      case "area":
        if (hasAttr(element, "href")) return true;
        break;
      case "iframe":
      case "frame":
        return true;
      case "summary":
        if (isSummary(element)) return true;
        break;
      case "audio":
      case "video":
        if (hasAttr(element, "controls")) return true;
        break;
    }
  } else if (tag === "a" && (hasAttr(element, "href") || hasAttr(element, "xlink:href"))) return true;
  const tab = attr(element, "tabindex");
  if (tab !== null && /^[ \t\n\f\r]*[+-]?\d/.test(tab)) return true;
  const editable = attr(element, "contenteditable");
  return editable !== null && editable !== "false";
}

/** @param {Element} element */
const isDisabledNatively = (element) => matches(element, ":disabled");

/** The heading level, as Chromium counts it. @param {Element} element @returns {number} */
function headingLevel(element) {
  const given = parseInt(ariaOf(element, "aria-level") || "", 10);
  if (given >= 1) return given;
  const own = /^h([1-6])$/.exec(localName(element));
  if (hasAttr(element, "aria-level") && tokens(ariaOf(element, "aria-level")).length) return 1;
  return own && namespaceURI(element) === HTML_NS ? Number(own[1]) : 2;
}
