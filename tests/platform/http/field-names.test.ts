import { describe, expect, test } from "vitest";
import { z } from "zod";
import { knownNames, namesBelow, namesOfRow } from "~/platform/http/field-names";

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

describe("the names of a form", () => {
  const [strict, loose] = [z.object({ one: z.string() }), z.looseObject({ two: z.string() })];
  const shown = (schema: z.ZodType) => {
    const { fields, any } = knownNames(schema);
    return { fields: [...fields.keys()], any };
  };

  test.each([
    ["with no others", strict, ["one"], false],
    ["with any others", loose, ["two"], true],
    ["with any others, whose answers are changed", loose.transform((answers) => answers), ["two"], true],
    ["that takes any, and reads some", loose.pipe(z.object({ two: z.string() })), ["two"], false],
    ["of one or another kind", z.union([strict, loose]), ["one", "two"], true],
    ["of any kind", z.record(z.string(), z.string()), [], true],
  ])("%s", (_, schema, fields, any) => {
    expect(shown(schema)).toEqual({ fields, any });
  });

  test("in a row are those of each kind of row", () => {
    const namesIn = (schema: z.ZodType) => [...(namesOfRow(knownNames(schema))?.fields.keys() ?? [])];
    expect(namesIn(z.array(strict).transform((rows) => rows.length))).toEqual(["one"]);
    expect(namesIn(z.union([z.array(strict), z.array(loose)]))).toEqual(["one", "two"]);
    expect(namesIn(z.union([z.string(), z.array(strict)]))).toEqual(["one"]);
    expect(namesOfRow(knownNames(strict))).toBeNull();
  });

  test("below a name are of that name alone, or any where any are taken", () => {
    const names = knownNames(z.object({ row: strict, more: z.record(z.string(), z.string()) }));
    const below = (name: string) => namesBelow(names, name);
    expect(below("nobody")).toBeNull();
    expect([...(below("row")?.fields.keys() ?? [])]).toEqual(["one"]);
    expect([below("more"), namesBelow(knownNames(loose), "x")].map((each) => each?.any)).toEqual([true, true]);
    expect(namesOfRow(knownNames(loose))?.any).toBe(true);
  });
});
