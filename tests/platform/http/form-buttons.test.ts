import { expect, test } from "vitest";
import { z } from "zod";
import { text } from "~/platform/http/fields";
import { readForm } from "~/platform/http/read-form.server";

const schema = z.object({
  title: text({ name: "title", max: 10, empty: "Enter a title" }),
  rows: z.array(z.object({ day: text({ name: "day", max: 9, empty: "Choose a day" }) })).optional(),
});

/** The form as it is read when a button of this intent sends it. */
async function sentBy(intent: string, title = "") {
  const body = new URLSearchParams({ title, __INTENT__: intent });
  const { state, ...read } = await readForm(new Request("http://daybook.test/", { method: "POST", body }), schema);
  return { ...read, errors: state.errors };
}

test("a button that asks about a field says which, and one that adds a row asks about none", async () => {
  expect(await sentBy('validate("title")')).toEqual({ ok: false, errors: {}, about: "title" });
  for (const intent of ["validate()", 'insert({"name":"rows"})', "reset()"])
    expect(await sentBy(intent)).toEqual({ ok: false, errors: {} });
});

test.each([
  "nonsense",
  "insert",
  "insert({",
  'insert({"name":"__proto__"})',
  'insert({"name":"constructor.prototype","defaultValue":{"polluted":1}})',
  'insert({"name":"title"})',
  'update({"name":"__proto__.polluted","value":1})',
  'remove({"name":"schedule"})',
  "reset({})",
  "validate(7)",
])("a button that no form has gets an answer, and changes nothing else: %s", async (intent) => {
  const status = await sentBy(intent, "ENT").then(
    () => 200,
    (refused: Response) => refused.status,
  );
  expect([200, 400]).toContain(status);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
