import { and, asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { dayValuesOf } from "~/diary/leave/day-values";
import { rulesOfSession } from "~/diary/sessions/rules";
import { sessions } from "~/diary/sessions/table.server";
import { isNational, NATIONAL_RULES, rulesWithin, sameRules, workedMinutes } from "~/planning/job-plans/pa-rules";
import { jobPlans } from "~/planning/job-plans/table.server";
import {
  isPublicHolidayOn,
  publicHolidaysBetween,
  publicHolidaysOfYear,
  regionOn,
} from "~/planning/public-holidays/calendar";
import { localPublicHolidays } from "~/planning/public-holidays/table.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormState } from "~/platform/http/action-result";
import { BANK_HOLIDAYS_KNOWN_TO, bankHolidayName, bankHolidaysIn, isSubstitute } from "~/platform/time/bank-holidays";
import { londonInstant } from "~/platform/time/london";
import * as edit from "~/routes/job-plans/plan-form";
import * as planNew from "~/routes/job-plans/plan-form";
import * as recalculate from "~/routes/job-plans/recalculate";
import * as page from "~/routes/leave/public-holidays";
import * as sessionNew from "~/routes/logbook/session-new";
import { makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { countingDatabase, db, load, makeUser, submit } from "../../support/harness";
import { plan } from "../../support/valid-forms";

type Page = Awaited<ReturnType<typeof page.loader>>;
type User = Awaited<ReturnType<typeof makeUser>>;

const LOCAL = { added: ["2026-12-24"], removed: ["2026-12-28"] };

function add(day: string, name = "", idempotency_key = newRef()) {
  return { idempotency_key, day, name };
}

async function rulesOf(planRef: string) {
  const [row] = await db.select().from(jobPlans).where(eq(jobPlans.unique_ref, planRef));
  return row?.pa_rules;
}

async function daysOf(user: User) {
  const rows = await db
    .select()
    .from(localPublicHolidays)
    .where(eq(localPublicHolidays.user_id, user.id))
    .orderBy(asc(localPublicHolidays.day));
  return rows.map(({ day, is_added, name }) => [day, is_added, name]);
}

/** A diary whose own day, 19 June, the plan does not know of yet: the next change tells it. */
async function diary() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  return { user, params };
}

test("a day of one's own is premium, and one of the nation's that was taken out is not", () => {
  const rules = { ...NATIONAL_RULES.england, local_public_holidays: LOCAL };
  const hours = (date: string) => workedMinutes(londonInstant(date, 480), londonInstant(date, 1080), rules);
  expect(hours("2026-12-24")).toEqual({ standard: 0, premium: 600 });
  expect(hours("2026-12-25")).toEqual({ standard: 0, premium: 600 });
  expect(hours("2026-12-28")).toEqual({ standard: 600, premium: 0 });
});

test("a session keeps only the days of its own stretch, and rules are compared by their days too", () => {
  const rules = { ...NATIONAL_RULES.england, local_public_holidays: LOCAL };
  expect(sameRules(rules, NATIONAL_RULES.england)).toBe(false);
  expect(isNational(rules)).toBe(true);
  const on = (date: string) => rulesWithin(rules, londonInstant(date, 480), londonInstant(date, 1080));
  expect(sameRules(on("2026-11-17"), NATIONAL_RULES.england)).toBe(true);
  expect(on("2026-12-24").local_public_holidays).toEqual({ added: ["2026-12-24"], removed: [] });
  const toMidnight = rulesWithin(rules, londonInstant("2026-12-23", 1080), londonInstant("2026-12-24"));
  expect(sameRules(toMidnight, NATIONAL_RULES.england)).toBe(true);
  const overNight = rulesWithin(rules, londonInstant("2026-12-23", 1200), londonInstant("2026-12-24", 480));
  expect(overNight.local_public_holidays).toEqual({ added: ["2026-12-24"], removed: [] });
});

test("every bank holiday of the tables has its name", () => {
  const names = (year: number) =>
    bankHolidaysIn("england_wales", `${year}-01-01`, `${year}-12-31`).map(bankHolidayName);
  const usual = ["New Year’s Day", "Good Friday", "Easter Monday", "Early May", "Spring", "Summer"];
  for (const year of [2024, 2025, 2026, 2027, 2028]) {
    expect(names(year)).toEqual([...usual, "Christmas Day", "Boxing Day"]);
  }
  expect(["2026-12-28", "2028-01-03"].map(isSubstitute)).toEqual([true, true]);
  expect(["2026-12-25", "2026-04-06"].map(isSubstitute)).toEqual([false, false]);
  const scotland = bankHolidaysIn("scotland", "2024-01-01", BANK_HOLIDAYS_KNOWN_TO).map(bankHolidayName);
  expect(scotland.filter((name) => name === "2 January")).toHaveLength(5);
  expect(scotland.filter((name) => name === "St Andrew’s Day")).toHaveLength(5);
  const ulster = bankHolidaysIn("northern_ireland", "2024-01-01", BANK_HOLIDAYS_KNOWN_TO).map(bankHolidayName);
  expect(ulster.filter((name) => name === "St Patrick’s Day")).toHaveLength(5);
  expect(ulster.filter((name) => name === "Easter Monday")).toHaveLength(5);
});

test("each day goes by the region of the plan that holds it", () => {
  const plans = [{ date_start: "2026-07-01", date_end: null, pa_rules: NATIONAL_RULES.scotland }];
  const local = [{ day: "2026-12-24", is_added: true, name: "" }];
  expect(isPublicHolidayOn(plans, local, "2026-05-25")).toBe(true);
  expect([isPublicHolidayOn(plans, local, "2026-08-31"), isPublicHolidayOn(plans, local, "2026-08-03")]).toEqual([
    false,
    true,
  ]);
  expect(publicHolidaysBetween(plans, local, "2026-12-01", "2026-12-31")).toEqual([
    "2026-12-24",
    "2026-12-25",
    "2026-12-28",
  ]);
  expect(publicHolidaysOfYear(2026, plans, local).lines.at(-3)).toMatchObject({ kind: "own", whose: "Added by you" });
});

test("a day of two plans goes by the newest on every page, in whatever order they are read", () => {
  const week = [0, 0, 0, 0, 0, 0, 0] as const;
  const rest = { date_end: null, week };
  const plans = [
    { ...rest, unique_ref: "b", date_start: "2026-01-01", pa_rules: NATIONAL_RULES.england },
    { ...rest, unique_ref: "a", date_start: "2026-07-01", pa_rules: NATIONAL_RULES.scotland },
    { ...rest, unique_ref: "c", date_start: "2026-07-01", pa_rules: NATIONAL_RULES.northern_ireland },
  ];
  for (const read of [plans, plans.toReversed()]) {
    expect([regionOn(read, "2026-06-30"), regionOn(read, "2026-11-30")]).toEqual(["england_wales", "scotland"]);
    expect([isPublicHolidayOn(read, [], "2026-11-30"), dayValuesOf(read, []).isPublicHoliday("2026-11-30")]).toEqual([
      true,
      true,
    ]);
    const choices = read.map((each) => ({ ...each, title: "Plan", elements: [] }));
    const [startAt, endAt] = [londonInstant("2026-11-30", 480), londonInstant("2026-11-30", 720)];
    const rules = rulesOfSession(choices, null, "2026-11-30", { startAt, endAt }, null);
    expect(rules.bank_holiday_region).toBe("scotland");
  }
});

test("the page lists a year with its days of one's own, in one batch", async () => {
  const { user } = await diary();
  const { database, trips } = countingDatabase();
  const { data } = await load<Page>(page.loader, { user, database });
  expect([data.year, data.count, trips()]).toEqual([2026, 9, 1]);
  expect(data.lines.find(({ kind }) => kind === "own")).toMatchObject({ day: "2026-06-19", date: "Fri 19 Jun 2026" });
  const later = await load<Page>(page.loader, { user, path: "/?year=2031" });
  expect([later.data.known, later.data.lines]).toEqual([false, []]);
  expect((await load<Page>(page.loader, { user, path: "/?year=1e9" })).data.year).toBe(2026);
});

test("a day that is added is told to every plan in the same batch, and to those made and edited later", async () => {
  const { user, params } = await diary();
  const { database, trips } = countingDatabase();
  const answer = await submit(page.action, add("24/12/2026", "Trust day"), { user, database });
  // Two read: the list, and what locked days count by.
  expect([answer.status, trips()]).toEqual([302, 3]);
  expect(answer.headers.get("Location")).toBe("/leave/bank_days/?year=2026&changed=2026-12-24");
  expect(flashOf(answer).text).toBe("Thu 24 Dec 2026 is now one of your bank holidays");
  const told = { added: ["2026-06-19", "2026-12-24"], removed: [] };
  expect((await rulesOf(params.planRef))?.local_public_holidays).toEqual(told);
  const shorter = { version: "2", ...plan, counts_from: "", date_start: "01/04/2026", date_end: "31/12/2026" };
  expect((await submit(edit.action, shorter, { user, params })).status).toBe(302);
  expect((await rulesOf(params.planRef))?.local_public_holidays).toEqual(told);
  const more = { ...plan, counts_from: "", date_start: "01/01/2027", date_end: "31/12/2027" };
  const made = await submit(planNew.action, { idempotency_key: newRef(), template: "", ...more }, { user });
  const planRef = made.headers.get("Location")?.split("/")[2] ?? "";
  expect((await rulesOf(planRef))?.local_public_holidays).toEqual(told);
});

test("a session of that day is premium, and one saved before can be recalculated from there", async () => {
  const { user, params } = await diary();
  const session = { start_at: londonInstant("2026-12-24", 480), end_at: londonInstant("2026-12-24", 1080) };
  const [saved] = await db.select().from(sessions).where(eq(sessions.unique_ref, params.sessionRef));
  if (!saved) throw new Error("The diary has its session");
  await db.insert(sessions).values({ ...saved, ...session, unique_ref: newRef() });
  await submit(page.action, add("24/12/2026"), { user });
  const path = "/?year=2026&changed=2026-12-24";
  expect((await load<Page>(page.loader, { user, path })).data.recalculate).toEqual([
    { planRef: params.planRef, title: "Job plan 2026/27", sessions: 1, from: "2026-12-24" },
  ]);
  const figures = await load<Awaited<ReturnType<typeof recalculate.loader>>>(recalculate.loader, {
    user,
    params,
    path: "/?from=24/12/2026",
  });
  expect(figures.data.summary).toEqual({ sessions: 1, changing: 1, difference: 3000 });
  const again = {
    ...{ idempotency_key: newRef(), session_date: "24/12/2026" },
    ...{ session_start_time: "18:00", session_end_time: "21:00", pa_calculation_basis: "time_calculated" },
    job_plan_element_unique_ref: params.elementRef,
  };
  await submit(sessionNew.action, again, { user });
  const [evening] = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.user_id, user.id), eq(sessions.start_at, londonInstant("2026-12-24", 1080))));
  expect([evening?.premium_minutes, evening?.pa_rules.local_public_holidays]).toEqual([
    180,
    { added: ["2026-12-24"], removed: [] },
  ]);
});

test("a bank holiday of the nation is taken out and put back, and twice is once", async () => {
  const { user, params } = await diary();
  const remove = { ...add("28/12/2026"), intent: "remove" };
  const message = async (fields: Record<string, string>) => flashOf(await submit(page.action, fields, { user })).text;
  expect(await message(remove)).toBe("Mon 28 Dec 2026 is no longer one of your bank holidays");
  expect(await message(remove)).toBe("Mon 28 Dec 2026 is no longer one of your bank holidays");
  expect((await rulesOf(params.planRef))?.local_public_holidays).toEqual({
    added: ["2026-06-19"],
    removed: ["2026-12-28"],
  });
  expect((await load<Page>(page.loader, { user })).data.lines.at(-1)).toMatchObject({ kind: "removed" });
  expect(await message({ ...remove, intent: "restore" })).toBe("Mon 28 Dec 2026 is a bank holiday again");
  expect(await message({ ...remove, day: "19/6/2026" })).toBe("Fri 19 Jun 2026 is not a bank holiday any more");
  expect(await daysOf(user)).toEqual([]);
  // Without days of one's own the rules are those of before, to the letter.
  expect(await rulesOf(params.planRef)).toEqual(NATIONAL_RULES.england);
  expect(await message({ ...remove, day: "17/11/2026" })).toBe("Tue 17 Nov 2026 is not a bank holiday");
});

test("a form sent twice adds one day, and faulty ones say how to mend them", async () => {
  const { user } = await diary();
  const once = add("24/12/2026", "Trust day");
  await submit(page.action, once, { user });
  expect((await submit(page.action, once, { user })).status).toBe(302);
  expect(await daysOf(user)).toEqual([
    ["2026-06-19", true, ""],
    ["2026-12-24", true, "Trust day"],
  ]);
  const errors = async (fields: Record<string, string>) => {
    const { data, status } = await submit<{ form: FormState }>(page.action, fields, { user });
    return [status, data.form.errors];
  };
  expect(await errors(add("25/12/2026"))).toEqual([
    422,
    { day: ["Fri 25 Dec 2026 is already a bank holiday in the list"] },
  ]);
  expect(await errors(add(""))).toEqual([422, { day: ["Enter the date, such as 27/3/2026"] }]);
  expect(await errors(add("31/2/2026"))).toEqual([
    422,
    { day: ["Date must be a real date: February 2026 has 28 days"] },
  ]);
  expect(await errors(add("23/12/2026", "x".repeat(61)))).toEqual([
    422,
    { name: ["Name must be 60 characters or fewer"] },
  ]);
});

test("a day that was taken out and is typed again is the nation's again", async () => {
  const { user } = await diary();
  await submit(page.action, { ...add("28/12/2026"), intent: "remove" }, { user });
  expect(flashOf(await submit(page.action, add("28/12/2026"), { user })).text).toBe(
    "Mon 28 Dec 2026 is a bank holiday again",
  );
});

test("a day that was taken out under another region and is typed as one's own is one, with its name", async () => {
  const { user, params } = await diary();
  await db.update(jobPlans).set({ pa_rules: NATIONAL_RULES.scotland }).where(eq(jobPlans.unique_ref, params.planRef));
  await submit(page.action, { ...add("30/11/2026"), intent: "remove" }, { user });
  await db.update(jobPlans).set({ pa_rules: NATIONAL_RULES.england }).where(eq(jobPlans.unique_ref, params.planRef));
  const typed = add("30/11/2026", "Trust day");
  const message = async () => flashOf(await submit(page.action, typed, { user })).text;
  expect([await message(), await message()]).toEqual(Array(2).fill("Mon 30 Nov 2026 is now one of your bank holidays"));
  expect((await daysOf(user)).at(-1)).toEqual(["2026-11-30", true, "Trust day"]);
  expect((await rulesOf(params.planRef))?.local_public_holidays?.added).toContain("2026-11-30");
});

test("who has no job plan is told that sessions go by the days only with one", async () => {
  expect((await load<Page>(page.loader, { user: await makeUser() })).data.hasPlan).toBe(false);
  const { user } = await diary();
  expect((await load<Page>(page.loader, { user })).data.hasPlan).toBe(true);
});
