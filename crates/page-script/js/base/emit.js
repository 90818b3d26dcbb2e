// Word to Rust without being asked: the binding that exists in this world only.

/** Hosts of what Eyeline itself draws into a page: never read, never counted, never hit. @type {WeakSet<Element>} */
const overlayHosts = new WeakSet();

/** Sends an event. Nothing happens where nobody listens. @param {{type: string, [fact: string]: unknown}} event */
function emit(event) {
  const binding = /** @type {any} */ (globalThis).__eyelineEmit;
  if (typeof binding === "function") binding(pack(event));
}
