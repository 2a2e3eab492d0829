import { expect, test } from "vitest";
import { leave } from "~/diary/leave/table.server";
import { newRef } from "~/platform/db/columns.server";
import { lockDays, makeDiary } from "../../support/diary";
import { db, NOW } from "../../support/harness";
import { makeConfirmedUser } from "../../support/members";
import fc, { timesOf } from "../../support/property";
import { reportOfDays } from "../../support/report-of-days";
import { ActedDiary, anyDraw, type Days, type Draw } from "./acted-diary";
import { ACTS } from "./random-acts";

const LOCKED: Days = { from: "2026-10-01", until: "2026-10-31" };
const ORDERS = timesOf("orders of acts about locked days", 40, 3);

async function begin(): Promise<ActedDiary> {
  const user = await makeConfirmedUser();
  await makeDiary(user);
  const row = { user_id: user.id, created_at: NOW, updated_at: NOW, type: "annual", status: "approved" } as const;
  await db.insert(leave).values([
    { ...row, unique_ref: newRef(), date_start: "2026-10-13", date_end: "2026-10-13" },
    { ...row, unique_ref: newRef(), date_start: "2026-10-29", date_end: "2026-11-04", stated_pa_units: 14_400 },
  ]);
  return new ActedDiary(user);
}

const isShared = (one: Days, other: Days) => one.from <= other.until && one.until >= other.from;

/** The locked days, and the days of leave with typed PAs that has some of them: these are divided by all of its days. */
async function heldDays(diary: ActedDiary): Promise<Days[]> {
  const away = (await diary.rows(leave))
    .filter(({ stated_pa_units }) => stated_pa_units !== null)
    .map(({ date_start, date_end }) => ({ from: date_start, until: date_end }));
  return [LOCKED, ...away.filter((days) => isShared(days, LOCKED))];
}

const anyAct = fc.tuple(fc.constantFrom(...Object.keys(ACTS)), anyDraw);
const doAct = (diary: ActedDiary, [name, draw]: [string, Draw]) => ACTS[name]?.(diary, draw);

test("no order of acts changes a byte of the report of locked days, and what touches none of them is not refused", async () => {
  const some = (minLength: number, maxLength: number) => fc.array(anyAct, { minLength, maxLength });
  const done = { locked: 0, written: 0 };
  await fc.assert(
    fc.asyncProperty(some(4, 12), some(20, 30), async (earlier, later) => {
      const diary = await begin();
      for (const act of earlier) await doAct(diary, act);
      await lockDays(diary.user, LOCKED.from, LOCKED.until);
      const report = async () => JSON.stringify(await reportOfDays(diary.user, LOCKED.from, LOCKED.until));
      const before = await report();
      const held = await heldDays(diary);
      for (const act of later) {
        const answer = await doAct(diary, act);
        if (!answer) continue;
        expect(await report(), act[0]).toBe(before);
        const touchesNone = !answer.about.some((days) => held.some((each) => isShared(days, each)));
        if (touchesNone) expect(answer.locked, act[0]).toBeUndefined();
        done.locked += answer.locked ? 1 : 0;
        done.written += answer.status === 302 ? 1 : 0;
      }
    }),
    { numRuns: ORDERS, endOnFailure: true },
  );
  // If forms were refused for what was typed, or nothing touched a lock, the acts would prove nothing.
  expect(Math.min(done.locked, done.written)).toBeGreaterThan(ORDERS);
}, 600_000);
