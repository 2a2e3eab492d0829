import { expect, test } from "vitest";
import { surroundingSessions, surroundingWeeks } from "~/diary/sessions/around.server";
import type { PlanChoice } from "~/diary/sessions/element-choices";
import { previewOf } from "~/diary/sessions/preview";
import type { SurroundingWeeks } from "~/diary/sessions/sums";
import { totalsWith } from "~/diary/sessions/sums";
import { londonInstant, londonMoment } from "~/platform/time/london";
import * as sessionPage from "~/routes/logbook/session";
import * as sessionNew from "~/routes/logbook/session-new";
import { makeDiary } from "../../support/diary";
import { countingDatabase, load, makeUser } from "../../support/harness";

interface Shown {
  plans: PlanChoice[];
  around: SurroundingWeeks;
}

const DATE = "2026-11-19";
const own = (pa_units: number, counts_to_balance: boolean | null) => {
  return { start_at: londonInstant(DATE, 480), pa_units, counts_to_balance };
};

test("while a session is typed, its day and week are added up with it", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const { database, trips } = countingDatabase();
  const { data } = await load<Shown>(sessionNew.loader, { user, path: `/?date=${DATE}`, database });
  expect(trips()).toBe(1);
  expect(totalsWith(data.around, data.plans, DATE, null)).toEqual({
    ...{ day: "Thu 19 Nov", ofDay: "0.00", besideDay: [] },
    ...{ ofWeek: "2.50", besideWeek: [], planned: "2.50" },
  });
  expect(totalsWith(data.around, data.plans, DATE, own(3600, true))).toMatchObject({ ofDay: "1.00", ofWeek: "3.50" });
  expect(totalsWith(data.around, data.plans, DATE, own(3600, null))).toMatchObject({
    ...{
      ofDay: "0.00",
      besideDay: ["+ 1.00 outside the plan"],
      ofWeek: "2.50",
      besideWeek: ["+ 1.00 outside the plan"],
    },
  });
  const answers: Record<string, string> = {
    ...{ session_date: "17/11/2026", session_start_time: "19:00", session_end_time: "22:00" },
    ...{ pa_calculation_basis: "time_calculated", job_plan_element_unique_ref: params.elementRef },
  };
  const preview = previewOf((name) => answers[name] ?? "", data.plans, null);
  expect(totalsWith(data.around, data.plans, "2026-11-17", preview.own)).toMatchObject({
    ofDay: "3.50",
    ofWeek: "3.50",
  });
});

test("a stored session is not counted twice, and another day's is", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const { database, trips } = countingDatabase();
  const { data } = await load<Shown>(sessionPage.loader, { user, params, database });
  expect([trips(), data.around.sessions]).toEqual([1, []]);
  const stranger = await load<Shown>(sessionNew.loader, { user: await makeUser(), path: `/?date=${DATE}` });
  expect(stranger.data.around.sessions).toEqual([]);
});

test("the weeks around a date are whole, and a date beyond them has no totals", () => {
  expect(surroundingWeeks(DATE)).toEqual({ from: "2026-10-19", until: "2026-11-30" });
  const at = (date: string, minute: number) => ({ ...own(900, true), start_at: londonInstant(date, minute) });
  const rows = [at("2026-10-18", 1439), at("2026-10-19", 0), at("2026-11-29", 1439), at("2026-11-30", 0)];
  const near = surroundingSessions(DATE, rows);
  expect(near.sessions.map(({ start_at }) => londonMoment(start_at).date)).toEqual(["2026-10-19", "2026-11-29"]);
  expect([totalsWith(near, [], "2026-10-18", null), totalsWith(near, [], "2026-11-30", null)]).toEqual([null, null]);
});
