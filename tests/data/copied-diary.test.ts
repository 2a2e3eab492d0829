import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { countDiary, countsText, partCounts } from "~/data/deletion.server";
import { amountOf, measured } from "~/data/usage/measure.server";
import { overview } from "~/data/your-data/overview.server";
import { payers } from "~/diary/fees/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import * as deleteSome from "~/routes/mydata/delete-some";
import { addOptionToCase } from "../support/case-options";
import { db, NOW, SITE, submit } from "../support/harness";
import { makeConfirmedUser, PASSWORD, setPasswordOf } from "../support/members";
import { makeWholeDiary } from "../support/valid-forms";
import { exported, imported, rowsOf, wipe, withoutMadeAt } from "./export/own-file";

/** Two accounts with the same diary under the same references, whose second owner has renamed a thing or two. */
async function copiedDiary() {
  const { user, params } = await makeWholeDiary(await makeConfirmedUser());
  await addOptionToCase(params.caseRef, "121");
  const file = await exported(user);
  const before = await amountsOf(user);
  const other = await makeConfirmedUser();
  expect((await imported(other, file)).status).toBe(302);
  const theirs = { updated_at: NOW };
  await db.batch([
    db
      .update(payers)
      .set({ ...theirs, name: "Theirs" })
      .where(eq(payers.user_id, other.id)),
    db
      .update(jobPlanElements)
      .set({ ...theirs, description: "Theirs" })
      .where(eq(jobPlanElements.user_id, other.id)),
    db
      .update(sessions)
      .set({ ...theirs, site: "Theirs" })
      .where(eq(sessions.user_id, other.id)),
  ]);
  for (const each of [user, other]) await setPasswordOf(each);
  return { user, other, file, before };
}

/** What the pages say of how much there is. */
async function amountsOf(user: SignedInUser) {
  const [found] = await measured(db, user);
  const [counts] = await partCounts(db, user.id);
  const { counts: shown, range } = await overview({ db, user, site: SITE, now: NOW });
  return { amount: amountOf(found), counts, diary: await countDiary(db, user.id), shown, range };
}

test("a copy of a diary in another account is neither exported with it nor counted", async () => {
  const { user, file, before } = await copiedDiary();
  expect(await amountsOf(user)).toEqual(before);
  expect(withoutMadeAt(await exported(user))).toBe(withoutMadeAt(file));
});

test("a copy of a diary in another account stays when the first is emptied, replaced and brought back", async () => {
  const { user, other, file, before } = await copiedDiary();
  const theirs = await rowsOf(other);
  for (const part of ["cases", "imports"]) {
    const [counts] = await partCounts(db, user.id);
    const shown = countsText(counts as NonNullable<typeof counts>);
    expect((await submit(deleteSome.action, { part, shown, password: PASSWORD }, { user })).status).toBe(302);
  }
  expect((await partCounts(db, user.id))[0]).toMatchObject({ cases: 0, imports: 0, rows: 0 });
  expect(await rowsOf(other)).toEqual(theirs);
  await wipe(user);
  expect((await imported(user, file)).status).toBe(302);
  expect(withoutMadeAt(await exported(user))).toBe(withoutMadeAt(file));
  expect((await amountsOf(user)).diary).toEqual(before.diary);
  expect(await rowsOf(other)).toEqual(theirs);
});
