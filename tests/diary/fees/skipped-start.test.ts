import { expect, test } from "vitest";
import { standaloneTimes } from "~/diary/fees/standalone-times";
import { newRef } from "~/platform/db/columns.server";
import * as add from "~/routes/extras/fee";
import { makeUser, submit } from "../../support/harness";

const HOUR = 3_600_000;

test("work on its own may not start in the hour that the clocks skip", async () => {
  const user = await makeUser();
  const form = { work_date: "29/03/2026", start_time: "01:30", end_time: "02:15", basis: "hour", rate_amount: "100" };
  const answer = await submit<{ form: { errors: object } }>(
    add.action,
    { idempotency_key: newRef(), ...form },
    { user },
  );
  expect([answer.status, answer.data.form.errors]).toEqual([
    422,
    { start_time: ["01:30 does not exist on Sun 29 Mar 2026, when the clocks go forward: enter 02:30 or later"] },
  ]);
});

test("what was stored with such a start has the length that was typed, and never less than nothing", () => {
  const hours = (date: string, start: number, end: number) => {
    const times = standaloneTimes({ date, start, end, startWhich: null, endWhich: null });
    return times && (times.endAt - times.startAt) / HOUR;
  };
  expect(hours("2026-03-29", 90, 135)).toBe(0.75);
  expect(hours("2026-03-29", 130, 90)).toBeCloseTo(23 + 20 / 60, 9);
  expect(hours("2026-03-28", 1320, 480)).toBe(9);
});
