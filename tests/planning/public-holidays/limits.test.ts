import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { jobPlans } from "~/planning/job-plans/table.server";
import { addPublicHoliday, removePublicHoliday } from "~/planning/public-holidays/queries.server";
import { localPublicHolidays } from "~/planning/public-holidays/table.server";
import { newRef } from "~/platform/db/columns.server";
import { insertRows } from "~/platform/db/json-rows.server";
import { addDays } from "~/platform/time/london";
import { makeDiary } from "../../support/diary";
import { db, makeUser, NOW } from "../../support/harness";

const form = () => ({ key: newRef(), fingerprint: "" });

const by = (userId: number) => ({ db, userId, now: NOW });

async function withDays(count: number): Promise<number> {
  const { id } = await makeUser();
  const rows = Array.from({ length: count }, (_, at) => ({
    ...{ unique_ref: newRef(), user_id: id, created_at: 1, updated_at: 1 },
    ...{ day: addDays("2029-01-01", at), is_added: true, name: "" },
  }));
  const [first, ...others] = insertRows(db, localPublicHolidays, rows);
  if (first) await db.batch([first, ...others]);
  return id;
}

test("up to two hundred days are changed, and no more", async () => {
  const [last, over] = [await withDays(199), await withDays(200)];
  const add = (id: number) => addPublicHoliday(by(id), form(), { day: "2026-06-19", name: "" });
  expect(await add(last)).toMatchObject({ message: "Fri 19 Jun 2026 is now one of your bank holidays" });
  expect(await add(over)).toEqual({
    refusal: {
      errors: { day: "You have 200 days of your own, which is the limit. Remove old ones first" },
      status: 422,
    },
  });
  expect(await removePublicHoliday(by(await withDays(199)), "2026-12-25")).toMatchObject({
    message: "Fri 25 Dec 2026 is no longer one of your bank holidays",
  });
  expect(await removePublicHoliday(by(over), "2026-12-25")).toEqual({
    refusal: { errors: { "": "You have changed 200 days, which is the limit" }, status: 422 },
  });
  expect(await removePublicHoliday(by(over), "2026-12-24")).toEqual({
    message: "Thu 24 Dec 2026 is not a bank holiday",
  });
});

test("each change is a row of its own, and the plans of nobody else are told", async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  const [{ params }, { params: others }] = [await makeDiary(user), await makeDiary(other)];
  await db.delete(localPublicHolidays).where(eq(localPublicHolidays.user_id, user.id));
  const rulesOf = async (planRef: string | undefined) => {
    const [plan] = await db
      .select()
      .from(jobPlans)
      .where(eq(jobPlans.unique_ref, planRef ?? ""));
    return plan?.pa_rules.local_public_holidays;
  };
  const before = await rulesOf(others.planRef);
  await addPublicHoliday(by(user.id), form(), { day: "2026-07-01", name: "Founder’s day" });
  await removePublicHoliday(by(user.id), "2026-12-25");
  const rows = await db
    .select()
    .from(localPublicHolidays)
    .where(eq(localPublicHolidays.user_id, user.id))
    .orderBy(asc(localPublicHolidays.day));
  const row = (at: number) => ({ ...rows[at], user_id: user.id, created_at: NOW, updated_at: NOW });
  expect(rows).toEqual([
    { ...row(0), day: "2026-07-01", is_added: true, name: "Founder’s day" },
    { ...row(1), day: "2026-12-25", is_added: false, name: "" },
  ]);
  expect(await rulesOf(params.planRef)).toEqual({ added: ["2026-07-01"], removed: ["2026-12-25"] });
  expect(await rulesOf(others.planRef)).toEqual(before);
});
