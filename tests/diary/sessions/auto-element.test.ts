import { expect, test } from "vitest";
import { type ElementOption, type PlanChoice, soleElement, withSchedules } from "~/diary/sessions/element-choices";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import type { ScheduleRow } from "~/planning/job-plans/schedule";
import { loader } from "~/routes/logbook/session-new";
import { makeDiary } from "../../support/diary";
import { countingDatabase, load, makeUser } from "../../support/harness";

function element(unique_ref: string, schedule: ScheduleRow[] | undefined, active = true): ElementOption {
  return {
    ...{
      unique_ref,
      description: unique_ref,
      category: "DCC",
      counts_to_balance: true,
      weekly_pa_units: 3600,
      location: "",
      active,
    },
    ...{ default_basis: "time_calculated", default_fixed_pa_units: null, custom_minutes_per_pa: null },
    ...(schedule ? { schedule } : {}),
  };
}

function on(weekday: number, recurrence: ScheduleRow["recurrence"] = 11, anchor_date: string | null = null) {
  return [{ weekday, start_minute: 480, end_minute: 1080, recurrence, anchor_date }];
}

function plan(
  elements: ElementOption[],
  date_start = "2026-04-01",
  date_end: string | null = "2027-03-31",
): PlanChoice {
  const rules = NATIONAL_RULES.england;
  return { unique_ref: date_start, title: "Job plan", date_start, date_end, pa_rules: rules, elements };
}

// 17 November 2026 is a Tuesday, the third of its month.
test("the one element whose times fall on the date is the one that applies", () => {
  const plans = [plan([element("tuesdays", on(2)), element("fridays", on(5))])];
  expect(soleElement(plans, "2026-11-17")?.unique_ref).toBe("tuesdays");
  expect(soleElement(plans, "2026-11-20")?.unique_ref).toBe("fridays");
  expect(soleElement(plans, "2026-11-18")).toBeNull();
});

test("an element without times applies on every date that its plan holds", () => {
  const plans = [plan([element("admin", [])])];
  expect(soleElement(plans, "2026-04-01")?.unique_ref).toBe("admin");
  expect(soleElement(plans, "2027-03-31")?.unique_ref).toBe("admin");
  expect(soleElement(plans, "2026-03-31")).toBeNull();
  expect(soleElement(plans, "2027-04-01")).toBeNull();
});

test("where two apply, of one plan or of two, none is chosen", () => {
  expect(soleElement([plan([element("tuesdays", on(2)), element("admin", [])])], "2026-11-17")).toBeNull();
  const two = [plan([element("tuesdays", on(2))]), plan([element("elsewhere", on(2))], "2025-01-01", null)];
  expect(soleElement(two, "2026-11-17")).toBeNull();
});

test("an archived element does not apply", () => {
  expect(soleElement([plan([element("old", on(2), false), element("new", on(2))])], "2026-11-17")?.unique_ref).toBe(
    "new",
  );
});

test("every two weeks counts from its anchor, and the nth weekday within its month", () => {
  const second = [plan([element("alternate", on(2, 12, "2026-11-10"))])];
  expect(soleElement(second, "2026-11-10")).not.toBeNull();
  expect(soleElement(second, "2026-11-17")).toBeNull();
  expect(soleElement(second, "2026-11-24")).not.toBeNull();
  const third = [plan([element("meeting", on(2, 23))])];
  expect(soleElement(third, "2026-11-17")).not.toBeNull();
  expect(soleElement(third, "2026-11-24")).toBeNull();
});

test("elements carry their own times only", () => {
  const [row] = on(2);
  if (!row) throw new Error("A row was made");
  const [first] = withSchedules(
    [plan([element("a", undefined), element("b", undefined)])],
    [{ ...row, element_ref: "a" }],
  );
  expect(first?.elements.map((each) => each.schedule)).toEqual([[row], []]);
});

interface Page {
  defaults: Record<string, string>;
  plans: PlanChoice[];
  autoSelects: boolean;
}

test("level 8 finds the element chosen for the date; other levels do not, in one batch all the same", async () => {
  for (const [level, chosen] of [
    [8, true],
    [9, false],
    [5, false],
  ] as const) {
    const user = await makeUser(level);
    const { params } = await makeDiary(user);
    const { database, trips } = countingDatabase();
    const tuesday = await load<Page>(loader, { user, database, path: "/logbook/session/new/?date=2026-11-17" });
    expect(tuesday.data.defaults.job_plan_element_unique_ref).toBe(chosen ? params.elementRef : "");
    expect(tuesday.data.autoSelects).toBe(chosen);
    expect(trips()).toBe(1);
    const wednesday = await load<Page>(loader, { user, path: "/logbook/session/new/?date=2026-11-18" });
    expect(wednesday.data.defaults.job_plan_element_unique_ref).toBe("");
  }
});
