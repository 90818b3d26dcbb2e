// Forms that declare themselves as tools (`<form toolname>`), for browsers that do not list them: what each takes, as a
// JSON Schema over the names of its fields, and the elements behind those names.

const TOOL_FORMS = 50;
const TOOL_FIELDS = 60;
const formElementsOf = getterOf(HTMLFormElement.prototype, "elements");

/** Input types that a tool's input cannot set. */
const NOT_ASKED = new Set(["hidden", "submit", "reset", "button", "image", "file"]);
const INPUT_FORMATS = /** @type {Record<string, string>} */ ({ date: "date", email: "email", url: "uri" });

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} ToolField */

/** Fields of a form by their names, in order. @param {HTMLFormElement} form @returns {Map<string, ToolField[]>} */
function toolFields(form) {
  /** @type {Map<string, ToolField[]>} */
  const byName = new Map();
  for (const field of Array.from(/** @type {any} */ (formElementsOf(form)))) {
    const asked = field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement
      || (field instanceof HTMLInputElement && !NOT_ASKED.has(inputType(field)));
    const name = asked ? attr(field, "name") : null;
    if (!name || isDisabled(field)) continue;
    const group = byName.get(name);
    if (group) group.push(field);
    else if (byName.size < TOOL_FIELDS) byName.set(name, [field]);
  }
  return byName;
}

/** @param {ToolField[]} fields those of one name */
function toolProperty(fields) {
  const [field] = fields;
  const described = plainText(attr(field, "toolparamdescription") || calledName(field, roleOf(field)), 200);
  return { ...toolType(field, fields), description: described || undefined };
}

/** @param {ToolField} field @param {ToolField[]} fields */
function toolType(field, fields) {
  if (field instanceof HTMLSelectElement) {
    const values = Array.from(field.options).slice(0, ITEM_LIMIT).map((option) => clip(option.value, 200));
    return field.multiple ? { type: "array", items: { enum: values } } : { type: "string", enum: values };
  }
  if (field instanceof HTMLTextAreaElement) return { type: "string" };
  const type = inputType(field);
  if (type === "radio") return { type: "string", enum: fields.map((one) => clip(/** @type {any} */ (one).value, 200)) };
  if (type === "checkbox") return { type: "boolean" };
  if (type === "number" || type === "range") return { type: "number", minimum: limitOf(field, "min"), maximum: limitOf(field, "max") };
  return { type: "string", format: INPUT_FORMATS[type] };
}

/** @param {HTMLFormElement} form */
function toolForm(form) {
  const fields = toolFields(form);
  /** @type {Record<string, unknown>} */
  const properties = Object.create(null);
  /** @type {string[]} */
  const required = [];
  for (const [name, group] of fields) {
    properties[name] = toolProperty(group);
    if (group.some((field) => field.required)) required.push(name);
  }
  return {
    ref: refOf(form),
    name: attr(form, "toolname") || "",
    description: plainText(attr(form, "tooldescription") || "", 2000),
    autosubmit: hasAttr(form, "toolautosubmit"),
    schema: { type: "object", properties, required, additionalProperties: false },
    fields: [...fields].map(([name, group]) => ({
      name,
      ref: refOf(group[0]),
      choice: group[0] instanceof HTMLSelectElement,
      radios: group[0] instanceof HTMLInputElement && inputType(group[0]) === "radio"
        ? group.map((one) => ({ ref: refOf(one), name: clip(/** @type {any} */ (one).value, 200) })) : [],
    })),
  };
}

api.toolForms = () => {
  beginModel({});
  const forms = Array.from(queryAll(document, "form[toolname]")).slice(0, TOOL_FORMS);
  return forms.flatMap((form) => (form instanceof HTMLFormElement && attr(form, "toolname") ? [toolForm(form)] : []));
};
