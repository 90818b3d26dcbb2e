// What may leave the page: emails become `[email]`, and whatever the caller wants redacted goes.

/** @typedef {object} PrivacyRules
 * @property {RegExp[]} redact
 * @property {RegExp | null} keepEmail */

/** @type {PrivacyRules} */
let privacyRules = { redact: [], keepEmail: null };

const EMAIL = /[a-z0-9][a-z0-9._%+-]*@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}/gi;

/** @param {{redact?: string[], keepEmail?: string}} options */
function setPrivacy(options) {
  privacyRules = {
    redact: (options.redact || []).map((pattern) => patternOf(pattern, "g")),
    keepEmail: options.keepEmail ? patternOf(options.keepEmail, "") : null,
  };
}

/** A pattern that came as text: `/words/i` or plain words of a regular expression. @param {string} text @param {string} flags */
function patternOf(text, flags) {
  const parts = /^\/(.*)\/([a-z]*)$/s.exec(text);
  const source = parts ? parts[1] : text;
  const own = parts ? parts[2].replace(/[gy]/g, "") : "";
  try {
    return new RegExp(source, own + flags);
  } catch (problem) {
    return fail("bad_argument", `"${text}" is not a pattern: ${/** @type {Error} */ (problem).message}`);
  }
}

/** A text from the page as it may leave it: folded, without emails, redacted, at most `units` long.
 * @param {string} text @param {number} [units] */
function cleanText(text, units) {
  let clean = fold(text);
  if (clean.includes("@")) {
    clean = clean.replace(EMAIL, (mail) => (privacyRules.keepEmail && privacyRules.keepEmail.test(mail) ? mail : "[email]"));
  }
  for (const pattern of privacyRules.redact) clean = clean.replace(pattern, "[redacted]");
  return units ? clip(clean, units) : clean;
}
