// The table of functions that Rust can call, and how they fail.

/** Everything callable from outside, by name. Each file hangs its own functions in.
 * @type {Record<string, (args: any) => any>} */
const api = Object.create(null);

/** An error with a kind that Rust can act on. */
class PageFailure extends Error {
  /** @param {string} kind @param {string} message @param {object} [extra] */
  constructor(kind, message, extra) {
    super(message);
    this.kind = kind;
    this.extra = extra;
  }
}

/** Ends the call with an error of this kind.
 * @param {string} kind @param {string} message @param {object} [extra] @returns {never} */
function fail(kind, message, extra) {
  throw new PageFailure(kind, message, extra);
}
