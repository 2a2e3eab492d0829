import { describe, expect, test } from "vitest";
import { z } from "zod";
import { deletingForm, text } from "~/platform/http/fields";
import { byIntent, countsTowardsQuota, exemptFromQuota, withFurtherErrors } from "~/platform/http/form-schemas";
import { readAnswers, refuse, withQuotaCheck } from "~/platform/http/read-form.server";

describe("a form needs room in an account", () => {
  const saving = z.object({});
  const either = exemptFromQuota(z.object({}), byIntent("archive", "delete"));

  test.each([
    ["that saves", saving, {}, true],
    ["that deletes", deletingForm, {}, false],
    ["that deletes, without answers", deletingForm, null, true],
    ["that deletes, of text alone", deletingForm, "delete", true],
    ["whose button deletes", either, { intent: "delete" }, false],
    ["whose button archives", either, { intent: "archive" }, false],
    ["whose button saves", either, { intent: "save" }, true],
    ["whose button is sent twice", either, { intent: ["delete", "delete"] }, true],
    ["without a button", either, {}, true],
  ])("%s", (_, form, answers, needs) => {
    expect(countsTowardsQuota(form, answers)).toBe(needs);
  });

  test("and says that there is none, with every answer, asking once", async () => {
    const form = z.object({ title: text({ name: "title", max: 10 }) });
    let asked = 0;
    const ask = async () => {
      asked += 1;
      return "Your account is full";
    };
    await withQuotaCheck(ask, async () => {
      const refused = { values: { title: ["ENT"] }, errors: { "": ["Your account is full"] } };
      for (const _ of [1, 2]) expect(await readAnswers({ title: "ENT" }, form)).toEqual({ ok: false, state: refused });
      expect(await readAnswers({ title: null }, exemptFromQuota(form.clone()))).toMatchObject({ ok: true });
    });
    expect(asked).toBe(1);
    expect(await readAnswers({ title: "ENT" }, form)).toMatchObject({ ok: true });
  });
});

test("further faults are told beside others alone, of what is valid", async () => {
  const form = withFurtherErrors(
    z.object({ one: text({ name: "one", max: 1 }), two: text({ name: "two", max: 1 }) }),
    (answers) => ({ two: `With ${Object.entries(answers).join()}` }),
  );
  expect(await readAnswers({ one: "1", two: "2" }, form)).toMatchObject({ ok: true });
  expect((await readAnswers({ one: "11", two: "2" }, form)).state.errors).toEqual({
    one: ["One must be 1 characters or fewer"],
    two: ["With two,2"],
  });
});

test("errors come in the order of the form, a group's with its rows, a box that was not ticked after what is before it", async () => {
  const row = z.object({ day: text({ name: "day", max: 1, empty: "Day" }) });
  const form = z.object({
    box: z.string("Box"),
    last: text({ name: "last", max: 1, empty: "Last" }),
    rows: z.array(row),
    first: text({ name: "first", max: 1, empty: "First" }),
  });
  const { state } = await readAnswers({ first: "", rows: [{ day: "" }], last: "" }, form);
  const { data } = refuse(state, { "": "As a whole" });
  expect(Object.keys(data.form.errors)).toEqual(["box", "", "first", "rows[0].day", "last"]);
});
