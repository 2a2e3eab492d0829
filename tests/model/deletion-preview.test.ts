import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { DIARY_PARTS, deletionPreview, matchesPreview, type PartName, partOf } from "~/changes/parts.server";
import { writeChange } from "~/changes/write-change.server";
import { isAmong } from "~/changes/write-rows.server";
import { cases, options } from "~/diary/cases/table.server";
import { lieuLedger } from "~/diary/leave/table.server";
import { previewOf } from "~/diary/sessions/delete-sessions.server";
import { sessions } from "~/diary/sessions/table.server";
import { changeThatDeleted } from "~/diary/undo/queries.server";
import { elementSchedule } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { addFee, addSession } from "../diary/fees/extras-fees";
import { makeDiary } from "../support/diary";
import { db, makeUser, NOW, queryPlan } from "../support/harness";

/** A session with a fee and two cases, one of them with a fee; a leave with a line of time in lieu; all of it twice. */
async function diary() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const by = { db, userId: user.id, now: NOW };
  for (const sessionRef of [params.sessionRef, await addSession(user, "2026-11-18")]) {
    const own = { user_id: user.id, session_ref: sessionRef, created_at: NOW, updated_at: NOW };
    const held = newRef();
    await db.insert(cases).values({ ...own, unique_ref: held });
    await addFee(user, { session_ref: sessionRef });
    await addFee(user, { case_ref: held });
  }
  const line = { user_id: user.id, created_at: NOW, updated_at: NOW, unique_ref: newRef(), leave_ref: params.leaveRef };
  const [like] = await db.select().from(lieuLedger).where(eq(lieuLedger.user_id, user.id));
  if (like) await db.insert(lieuLedger).values({ ...like, ...line, session_ref: null });
  const [time] = await db.select().from(elementSchedule).where(eq(elementSchedule.user_id, user.id));
  const option = { ...own(user.id), kind: "procedure" as const, label: "Own block" };
  await db.insert(options).values(option);
  return { params: { ...params, timeRef: time?.unique_ref ?? "", optionRef: option.unique_ref }, by };
}

function own(user_id: number) {
  return { user_id, unique_ref: newRef(), created_at: NOW, updated_at: NOW };
}

type Diary = Awaited<ReturnType<typeof diary>>;

/** Settings are deleted with their account alone. */
type DeletedPart = Exclude<PartName, "profiles" | "leave_settings" | "leave_years" | "fee_settings">;

const refOf: Record<DeletedPart, (params: Diary["params"]) => string> = {
  job_plans: ({ planRef }) => planRef,
  job_plan_elements: ({ elementRef }) => elementRef,
  element_schedule: ({ timeRef }) => timeRef,
  local_public_holidays: ({ dayRef }) => dayRef,
  options: ({ optionRef }) => optionRef,
  payers: ({ payerRef }) => payerRef,
  rates: ({ rateRef }) => rateRef,
  cpd: ({ cpdRef }) => cpdRef,
  saved_reports: ({ reportRef }) => reportRef,
  leave: ({ leaveRef }) => leaveRef,
  sessions: ({ sessionRef }) => sessionRef,
  cancellations: ({ cancellationRef }) => cancellationRef,
  lieu_ledger: ({ lineRef }) => lineRef,
  cases: ({ caseRef }) => caseRef,
  fees: ({ feeRef }) => feeRef,
  rota_events: ({ eventRef }) => eventRef,
};

async function countsOf(userId: number) {
  const counts = DIARY_PARTS.map(async ({ name, table }) => [name, await db.$count(table, eq(table.user_id, userId))]);
  return Object.fromEntries(await Promise.all(counts)) as Record<PartName, number>;
}

test.each([
  ["job_plans", { job_plans: 1, job_plan_elements: 1, element_schedule: 1, cancellations: 1 }],
  ["job_plan_elements", { job_plan_elements: 1, element_schedule: 1, cancellations: 1 }],
  ["element_schedule", { element_schedule: 1 }],
  ["local_public_holidays", { local_public_holidays: 1 }],
  ["options", { options: 1 }],
  ["rates", { rates: 1 }],
  ["cpd", { cpd: 1 }],
  ["saved_reports", { saved_reports: 1 }],
  ["leave", { leave: 1, lieu_ledger: 1 }],
  ["sessions", { sessions: 1, cases: 2, fees: 2 }],
  ["cancellations", { cancellations: 1 }],
  ["lieu_ledger", { lieu_ledger: 1 }],
  ["cases", { cases: 1 }],
  ["fees", { fees: 1 }],
  ["rota_events", { rota_events: 1 }],
] as const)("the preview of a deletion of %s is what it then deletes, and what is told of it afterwards", async (part, deleted) => {
  const { params, by } = await diary();
  // An element of sessions is not deleted.
  if (part.startsWith("job_plan"))
    await db.update(sessions).set({ element_ref: null }).where(eq(sessions.user_id, by.userId));
  const ref = refOf[part](params);
  const chosen = isAmong(partOf(part).table, by.userId, [ref]);
  const preview = await db.select(deletionPreview(by.userId, part, chosen)).from(sql`(SELECT 1)`);
  const counts: Record<string, number> = Object.fromEntries(DIARY_PARTS.map(({ name }) => [name, 0]));
  Object.assign(counts, deleted);
  expect(preview).toEqual([counts]);
  const before = await countsOf(by.userId);
  const change = {
    message: "Deleted",
    seen: [{ part, ref, version: 1 }],
    guards: { asShown: matchesPreview(by.userId, part, chosen, counts) },
    deletes: [{ part, refs: [ref] }],
  };
  expect(await writeChange(by, change)).toMatchObject({ result: "written" });
  const after = await countsOf(by.userId);
  expect(DIARY_PARTS.map(({ name }) => before[name] - after[name])).toEqual(
    DIARY_PARTS.map(({ name }) => counts[name]),
  );
  expect(await changeThatDeleted(by, part, ref)).toMatchObject({ number: 2, counts: deleted, row: { version: 1 } });
});

test("nothing is deleted when less or more goes with it than was shown", async () => {
  const { params, by } = await diary();
  const ref = params.sessionRef;
  const chosen = isAmong(sessions, by.userId, [ref]);
  const before = await countsOf(by.userId);
  for (const shown of [{ cases: 1 }, { cases: 2, fees: 3 }, { sessions: 2 }]) {
    const change = {
      message: "Deleted",
      seen: [{ part: "sessions" as const, ref, version: 1 }],
      guards: { asShown: matchesPreview(by.userId, "sessions", chosen, shown) },
      deletes: [{ part: "sessions" as const, refs: [ref] }],
    };
    expect(await writeChange(by, change)).toEqual({ result: "refused", guard: "asShown" });
  }
  expect(await countsOf(by.userId)).toEqual(before);
});

test.each([
  "1",
  "2",
  "3",
] as const)("the preview of choice %s reads what is deleted alone, by its own indexes", async (choice) => {
  const { params, by } = await diary();
  const plan = await queryPlan(previewOf(db, by.userId, params.sessionRef, choice));
  // The key begins with the user: by that alone all their rows would be read.
  expect(plan.replace(/SCAN (?=\(subquery|CONSTANT ROW)/g, "")).not.toMatch(/SCAN|fees_of_user|\(user_id=\?\)/);
  expect(plan).toMatch(/SEARCH cases USING .*\(user_id=\? AND session_ref=\?\)/);
});

test("deleting a session beside 5,000 other cases reads as many rows as beside one", async () => {
  const [alone, crowded] = [await diary(), await diary()];
  const { userId } = crowded.by;
  const [other] = await db.select().from(sessions).where(eq(sessions.user_id, userId)).orderBy(sql`start_at DESC`);
  await db.run(sql`INSERT INTO cases (unique_ref, user_id, session_ref, created_at, updated_at)
    SELECT ${newRef()} || value, ${userId}, ${other?.unique_ref}, 0, 0
    FROM json_each(${JSON.stringify(Array.from({ length: 5000 }, (_, index) => index))})`);
  const [few, many] = await Promise.all(
    [alone, crowded].map(async ({ params, by }) => {
      const deleted = await db.delete(sessions).where(isAmong(sessions, by.userId, [params.sessionRef]));
      return deleted.meta.rows_read;
    }),
  );
  // The range of an index ends with one row of what lies behind it, where there is one.
  expect(many).toBeLessThanOrEqual((few ?? 0) + 3);
  expect(await db.$count(cases, eq(cases.user_id, userId))).toBe(5001);
});
