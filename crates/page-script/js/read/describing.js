// Accessible descriptions and error messages: what stands after the dash.

/** @param {Element} element @param {string} name its accessible name, which is not said twice @returns {string} */
function descriptionOf(element, name) {
  const found = describedText(element);
  return found === name ? "" : found;
}

/** @param {Element} element @returns {string} */
function describedText(element) {
  const error = attr(element, "aria-invalid");
  if (hasAttr(element, "aria-errormessage") && error && error !== "false") {
    const text = referenceText(element, "aria-errormessage", "ariaErrorMessageElements");
    if (text) return text;
  }
  const described = referenceText(element, "aria-describedby", "ariaDescribedByElements");
  if (described) return described;
  const own = attr(element, "aria-description");
  if (own && own.trim() !== "") return fold(own);
  const title = attr(element, "title");
  if (title && title.trim() !== "" && fold(title) !== nameOf(element)) return fold(title);
  return "";
}

/** @param {Element} element @param {string} name @param {string} property */
function referenceText(element, name, property) {
  const targets = referencedElements(element, name, property);
  if (!targets.length) return "";
  return fold(textOfReferences(targets, { visited: new Set(), hidden: false, inReference: true, units: 0, depth: 0 }));
}
