import { expect, test } from "vitest";
import { NATIONAL_RULES, paUnits } from "~/planning/job-plans/pa-rules";
import { planWeek, type WeekElement } from "~/planning/job-plans/plan-page.server";
import type { ScheduleRow } from "~/planning/job-plans/schedule";
import { type ElementTerms, weeklyPaUnits } from "~/planning/job-plans/weekly";

const PLAN = {
  date_start: "2026-04-01",
  date_end: "2027-03-31",
  weeks_per_year_tenths: 420,
  pa_rules: NATIONAL_RULES.england,
};

function row(weekday: number, from: number, until: number, some: Partial<ScheduleRow> = {}): ScheduleRow {
  return { weekday, start_minute: from * 60, end_minute: until * 60, recurrence: 11, anchor_date: null, ...some };
}

function element(description: string, schedule: ScheduleRow[], some: Partial<WeekElement> = {}): WeekElement {
  const terms: ElementTerms = {
    ...{ category: "DCC", pattern: "fixed_times", schedule },
    ...{ stated_pa_units: null, occurrences_per_year: null, custom_minutes_per_pa: null },
    ...some,
  };
  return { unique_ref: description, description, weekly_pa_units: weeklyPaUnits(terms, PLAN), ...terms, ...some };
}

function weekOf(...elements: WeekElement[]) {
  const week = planWeek(elements, PLAN);
  if (!week) throw new Error("no week");
  return week;
}

test("a timed element stands on its day with its times and PAs, and the span holds it", () => {
  const week = weekOf(element("Theatre", [row(2, 8, 18)]));
  expect(week).toMatchObject({ firstHour: 7, lastHour: 19 });
  expect(week.days[1]).toMatchObject({
    name: "Tuesday",
    total: "2.50",
    blocks: [{ element: "Theatre", times: "08:00–18:00", words: null, pa: "2.50", start: 480, end: 1080, lanes: 1 }],
  });
  expect(week.days[0]).toMatchObject({ total: null, blocks: [] });
});

test("what is not every week is said in words and counts by its share", () => {
  const fortnight = { recurrence: 12, anchor_date: "2026-04-03" } as const;
  const [, , , , friday] = weekOf(element("ENT", [row(5, 8, 13, fortnight)])).days;
  expect(friday?.blocks[0]).toMatchObject({ words: "every 2 weeks", pa: "0.63" });
  const [, tuesday] = weekOf(element("Governance", [row(2, 13, 17, { recurrence: 22 })])).days;
  expect(tuesday?.blocks[0]).toMatchObject({ words: "second Tue of the month", pa: "0.23" });
});

test("a night goes on the next morning, from Sunday to Monday, and its PAs count once", () => {
  const week = weekOf(element("Night", [row(7, 20, 8)]));
  expect(week).toMatchObject({ firstHour: 0, lastHour: 24 });
  expect(week.days[6]).toMatchObject({ total: "3.92", blocks: [{ start: 1200, end: 1440, pa: "3.92" }] });
  expect(week.days[0]).toMatchObject({ total: null, blocks: [{ start: 0, end: 480, pa: null, words: "from Sun" }] });
});

test("a night that ends at midnight has no next morning", () => {
  const week = weekOf(element("Late", [row(1, 17, 0)]));
  expect(week.days[0]?.blocks).toMatchObject([{ start: 1020, end: 1440 }]);
  expect(week.days[1]?.blocks).toEqual([]);
});

test("typed PAs are shared by the times of their element", () => {
  const twice = element("Clinic", [row(1, 9, 13), row(3, 9, 13)], { stated_pa_units: paUnits(1.5) });
  const { days } = weekOf(twice);
  expect([days[0]?.total, days[2]?.total]).toEqual(["0.75", "0.75"]);
});

test("an element has the PAs that the list of elements shows, and its times add up to them", () => {
  const visits = element("Visits", [], {
    pattern: "flexible_week",
    stated_pa_units: paUnits(0.875),
    weekly_pa_units: paUnits(0.87),
  });
  const clinic = element("Clinic", [row(1, 9, 13), row(3, 9, 13)], { stated_pa_units: paUnits(1.25) });
  const { days, untimed } = weekOf(visits, clinic);
  expect(untimed).toMatchObject([{ element: "Visits", pa: "0.87" }]);
  expect(days.flatMap(({ blocks }) => blocks.map(({ pa }) => pa))).toEqual(["0.63", "0.62"]);
});

test("two of one time stand side by side", () => {
  const week = weekOf(element("A", [row(2, 8, 13)]), element("B", [row(2, 12, 18)]));
  expect(week.days[1]?.blocks).toMatchObject([
    { element: "A", lane: 0, lanes: 2 },
    { element: "B", lane: 1, lanes: 2 },
  ]);
});

test("premium time is that of the plan's rules, within the hours that are shown", () => {
  const { days, premium } = weekOf(element("Late list", [row(2, 8, 21)]));
  expect(days[1]?.premium).toEqual([{ start: 1140, end: 1260 }]);
  expect(days[5]?.premium).toEqual([{ start: 420, end: 1260 }]);
  expect(premium).toBe("19:00–07:00, all Saturday and Sunday");
  const welsh = planWeek([element("Theatre", [row(6, 8, 18)])], { ...PLAN, pa_rules: NATIONAL_RULES.wales });
  expect(welsh).toMatchObject({ premium: null });
  expect(welsh?.days.flatMap((day) => day.premium)).toEqual([]);
});

test("what has no times is listed beside; without any times there is no grid", () => {
  const flexible = element("SPA", [], { category: "SPA", pattern: "flexible_week", stated_pa_units: paUnits(1.5) });
  const extra = element("Locum", [], { category: "Extra", pattern: "not_timed" });
  expect(weekOf(element("Theatre", [row(2, 8, 18)]), flexible, extra).untimed).toMatchObject([
    { element: "SPA", when: "Flexible in the week", pa: "1.50" },
    { element: "Locum", when: "Not timed", pa: null },
  ]);
  expect(planWeek([flexible], PLAN)).toBeNull();
});
