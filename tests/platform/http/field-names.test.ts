import { expect, test } from "vitest";
import { z } from "zod";
import { knownNames } from "~/platform/http/field-names";

const modules = import.meta.glob<Record<string, unknown>>(
  ["../../../app/**/form.ts", "../../../app/**/*-form.ts", "!../../../app/**/*-call-form.ts"],
  {
    eager: true,
  },
);

/**
 * A form has its fields as properties: one that is called so hides what the page's script, the router or React ask the
 * form itself. `method` is a field of the job plan: that is read by attribute alone.
 */
const ASKED_OF_A_FORM = [
  ...["action", "addEventListener", "appendChild", "attributes", "checkValidity", "checkVisibility", "childNodes"],
  ...["children", "classList", "className", "closest", "contains", "dataset", "dispatchEvent", "elements"],
  ...["enctype", "firstChild", "focus", "getAttribute", "getBoundingClientRect", "hasAttribute", "id", "isConnected"],
  ...["lastChild", "length", "matches", "nextSibling", "noValidate", "nodeName", "nodeType", "ownerDocument"],
  ...["parentElement", "parentNode", "querySelector", "querySelectorAll", "remove", "removeAttribute"],
  ...["removeEventListener", "reportValidity", "requestSubmit", "reset", "setAttribute", "style", "submit", "tagName"],
  ...["textContent", "toString"],
];

test("no field is called like what script asks of its form", () => {
  const schemas = Object.values(modules)
    .flatMap((module) => Object.values(module))
    .filter((each) => each instanceof z.ZodType);
  // What a passkey answers is no form.
  const forms = schemas
    .map((schema) => [...knownNames(schema).fields.keys()])
    .filter((each) => !each.includes("rawId"));
  const names = new Set(forms.flat());
  expect([...names]).toEqual(expect.arrayContaining(["method", "session_date", "case_description", "new_email"]));
  expect(ASKED_OF_A_FORM.filter((name) => names.has(name))).toEqual([]);
});
