// Guesses, each marked as one: what reacts to clicks, what a nameless control may be called, what is set like a heading.

const NOT_CLICKABLE = wordSet("html body main form label option select input textarea button iframe frame object embed video audio canvas svg details");

/** Whether an element without a control's role reacts to clicks. `pointer`: its parent already has the pointer cursor.
 * @param {Element} element @param {boolean} pointer @param {CSSStyleDeclaration} style */
function reactsToClicks(element, pointer, style) {
  if (NOT_CLICKABLE.has(localName(element))) return false;
  const cursor = style.cursor;
  const declared = hasAttr(element, "onclick") || knownClickable.has(element) || hasAttr(element, "ng-click") || hasAttr(element, "@click") || isMadeToWork(element, style, cursor);
  const anchor = localName(element) === "a" && !hasAttr(element, "href") && !hasAttr(element, "name");
  if (!declared && !anchor && (pointer || cursor !== "pointer")) return false;
  return !wrapsControl(element) && !coversScreen(element);
}

/** Whether an element that means nothing by itself takes the focus or can be dragged: only what is to be worked with does.
 * Not so what is focused to be scrolled, or holds more than a label.
 * @param {Element} element @param {CSSStyleDeclaration} style @param {string} cursor */
function isMadeToWork(element, style, cursor) {
  const stop = attr(element, "tabindex");
  const drags = attr(element, "draggable") === "true" || (cursor === "grab" && isFirstToGrab(element));
  if (!drags && (stop === null || !(Number(stop) >= 0))) return false;
  const own = roleOf(element);
  if (own !== "" && own !== "none") return false;
  return (drags || !/auto|scroll/.test(style.overflow)) && textContent(element).length <= 120;
}

/** Whether the cursor that offers to grab it is its own, and it has something to read. @param {Element} element */
function isFirstToGrab(element) {
  const parent = flatParent(element);
  return !(parent && keptStyle(parent).cursor === "grab") && fold(textContent(element)) !== "";
}

const REAL_CONTROLS = `a[href], button, input, select, textarea, summary, [role=button], [role=link], [role=checkbox], [role=tab],
  [role=menuitem], [role=switch], [role=radio], [role=combobox], [role=textbox], [contenteditable]`;

/** Whether it is only the frame of a real control or of form fields. @param {Element} element */
function wrapsControl(element) {
  if (!firstElementChild(element)) return false;
  for (const inner of queryAll(element, REAL_CONTROLS)) if (isRendered(inner)) return true;
  return false;
}

/** Whether it covers half the screen. @param {Element} element */
function coversScreen(element) {
  const box = rectOf(element);
  return box.width * box.height > (innerWidth * innerHeight) / 2;
}

/** What signs that stand for a word mean. @type {Record<string, string>} */
const SIGN_NAMES = {
  "×": "close", "✕": "close", "✖": "close", "✗": "close", "⨯": "close", "╳": "close", x: "close", X: "close", "☰": "menu", "≡": "menu", "⋮": "more", "⋯": "more",
  "…": "more", "...": "more", "•••": "more", "‹": "previous", "›": "next", "«": "first", "»": "last", "←": "back", "→": "forward",
  "✎": "edit", "✏": "edit", "✏️": "edit", "🖉": "edit", "🗑": "delete", "🗑️": "delete", "🔍": "search", "🔎": "search", "⚙": "settings", "⚙️": "settings", "+": "add", "−": "remove", "-": "remove", "★": "favourite", "♥": "like",
  "▶": "play", "⏸": "pause", "⏵": "play", "⟳": "reload", "↻": "reload", "✓": "confirm", "✔": "confirm", "⬇": "download", "🛒": "cart",
};

/** Words that say what a control does; a guess from a file name, id or class has to hold one. */
const TELLING_WORDS = wordSet(`account add alert archive arrow attach back bag bell basket bookmark calendar call camera cancel cart chat
  check checkout chevron clear close collapse comment compose confirm contact copy crop cut dashboard date delete dismiss done
  down download edit email exit expand export facebook favorite favourite file filter first flag folder forward fullscreen gear
  github google grid heart help hide home image import info instagram language last left like link linkedin list location lock
  login logout mail map maximize menu message mic microphone minimize minus more mute next notification notifications open options paste
  pause pencil phone picture pin play plus prev previous print profile refresh reload remove reply reset right save search send
  settings share shop shopping show sign sort star start stop store submit tag toggle trash twitter undo redo up update upload user users
  video view volume wishlist youtube zoom burger hamburger wallet remind order pay`);

/** @typedef {{name: string, from: string}} Guess */

/** What a nameless control may be called. @param {Element} element @returns {Guess | null} */
function guessName(element) {
  return guessFromTooltip(element) || guessFromIcon(element) || guessFromImage(element) || guessFromMarks(element);
}

/** @param {Element} element @returns {Guess | null} */
function guessFromTooltip(element) {
  for (const name of ["data-tooltip", "data-title", "data-original-title", "data-bs-original-title", "data-tip", "tooltip", "aria-placeholder", "data-label"]) {
    const value = fold(attr(element, name) || "");
    if (value && value.length <= 80) return { name: value, from: "tooltip" };
  }
  for (const inner of queryAll(element, "[title]")) {
    const value = fold(attr(inner, "title") || "");
    if (value && value.length <= 80) return { name: value, from: "tooltip" };
  }
  return null;
}

/** @param {Element} element @returns {Guess | null} */
function guessFromIcon(element) {
  const inner = [element, ...Array.from(queryAll(element, "i, span, svg, use, em, b")).slice(0, 12)];
  for (const part of inner) {
    const named = iconWords(part);
    if (named) return { name: named, from: "icon" };
  }
  return null;
}

const ICON_CLASS = /(?:^|\s)(?:fa|fas|far|fal|fab|lucide|icon|bi|mdi|ti|ri|feather|glyphicon|ion|octicon|codicon|pi|la|uil|bx|heroicon|tabler-icon|material-symbols|i)[-_]+([a-z][a-z0-9-_]*)/i;
const ICON_NOISE = /\b(solid|regular|light|outline|outlined|fill|filled|line|duotone|sharp|icon|icons|lg|sm|xs|md|[2-9]x|fw|spin|svg|btn|ios|alt|o)\b/g;
/** Words icons are called by, as a user would call them. @type {Record<string, string>} */
const ICON_WORDS = { x: "close", times: "close", xmark: "close", trash: "delete", bin: "delete", pencil: "edit", pen: "edit", gear: "settings", cog: "settings", bars: "menu", hamburger: "menu", burger: "menu", magnifier: "search", magnify: "search", plus: "add", "shopping cart": "cart" };

/** @param {Element} part */
function iconWords(part) {
  const test = attr(part, "data-testid") || "";
  const material = /^([A-Z][A-Za-z]+)Icon$/.exec(test);
  if (material) return wordsOf(material[1].replace(/(Outlined|Rounded|Sharp|TwoTone|Outline)$/, ""));
  const icon = attr(part, "data-icon") || attr(part, "data-lucide") || attr(part, "data-feather");
  if (icon) return iconName(icon);
  if (localName(part) === "use") {
    const href = attr(part, "href") || attr(part, "xlink:href") || "";
    const hash = href.slice(href.lastIndexOf("#") + 1);
    return href.includes("#") ? iconName(hash) : "";
  }
  const found = ICON_CLASS.exec(attr(part, "class") || "");
  return found ? iconName(found[1]) : "";
}

/** @param {string} raw */
function iconName(raw) {
  const words = wordsOf(raw).replace(ICON_NOISE, " ").replace(/\s+/g, " ").trim();
  return ICON_WORDS[words] || words;
}

/** `iconCart`, `shopping-bag.png` and `icon_cart` as words. @param {string} raw */
function wordsOf(raw) {
  return fold(raw.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[-_./+]+/g, " ").replace(/\b[0-9a-f]{6,}\b|\b\d+\b/gi, " ")).toLowerCase();
}

/** @param {Element} element @returns {Guess | null} */
function guessFromImage(element) {
  const image = localName(element) === "img" ? element : queryAll(element, "img")[0];
  let address = image ? attr(image, "src") || "" : "";
  if (!image) address = /url\("?([^")]+)"?\)/.exec(styleOf(element).backgroundImage)?.[1] || "";
  if (!address || address.startsWith("data:")) return null;
  const file = address.split(/[?#]/)[0].split("/").pop() || "";
  const words = wordsOf(file.replace(/\.[a-z0-9]+$/i, "")).replace(ICON_NOISE, " ").replace(/\s+/g, " ").trim();
  return tells(words) ? { name: words, from: "image file name" } : null;
}

/** @param {string} words */
function tells(words) {
  return words !== "" && words.length <= 60 && words.split(" ").some((word) => TELLING_WORDS.has(word));
}

/** @param {Element} element @returns {Guess | null} */
function guessFromMarks(element) {
  const test = attr(element, "data-testid") || attr(element, "data-test") || attr(element, "data-cy") || attr(element, "data-qa");
  if (test) {
    const words = wordsOf(test).replace(/\b(btn|button|icon|link)\b/g, " ").replace(/\s+/g, " ").trim();
    if (words) return { name: words, from: "test id" };
  }
  for (const name of ["name", "id", "class"]) {
    const raw = attr(element, name);
    if (!raw) continue;
    for (const part of name === "class" ? tokens(raw) : [raw]) {
      const words = wordsOf(part).replace(/\b(btn|button|icon|link|js|wrapper|container|inner|item)\b/g, " ").replace(/\s+/g, " ").trim();
      if (tells(words)) return { name: words, from: name };
    }
  }
  return null;
}

/** The name of a control that shows only a sign. @param {string} shown @returns {Guess | null} */
function guessFromSign(shown) {
  const word = shown.length <= 3 ? SIGN_NAMES[shown] : undefined;
  return word ? { name: word, from: shown } : null;
}

/** The level of a text that is set like a heading; 0 when it is not. @param {Element} element @param {CSSStyleDeclaration} style */
function fakeHeadingLevel(element, style) {
  const size = parseFloat(style.fontSize);
  const weight = Number(style.fontWeight) || 400;
  const base = bodyFontSize();
  if (size < base * 1.25 || weight < 600) return 0;
  for (let child = firstElementChild(element); child; child = nextElementSibling(child)) {
    if (styleOf(child).display !== "inline") return 0;
  }
  const text = fold(textContent(element).slice(0, 200));
  if (text.length < 2 || text.length > 80 || /^[\p{Sc}\d\s.,%:-]+$|\p{Sc}\s?\d|\d\s?\p{Sc}/u.test(text)) return 0;
  if (!/\p{L}/u.test(text)) return 0;
  return size >= base * 1.9 ? 1 : size >= base * 1.25 ? 2 : 3;
}

/** The size most of the page's text has. */
function bodyFontSize() {
  const body = bodyOf(document);
  return body ? parseFloat(styleOf(body).fontSize) || 16 : 16;
}

/** A fixed element over the middle of the screen that holds something to click and is not the whole app.
 * @returns {Element | null} */
function fakeModal() {
  const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  for (let at = /** @type {Element | null} */ (middle); at && at !== bodyOf(document); at = flatParent(at)) {
    if (styleOf(at).position !== "fixed") continue;
    const box = rectOf(at);
    const share = (box.width * box.height) / (innerWidth * innerHeight);
    if (share < 0.2) continue;
    const panel = share > 0.95 ? panelOf(at) : at;
    if (!panel) continue;
    if (isWholeApp(panel) || !holdsClickable(panel)) return null;
    return panel;
  }
  return null;
}

/** The panel in a backdrop that covers everything. @param {Element} backdrop */
function panelOf(backdrop) {
  const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  let panel = /** @type {Element | null} */ (null);
  for (let at = middle; at && at !== backdrop; at = flatParent(at)) panel = at;
  return panel;
}

/** @param {Element} panel */
function isWholeApp(panel) {
  const body = bodyOf(document);
  return !body || textContent(panel).trim().length > textContent(body).trim().length * 0.9;
}

/** @param {Element} panel */
function holdsClickable(panel) {
  if (queryAll(panel, "a[href], button, input, select, textarea, [onclick], [role=button]").length) return true;
  for (const inner of queryAll(panel, "*")) if (styleOf(inner).cursor === "pointer") return true;
  return false;
}
