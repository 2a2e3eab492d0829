import { expect, test } from "vitest";
import { MAX_CUSTOM_OPTIONS } from "~/diary/cases/options.server";
import { options } from "~/diary/cases/table.server";
import { addOptionsOfWords, optionsRefusal } from "~/import/stage/own-options.server";
import { newRef } from "~/platform/db/columns.server";
import { db, makeUser, NOW } from "../../support/harness";
import { requestContextOf } from "../files";

const NEW = { airway: { wand: ["+airway/Magic wand"] } };
const KNOWN = { airway: { wand: ["+airway/Option 0"] } };

/** Somebody with so many options of their own, the last of which are archived. */
async function withOptions(active: number, archived = 0) {
  const context = requestContextOf(await makeUser());
  const own = { user_id: context.userId, kind: "airway" as const, created_at: NOW, updated_at: NOW };
  for (let at = 0; at < active + archived; at += 1) {
    const option = { ...own, unique_ref: newRef(), label: `Option ${at}`, active: at < active };
    await db.insert(options).values(option);
  }
  return context;
}

test.each([
  ["room for one more", MAX_CUSTOM_OPTIONS - 1, null],
  ["no room", MAX_CUSTOM_OPTIONS, expect.stringMatching(/^You can have 200 airway options of your own/)],
])("a word becomes a new option where there is %s, and one that is there always", async (_, active, refusal) => {
  const context = await withOptions(active);
  expect([await optionsRefusal(context, NEW), await optionsRefusal(context, KNOWN)]).toEqual([refusal, null]);
});

test("words for options that are there are no refusal to somebody who has more than may be", async () => {
  expect(await optionsRefusal(await withOptions(MAX_CUSTOM_OPTIONS + 1), KNOWN)).toBeNull();
});

test("an option that is offered already is not offered again, whatever else is archived", async () => {
  const context = await withOptions(1, 1);
  const { added, statements } = await addOptionsOfWords(context, KNOWN);
  expect([added, statements]).toEqual([[], []]);
});
