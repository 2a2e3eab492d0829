import { expect, test } from "vitest";
import { z } from "zod";
import { formatMail } from "~/admin/format";
import { formatWorkKind } from "~/diary/fees/kinds";
import { ownValue } from "~/platform/http/own-value";
import { readForm } from "~/platform/http/read-form.server";
import { readJson } from "~/platform/http/read-json.server";
import { formatCpdType } from "~/reports/cpd/kinds";

const KEYS_OF_ALL = ["__proto__", "constructor", "toString", "hasOwnProperty"];

test.each(KEYS_OF_ALL)("%s, which every object has, is no key of a list of words", (key) => {
  expect(ownValue({ a: 1 }, key)).toBeUndefined();
  for (const words of [formatWorkKind, formatCpdType, formatMail]) expect(words(key)).toBe(key);
});

test.each([
  "toString",
  "valueOf",
  "hasOwnProperty",
])("a form with a field called %s is read as any other", async (name) => {
  const body = new URLSearchParams({ [name]: "1" });
  const request = new Request("http://daybook.test/", { method: "POST", body });
  const form = await readForm(request, z.object({ title: z.string("Enter a title") }));
  expect(form.ok).toBe(false);
  // What the form does not have does not come back.
  expect(Object.hasOwn(form.state.values, name)).toBe(false);
  expect(form.state.errors).toEqual({ title: ["Enter a title"] });
});

test("a call whose fields are called as those of every object is refused in words", async () => {
  const body = '{"toString": 1, "constructor": 1}';
  const request = new Request("http://daybook.test/", {
    ...{ method: "POST", body, headers: { "Content-Type": "application/json" } },
  });
  const texts = z.record(z.string(), z.string("Must be text"));
  const refused = await readJson(request, texts).catch((thrown: Response) => thrown.json());
  expect(refused).toEqual({ errors: { toString: ["Must be text"], constructor: ["Must be text"] } });
});
