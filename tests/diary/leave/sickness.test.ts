import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { splitBySickness } from "~/diary/leave/sickness";
import { leave, leavePlace } from "~/diary/leave/table.server";
import { undoWithMessage } from "~/diary/undo/undo.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormState } from "~/platform/http/action-result";
import * as sickRoute from "~/routes/leave/leave-sick";
import { flashOf } from "../../support/flash";
import { db, load, NOW, submit, vault } from "../../support/harness";
import { consultant, figures } from "./with-plan";

const FIVE_DAYS = { lists: { 1: 480, 2: 480, 3: 480, 4: 480, 5: 480 } };

/** A full-timer of 2 PA on each weekday with leave from Monday 3 to Friday 14 August 2026. */
async function onLeave(some: Partial<typeof leave.$inferInsert> = {}) {
  const user = await consultant(FIVE_DAYS);
  const leaveRef = newRef();
  const text_encrypted = await vault.encrypt(user.unique_ref, leavePlace(leaveRef), "In Cornwall");
  await db.insert(leave).values({
    ...{ user_id: user.id, unique_ref: leaveRef, created_at: NOW, updated_at: NOW, text_encrypted },
    ...{ type: "annual", name: "Cornwall", status: "taken", date_start: "2026-08-03", date_end: "2026-08-14", ...some },
  });
  const rows = () => db.select().from(leave).where(eq(leave.user_id, user.id)).orderBy(asc(leave.date_start));
  return {
    ...{ user, leaveRef, rows },
    ill: (from: string, until = "", version = "1") =>
      submit<{ form: FormState }>(sickRoute.action, { version, from, until }, { user, params: { leaveRef } }),
    spans: async () => (await rows()).map(({ type, date_start, date_end }) => `${type} ${date_start} ${date_end}`),
  };
}

// By hand: ten days of leave at 2 PA; ill from Thursday 6 to Monday 10 August gives three of them back.
test("days of sickness inside annual leave are given back in one change, and one undo takes it back", async () => {
  const { user, rows, ill, spans } = await onLeave();
  const before = await rows();
  expect((await figures(user)).Taken).toBe("10.0 days, 20.00 PA");
  const answer = await ill("6/8/2026", "10/8/2026");
  expect(flashOf(answer).text).toBe("Sick leave recorded, and these days of annual leave given back");
  expect(await spans()).toEqual([
    "annual 2026-08-03 2026-08-05",
    "sick 2026-08-06 2026-08-10",
    "annual 2026-08-11 2026-08-14",
  ]);
  expect((await figures(user)).Taken).toBe("7.0 days, 14.00 PA");
  const { undo } = flashOf(answer);
  await undoWithMessage({ db, userId: user.id, now: NOW }, String(undo));
  expect(await rows()).toEqual(before);
});

test("both stretches that stay leave keep their name, status and notes; the sick leave has no notes", async () => {
  const { user, rows, ill } = await onLeave();
  await ill("6/8/2026");
  const read = await Promise.all(
    (await rows()).map(async ({ name, status, unique_ref, text_encrypted }) => [
      ...[name, status],
      await vault.decrypt(user.unique_ref, leavePlace(unique_ref), text_encrypted),
    ]),
  );
  expect(read).toEqual([
    ["Cornwall", "taken", "In Cornwall"],
    ["", "taken", ""],
    ["Cornwall", "taken", "In Cornwall"],
  ]);
});

test.each<[string, [string, string?], string[]]>([
  ["the first days", ["3/8/2026", "4/8/2026"], ["sick 2026-08-03 2026-08-04", "annual 2026-08-05 2026-08-14"]],
  ["the last day", ["14/8/2026"], ["annual 2026-08-03 2026-08-13", "sick 2026-08-14 2026-08-14"]],
  ["all of it", ["3/8/2026", "14/8/2026"], ["sick 2026-08-03 2026-08-14"]],
])("sickness on %s of a leave", async (_, days, expected) => {
  const { ill, spans } = await onLeave();
  await ill(...days);
  expect(await spans()).toEqual(expected);
});

test("half days at the ends of a leave stay half days, whoever has them", () => {
  const leave = { date_start: "2026-08-03", date_end: "2026-08-07", start_part: "pm", end_part: "am" } as const;
  expect(splitBySickness(leave, "2026-08-04", "2026-08-06")).toEqual({
    sick: { date_start: "2026-08-04", date_end: "2026-08-06", start_part: "full", end_part: "full" },
    stays: [
      { date_start: "2026-08-03", date_end: "2026-08-03", start_part: "pm", end_part: "full" },
      { date_start: "2026-08-07", date_end: "2026-08-07", start_part: "am", end_part: "full" },
    ],
  });
  expect(splitBySickness(leave, "2026-08-03", "2026-08-07")).toEqual({ sick: leave, stays: [] });
});

test.each<[string, Partial<typeof leave.$inferInsert>, [string, string?], string, string]>([
  ["no first day", {}, [""], "from", "Enter the first day that you were ill"],
  ["days before it", {}, ["2/8/2026"], "from", "Enter days of this leave, 3 to 14 August 2026"],
  ["days after it", {}, ["14/8/2026", "15/8/2026"], "until", "Enter days of this leave, 3 to 14 August 2026"],
  ["an end before the start", {}, ["5/8/2026", "4/8/2026"], "until", "Last day must be the same as or after the first"],
  [
    "typed PAs",
    { stated_pa_units: 36_000 },
    ["5/8/2026"],
    "from",
    "This leave has PAs that you typed. Clear them first, so that each of its days counts by itself",
  ],
  [
    "study leave",
    { type: "study" },
    ["5/8/2026"],
    "",
    "Only annual leave that is approved or taken is given back. Nothing was changed",
  ],
])("sickness is refused, and nothing changes, with %s", async (_, some, days, field, message) => {
  const { rows, ill } = await onLeave(some);
  const before = await rows();
  const answer = await ill(...days);
  expect([answer.status, answer.data.form.errors[field]]).toEqual([422, [message]]);
  expect(await rows()).toEqual(before);
});

test("sickness sent twice is recorded once; after a change elsewhere it is refused", async () => {
  const { ill, rows, leaveRef } = await onLeave();
  await ill("6/8/2026");
  expect((await ill("6/8/2026")).status).toBe(302);
  expect(await rows()).toHaveLength(3);
  const [first] = await rows();
  expect(first?.unique_ref).toBe(leaveRef);
  expect((await ill("4/8/2026")).status).toBe(409);
});

test("the page of sickness is there for annual leave that is approved or taken alone", async () => {
  const { user, leaveRef } = await onLeave({ status: "requested" });
  expect((await load(sickRoute.loader, { user, params: { leaveRef } })).status).toBe(404);
});
