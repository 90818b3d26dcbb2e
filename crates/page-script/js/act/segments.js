// Dates and times in segments that are no inputs: spin buttons that take keys one by one, and hold a part each.

/** The segments of a field. @param {Element} group */
const segmentsIn = (group) => [...queryAll(group, "[role=spinbutton]")].filter((e) => tagOf(e) !== "input" && isShown(e));

/** Whether an element is a segment: a spin button that is typed into without being an input. To select all in it and delete that would
 * empty the other segments too. @param {Element} element */
function isSegment(element) {
  if (attr(element, "role") !== "spinbutton" || matches(element, "input, textarea")) return false;
  return element instanceof HTMLElement && (editableContent(element) || (!innerFields(element).length && isAmongSegments(element)));
}

/** @param {Element} element */
function isAmongSegments(element) {
  for (let node = flatParent(element), steps = 0; node && steps < 3; node = flatParent(node), steps++) {
    if (segmentsIn(node).length > 1) return segmentsIn(node).every((one) => segmentKind(one) !== "");
  }
  return false;
}

const SEGMENTS = /** @type {[string, RegExp][]} */ ([
  ["year", /year|jahr|ann\u00e9e|a\u00f1o|anno/i],
  ["month", /month|monat|mois|mes\b|mese/i],
  ["minute", /minute/i],
  ["second", /second|sekunde/i],
  ["hour", /hour|stunde|heure|hora|ora\b/i],
  ["half", /am\/pm|meridiem|day ?period/i],
  ["day", /\bday|tag\b|jour|d\u00eda|giorno/i],
]);

/** @param {Element} segment */
function segmentKind(segment) {
  const words = `${attr(segment, "aria-label") || ""} ${attr(segment, "data-type") || ""}` + nameOf(segment);
  const kind = SEGMENTS.find(([, pattern]) => pattern.test(words));
  return kind ? kind[0] : "";
}

/** The parts of a date or time as the segments of a field take them, in their order.
 * @param {{ref: number, text: string}} args */
api.segmentsOf = ({ ref, text }) => {
  const segments = segmentsIn(elementOf(ref));
  const parts = datedParts(text);
  const kinds = segments.map(segmentKind);
  if (!parts || kinds.some((kind) => kind === "" || !parts[kind])) {
    const takes = kinds.filter((kind) => kind !== "").join(", ");
    return fail("refused", `it takes a date or time such as 2027-02-20 or 10:30 (its parts are ${takes || "without names"}), not ${JSON.stringify(clip(text, 60))}`);
  }
  const twelve = kinds.includes("half");
  return { parts: segments.map((segment, i) => ({ ref: refOf(segment), kind: kinds[i], text: segmentText(kinds[i], parts, twelve) })) };
};

/** What one segment takes, as it is typed. @param {{ref: number, text: string}} args */
api.segmentOf = ({ ref, text }) => {
  const segment = elementOf(ref);
  const kind = segmentKind(segment);
  const bare = checkedSegment(segment, text);
  const twoDigits = ["month", "day", "hour", "minute", "second"].includes(kind) && /^\d$/.test(bare);
  return { parts: [{ ref, kind, text: twoDigits ? bare.padStart(2, "0") : bare }] };
};

/** A text that a segment takes, or a refusal. @param {Element} segment @param {string} text */
function checkedSegment(segment, text) {
  const bare = text.trim();
  const end = (/** @type {string} */ name) => Number(attr(segment, name) || NaN);
  const [min, max] = [end("aria-valuemin"), end("aria-valuemax")];
  if (/\s/.test(bare)) fail("refused", `it is one part of a date or time and takes that part, not ${JSON.stringify(clip(bare, 60))}`);
  if (/^\d+$/.test(bare) && (Number(bare) < min || Number(bare) > max)) fail("refused", `it takes numbers from ${min} to ${max}, not ${bare}`);
  return bare;
}

/** @param {string} kind @param {Record<string, string>} parts @param {boolean} twelve the hours go to twelve */
function segmentText(kind, parts, twelve) {
  if (kind === "half") return Number(parts.hour) >= 12 ? "PM" : "AM";
  if (kind === "hour" && twelve) return String(((Number(parts.hour) + 11) % 12) + 1).padStart(2, "0");
  return parts[kind];
}

/** @param {string} text @returns {Record<string, string> | null} */
function datedParts(text) {
  const found = /^\s*(?:(\d{4})-(\d{1,2})-(\d{1,2}))?(?:[T\s]*(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(am|pm)?)?\s*$/i.exec(text);
  if (!found || (!found[1] && !found[4])) return null;
  // A day that its month does not have.
  if (found[1] && new Date(Date.UTC(Number(found[1]), Number(found[2]) - 1, Number(found[3]))).getUTCMonth() !== Number(found[2]) - 1) return null;
  const two = (/** @type {string | undefined} */ part) => (part || "").padStart(2, "0");
  let hour = Number(found[4] || 0);
  if (found[7]) hour = (hour % 12) + (found[7].toLowerCase() === "pm" ? 12 : 0);
  /** @type {Record<string, string>} */
  const parts = {};
  if (found[1]) Object.assign(parts, { year: found[1], month: two(found[2]), day: two(found[3]) });
  if (found[4]) Object.assign(parts, { hour: two(String(hour)), minute: two(found[5]), second: two(found[6]), half: "set" });
  return parts;
}

/** A segment, or all of a field. @param {{ref: number}} args */
api.segmentRefs = ({ ref }) => ({ refs: (isSegment(elementOf(ref)) ? [elementOf(ref)] : segmentsIn(elementOf(ref))).map(refOf) });

/** What the segments of a field hold. @param {{refs: number[]}} args */
api.heldSegments = ({ refs }) => ({
  held: refs.map((ref) => {
    const segment = byRef(ref);
    if (!segment) return { gone: true, text: "" };
    const now = attr(segment, "aria-valuenow");
    return { gone: false, text: attr(segment, "aria-valuetext") || fold(textContent(segment)), now: now === null || now === "" ? undefined : Number(now) };
  }),
});
