// Accessible names, by the rules of accname as Chromium follows them.

/** Names found in this read. @type {Map<Element, string>} */
let nameCache = new Map();

/** @typedef {object} NameTrip what is known while one name is put together
 * @property {Set<Node>} visited elements already used, so that circles end
 * @property {boolean} hidden take hidden content too, because a hidden element was referenced
 * @property {boolean} inReference inside what `aria-labelledby` points at
 * @property {number} units how long the name has become
 * @property {number} depth how deep the walk is
 * @property {number} [blocks] how many blocks it has met */

/** Longer names are cut: nobody reads them, and a text of megabytes must not be copied. */
const NAME_LIMIT = 2000;
const NAME_DEPTH = 400;

/** The accessible name, white space folded; "" when there is none. @param {Element} element @returns {string} */
function nameOf(element) {
  let name = nameCache.get(element);
  if (name === undefined) {
    name = fold(nameWithSource(element).text);
    nameCache.set(element, name);
  }
  return name;
}

/** @typedef {object} FoundName
 * @property {string} text
 * @property {string} from `attribute`, `reference`, `content`, `title`, `value` or "" */

/** @param {Element} element @returns {FoundName} */
function nameWithSource(element) {
  return alternativeOf(element, { visited: new Set(), hidden: false, inReference: false, units: 0, depth: 0 }, false);
}

/** The elements `aria-labelledby` points at, as far as they exist. @param {Element} element @returns {Element[]} */
function labelledElements(element) {
  return referencedElements(element, "aria-labelledby", "ariaLabelledByElements");
}

/** @param {Element} element @param {string} name @param {string} property @returns {Element[]} */
function referencedElements(element, name, property) {
  if (!hasAttr(element, name)) return [];
  const ids = tokens(attr(element, name));
  if (!ids.length) {
    const set = /** @type {any} */ (element)[property];
    return set ? Array.from(set) : [];
  }
  /** @type {Element[]} */
  const found = [];
  for (const id of ids) {
    const target = byIdNear(element, id);
    if (target) found.push(target);
  }
  return found;
}

/** The text that stands for an element. @param {Element} element @param {NameTrip} trip
 * @param {boolean} inside whether this is a part of another element's name @returns {FoundName} */
function alternativeOf(element, trip, inside) {
  if (!trip.inReference) {
    const targets = labelledElements(element);
    if (targets.length) {
      const text = textOfReferences(targets, trip);
      if (text.trim() !== "") return { text, from: "reference" };
    }
  }
  const embedded = inside ? embeddedValue(element, trip) : null;
  if (embedded !== null) return { text: embedded, from: "value" };
  trip.visited.add(element);
  const label = attr(element, "aria-label");
  if (label !== null && label.trim() !== "") return { text: label, from: "attribute" };
  const facts = factsOf(element);
  if (facts && facts.name !== "" && !hasAttr(element, "role")) return { text: facts.name, from: "attribute" };
  const role = roleOf(element);
  const native = role === "none" ? null : nativeName(element, role, trip, inside);
  if (native !== null) return native;
  if ((inside || namedByContent(element, role)) && !isTypedInto(element)) {
    const text = textOfContent(element, trip);
    if (text.trim() !== "" || (inside && text !== "" && !hasAttr(element, "title"))) return { text, from: "content" };
  }
  return titleName(element, role);
}

/** @param {Element} element @param {string} role */
function namedByContent(element, role) {
  if (isEditableRoot(element)) return false;
  if (role === "math") return hasAttr(element, "role");
  if (NAMED_BY_CONTENT.has(role)) return true;
  if (role !== "row") return false;
  const owner = closestRole(element, TABLES);
  return owner === "grid" || owner === "treegrid";
}

/** The role of the nearest ancestor that has one of these. @param {Element} element @param {Set<string>} roles */
function closestRole(element, roles) {
  for (let at = flatParent(element); at; at = flatParent(at)) if (roles.has(roleOf(at))) return roleOf(at);
  return "";
}

/** @param {Element} element @param {string} role @returns {FoundName} */
function titleName(element, role) {
  const title = attr(element, "title");
  const nothing = { text: "", from: "" };
  if (TEXT_FIELDS.has(role) || isEditableRoot(element)) {
    const hint = title && title.trim() !== "" ? null : attr(element, "aria-placeholder");
    if (hint && hint.trim() !== "") return { text: hint, from: "attribute" };
  }
  if (!title || title.trim() === "" || NOT_NAMED_BY_TITLE.has(role)) return nothing;
  if (role === "" || role === "none") return nothing;
  // A title that only repeats what the element shows is none to Chromium.
  if (!namedByContent(element, role) && fold(textContent(element).slice(0, title.length + 200)) === fold(title)) return nothing;
  return { text: title, from: "title" };
}

/** @param {Element[]} targets @param {NameTrip} trip */
function textOfReferences(targets, trip) {
  const parts = [];
  for (const target of targets) {
    const hidden = !isShown(target);
    if (!hidden && closest(target, "[inert]")) continue;
    const inner = { visited: new Set(trip.visited), hidden, inReference: true, units: trip.units, depth: trip.depth };
    parts.push(alternativeOf(target, inner, true).text);
  }
  return parts.join(" ");
}

/** The value of a control that stands inside another element's name; null when it is none.
 * @param {Element} element @param {NameTrip} trip @returns {string | null} */
function embeddedValue(element, trip) {
  const role = roleOf(element);
  if (role === "textbox" || role === "searchbox" || isTypedInto(element)) return heldText(element);
  if (role === "slider" || role === "scrollbar" || role === "spinbutton" || role === "progressbar" || role === "meter") return rangeText(element);
  if (role === "combobox" || role === "listbox") return chosenText(element, trip);
  return null;
}

/** @param {Element} element @returns {string} */
function rangeText(element) {
  const text = attr(element, "aria-valuetext");
  if (text !== null) return text;
  const now = attr(element, "aria-valuenow");
  if (now !== null) return now;
  const value = /** @type {any} */ (element).value;
  return namespaceURI(element) === HTML_NS && value !== undefined && value !== null ? String(value) : "";
}

/** What a text field gives to a name round it: what the page put there, never what was typed.
 * @param {Element} element @returns {string | null} null: nothing, so that its own name stands for it */
function heldText(element) {
  const tag = localName(element);
  if (tag !== "input" && tag !== "textarea") return null;
  return isOffered(element) ? /** @type {HTMLInputElement} */ (element).value || null : null;
}

/** @param {Element} element @param {NameTrip} trip @returns {string | null} */
function chosenText(element, trip) {
  const tag = localName(element);
  if (tag === "select") {
    const chosen = Array.from(/** @type {HTMLSelectElement} */ (element).selectedOptions);
    return chosen.map((option) => fold(option.label || option.text)).join(" ");
  }
  if (isTypedInto(element)) return heldText(element);
  /** @type {string[]} */
  const texts = [];
  walkListed(element, (option, role) => {
    if (role === "option" && attr(option, "aria-selected") === "true") texts.push(textOfContent(option, trip));
    return role === "option" ? "skip" : true;
  });
  if (texts.length) return texts.join(" ");
  return roleOf(element) === "combobox" ? null : "";
}

/** @param {Element} element */
const isEditable = (element) => /** @type {any} */ (element).isContentEditable === true;

/** What HTML and SVG name an element by; null when they say nothing.
 * @param {Element} element @param {string} role @param {NameTrip} trip @param {boolean} inside @returns {FoundName | null} */
function nativeName(element, role, trip, inside) {
  const namespace = namespaceURI(element);
  if (namespace === SVG_NS) {
    const title = svgTitle(element);
    return title ? { text: title, from: "reference" } : null;
  }
  if (namespace !== HTML_NS) return null;
  const tag = localName(element);
  if (LABELABLE.has(tag) && !inside) {
    const labelled = labelsText(element, trip);
    if (labelled !== null) return labelled;
  }
  const find = inside && tag === "abbr" ? undefined : NATIVE_NAMES[tag];
  return find ? find(element, trip, role) : null;
}

const LABELABLE = wordSet("input select textarea button meter progress output");

/** Labels by what they label, for each document or shadow root looked at in this read. @type {Map<Node, Map<Element, Element[]>>} */
let labelIndexes = new Map();

/** The labels of a control. A control's own `labels` would look through the whole page each time.
 * @param {Element} control @returns {Element[] | undefined} */
function labelsOf(control) {
  const root = rootOf(control);
  let index = labelIndexes.get(root);
  if (index === undefined) {
    index = new Map();
    for (const label of queryAll(root, "label")) {
      const labelled = /** @type {HTMLLabelElement} */ (label).control;
      if (!labelled) continue;
      const known = index.get(labelled);
      if (known) known.push(label);
      else index.set(labelled, [label]);
    }
    labelIndexes.set(root, index);
  }
  return index.get(control);
}

/** The text of the labels of a control; null when it has none. @param {any} element @param {NameTrip} trip @returns {FoundName | null} */
function labelsText(element, trip) {
  const labels = labelsOf(element);
  if (!labels) return null;
  const parts = [];
  for (const label of labels) {
    if (trip.visited.has(label)) continue;
    const inner = { visited: new Set(trip.visited), hidden: false, inReference: true, units: trip.units, depth: trip.depth };
    inner.visited.add(element);
    parts.push(isShown(label) ? alternativeOf(label, inner, true).text : "");
  }
  const text = parts.join(" ");
  if (text.trim() === "" && localName(element) === "button") return null;
  return { text, from: "reference" };
}

/** @param {string} text @param {string} from @returns {FoundName} */
const foundName = (text, from) => ({ text, from });

/** The first of these attributes that says something. @param {Element} element @param {string[]} names @returns {FoundName | null} */
function firstAttribute(element, ...names) {
  for (const name of names) {
    const value = attr(element, name);
    if (value !== null && value.trim() !== "") return foundName(value, name === "title" ? "title" : "attribute");
  }
  return null;
}

/** @param {Element} element @param {NameTrip} trip @param {string} tag @returns {FoundName | null} */
function childName(element, trip, tag) {
  for (let child = firstElementChild(element); child; child = nextElementSibling(child)) {
    if (localName(child) !== tag || trip.visited.has(child)) continue;
    return foundName(isShown(child) ? alternativeOf(child, trip, true).text : "", "reference");
  }
  return null;
}

/** @param {HTMLInputElement} element @returns {FoundName | null} */
function inputName(element) {
  const type = inputType(element);
  const value = attr(element, "value");
  switch (type) {
    case "submit":
      return foundName(value === null ? "Submit" : value, value === null ? "value" : "attribute");
    case "reset":
      return foundName(value === null ? "Reset" : value, value === null ? "value" : "attribute");
    case "button":
      return value ? foundName(value, "attribute") : firstAttribute(element, "title");
    case "image":
      return firstAttribute(element, "alt", "value", "title") || foundName("Submit", "value");
    case "file":
      return firstAttribute(element, "title") || foundName(element.multiple ? "Choose Files" : "Choose File", "value");
    case "checkbox":
    case "radio":
    case "range":
    case "color":
    case "hidden":
      return firstAttribute(element, "title");
    default:
      return firstAttribute(element, "title", "placeholder", "aria-placeholder");
  }
}

/** @type {Record<string, (element: any, trip: NameTrip, role: string) => FoundName | null>} */
const NATIVE_NAMES = {
  input: inputName,
  textarea: (element) => firstAttribute(element, "title", "placeholder", "aria-placeholder"),
  img: (element) => {
    const alt = attr(element, "alt");
    return alt === null ? null : foundName(alt, "attribute");
  },
  area: (element) => firstAttribute(element, "alt"),
  abbr: (element) => firstAttribute(element, "title"),
  fieldset: (element, trip) => childName(element, trip, "legend"),
  table: (element, trip) => childName(element, trip, "caption") || firstAttribute(element, "title", "summary"),
  optgroup: (element) => firstAttribute(element, "label"),
  option: (element) => firstAttribute(element, "label"),
  summary: (element) => (firstChild(element) === null ? foundName("Details", "value") : null),
  video: (element) => (mediaFailed(element) ? foundName("Unable to play media.", "value") : null),
  audio: (element) => (mediaFailed(element) ? foundName("Unable to play media.", "value") : null),
};

/** @param {HTMLMediaElement} element */
const mediaFailed = (element) => element.networkState === 0 || element.networkState === 3;
