// The one way in: what Rust calls in this world.

/** @param {unknown} problem */
function failureOf(problem) {
  if (problem instanceof PageFailure) return { kind: problem.kind, message: problem.message, ...problem.extra };
  const error = /** @type {any} */ (problem);
  return { kind: "internal", message: String((error && error.message) || error), stack: String((error && error.stack) || "") };
}

/** JSON without lone surrogates, which no strict reader takes. @param {object} envelope */
function pack(envelope) {
  const json = JSON.stringify(envelope);
  return json.includes("\\ud") ? json.replace(/\\ud[89a-f][0-9a-f]{2}/g, "\\ufffd") : json;
}

Object.defineProperty(globalThis, "__eyeline", {
  value: Object.freeze({
    /** @param {string} name @param {string} argsJson @param {number} [floor] @returns {string | Promise<string>} */
    call(name, argsJson, floor) {
      const done = (/** @type {any} */ ok) => pack({ ok: ok === undefined ? null : ok, top: topRef });
      const failed = (/** @type {unknown} */ problem) => pack({ err: failureOf(problem), top: topRef });
      try {
        if (floor) raiseFloor(floor);
        beginRead();
        const call = api[name];
        if (!call) fail("internal", `the page script has no function "${name}"`);
        const result = call(argsJson ? JSON.parse(argsJson) : {});
        return result instanceof Promise ? result.then(done, failed) : done(result);
      } catch (problem) {
        return failed(problem);
      }
    },
    /** The element of a ref, for commands that take a handle. @param {number} ref */
    element: (ref) => byRef(ref),
    /** The ref of an element that came as a handle. @param {Element} element */
    ref: (element) => refOf(element),
    /** Takes a closed shadow root that the debugger resolved. @param {ShadowRoot} root */
    adopt: (root) => adoptShadowRoot(root),
  }),
});
