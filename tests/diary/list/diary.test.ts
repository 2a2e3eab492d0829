import { expect, test } from "vitest";
import { type DiarySession, diaryWeeks } from "~/diary/list/diary";
import { diaryFigures } from "~/diary/list/figures";
import { diaryLinks, diaryPath, diarySpan, GO_TO_MESSAGE, laterPath, readGoTo } from "~/diary/sessions/diary-pages";
import { londonInstant } from "~/platform/time/london";
import { NOW, TODAY } from "../../support/harness";

function session(unique_ref: string, date: string, pa_units: number, more: Partial<DiarySession> = {}): DiarySession {
  const start_at = londonInstant(date, 480);
  return {
    ...{ unique_ref, start_at, end_at: start_at + 5 * 3_600_000, pa_units },
    ...{ element_ref: "ent", element: "ENT list", category: "DCC", counts_to_balance: true, fee: null },
    ...more,
  };
}

const span = diarySpan(TODAY);
const plan = { date_start: "2026-04-01", date_end: "2027-03-31", weekly_pa_units: 36_000 };
const nothing = {
  span,
  today: TODAY,
  sessions: [],
  counts: [],
  plans: [],
  notes: new Map<string, string>(),
};

test("a page is four weeks from the Monday three weeks before", () => {
  expect(span).toEqual({
    ...{ top: "2026-11-16", bottom: "2026-10-26", last: "2026-11-22" },
    ...{ from: Date.UTC(2026, 9, 26), until: Date.UTC(2026, 10, 23) },
  });
  expect(diaryWeeks(nothing).map((week) => week.heading)).toEqual([
    "16 – 22 November 2026",
    "9 – 15 November 2026",
    "2 – 8 November 2026",
    "26 October – 1 November 2026",
  ]);
});

test("a week is all seven days, newest first, with empty days in runs that stop at today", () => {
  const [week, empty] = diaryWeeks({ ...nothing, sessions: [session("a", "2026-11-18", 9000)] });
  expect(week?.rows.map((row) => row.days.map((day) => day.number))).toEqual([[22], [21], [20, 19], [18], [17, 16]]);
  expect(week?.rows.map((row) => row.today)).toEqual([false, true, false, false, false]);
  expect(empty?.rows.map((row) => row.days.length)).toEqual([7]);
});

const UNTAGGED = { element_ref: null, element: null, category: null, counts_to_balance: null } as const;

test("a week adds up what counts, and says apart what is extra or lacks an element", () => {
  const sessions = [
    session("tue", "2026-11-17", 9000),
    session("wed", "2026-11-18", 9600),
    session("untagged", "2026-11-19", 3600, UNTAGGED),
    session("wli", "2026-11-21", 4500, { category: "Extra", counts_to_balance: false }),
  ];
  expect(diaryWeeks({ ...nothing, sessions, plans: [plan] })[0]).toMatchObject({
    ...{
      done: "5.17",
      planned: "10.00",
      toGo: "4.83",
      over: null,
      beside: ["+ 1.25 extra", "+ 1.00 outside the plan"],
    },
  });
  const half = { ...plan, weekly_pa_units: 18_000 };
  expect(diaryWeeks({ ...nothing, sessions, plans: [half] })[0]).toMatchObject({
    planned: "5.00",
    toGo: null,
    over: "0.17",
  });
  expect(diaryWeeks({ ...nothing, sessions })[0]).toMatchObject({ planned: null, toGo: null, over: null });
});

test("a week that a plan begins in has that plan's PAs, and two plans on a day count together", () => {
  const begins = { ...plan, date_start: "2026-11-19" };
  expect(diaryWeeks({ ...nothing, plans: [begins] })[0]?.planned).toBe("10.00");
  expect(diaryWeeks({ ...nothing, plans: [begins] })[1]?.planned).toBeNull();
  expect(diaryWeeks({ ...nothing, plans: [plan, plan] })[0]?.planned).toBe("20.00");
});

test("day and week count by one rule, and each figure leads to what explains it", () => {
  const at = (minute: number) => ({ start_at: londonInstant(TODAY, minute) });
  const sessions = [
    session("list", TODAY, 3600),
    session("wli", TODAY, 4800, { ...at(900), category: "Extra", counts_to_balance: false }),
    session("untagged", TODAY, 9000, { ...at(1200), ...UNTAGGED }),
  ];
  const [week] = diaryWeeks({ ...nothing, sessions, plans: [plan] });
  const beside = ["+ 1.33 extra", "+ 2.50 outside the plan"];
  expect(week?.rows.find((row) => row.today)?.total).toEqual({ done: "1.00", beside });
  expect(week).toMatchObject({ done: "1.00", beside });
  const of = { sessions, counts: [], plans: [plan], balances: [], unpaid: undefined, day: TODAY, today: TODAY };
  expect(diaryFigures({ ...of, weeks: 4 }).figures).toMatchObject([
    { label: "Today", value: "1.00", more: "PA in 3 sessions", beside, to: null },
    { label: "This week", value: "1.00", more: "of 10.00 PA", beside, to: "/logbook/week/" },
    { label: "Unpaid fees", value: "£0", beside: ["You are owed nothing"], to: "/extras/" },
  ]);
  expect(diaryFigures({ ...of, weeks: 1 }).figures[1]?.to).toBeNull();
});

test("where no plan holds the day, work without an element counts", () => {
  const [week] = diaryWeeks({ ...nothing, sessions: [session("untagged", TODAY, 3600, UNTAGGED)] });
  expect(week).toMatchObject({ done: "1.00", beside: [] });
});

test("three nights of 8 h make a week of 8.00", () => {
  const sessions = ["2026-11-16", "2026-11-17", "2026-11-18"].map((date) => session(date, date, 9600));
  expect(diaryWeeks({ ...nothing, sessions })[0]?.done).toBe("8.00");
});

test("a day of two sessions has a total, latest first; cases and notes stand by their session", () => {
  const late = session("late", "2026-11-17", 3600, { start_at: londonInstant("2026-11-17", 1200) });
  const [week] = diaryWeeks({
    ...nothing,
    sessions: [session("early", "2026-11-17", 9000), late],
    counts: [{ session_ref: "early", cases: 6, without_asa: 2, without_end: 0, fees: [] }],
    notes: new Map([["late", "Called in"]]),
  });
  const day = week?.rows.find((row) => row.days[0]?.date === "2026-11-17");
  expect(day?.total).toEqual({ done: "3.50", beside: [] });
  expect(day?.entries.map((entry) => [entry.unique_ref, entry.cases, entry.withoutAsa, entry.note])).toEqual([
    ["late", 0, 0, "Called in"],
    ["early", 6, 2, ""],
  ]);
});

test("the fees of a session's cases are shown as one, beside that of the session itself", () => {
  const fee = { amount_pence: 31_050, timesheet_date: null, paid_date: null, paid_pence: null, written_off_date: null };
  const [week] = diaryWeeks({
    ...nothing,
    sessions: [session("list", "2026-11-17", 9000, { fee })],
    counts: [{ session_ref: "list", cases: 6, without_asa: 0, without_end: 0, fees: [fee, fee] }],
  });
  const entries = week?.rows.flatMap((row) => row.entries);
  expect(entries).toMatchObject([
    { fee, caseFees: { state: "not-claimed", words: "2 case fees £621 not yet claimed" } },
  ]);
});

test("a saved session leads to the page that shows it", () => {
  expect(diaryPath("2026-11-22", NOW)).toBe("/logbook/");
  expect(diaryPath("2026-10-26", NOW)).toBe("/logbook/");
  expect(diaryPath("2026-10-25", NOW)).toBe("/logbook/?date=2026-10-25");
  expect(diaryPath("2026-11-23", NOW)).toBe("/logbook/?date=2026-11-23");
});

test("earlier and later jump over empty weeks, and later stops at today's page", () => {
  const links = diaryLinks(diarySpan("2026-06-03"), londonInstant("2025-02-05", 600), londonInstant("2026-11-17"), NOW);
  expect(links).toEqual({
    earlier: {
      ...{ to: "/logbook/?date=2025-02-03", label: "Earlier: 3 – 9 February 2025" },
      ...{ direction: "earlier", monday: "2025-02-03" },
    },
    later: { to: "/logbook/", label: "Later: 16 – 22 November 2026", direction: "later" },
    today: { to: "/logbook/", label: "This week", direction: "today" },
  });
  expect(diaryLinks(span, null, null, NOW)).toEqual({ earlier: null, later: null, today: null });
  expect(laterPath(londonInstant("2026-08-05"), NOW)).toBe("/logbook/?date=2026-08-24");
  expect(laterPath(londonInstant("2026-12-09"), NOW)).toBe("/logbook/?date=2026-12-28");
  // No address names a day after 2099.
  expect(laterPath(londonInstant("2099-12-31", 480), NOW)).toBe("/logbook/?date=2099-12-31");
});

test.each([
  ["", null, undefined],
  ["date=", null, undefined],
  ["date=2026-11-17", "2026-11-17", undefined],
  ["date=17/11/26", "2026-11-17", undefined],
  ["date=31/2/2026", null, GO_TO_MESSAGE],
  ["date=soon", null, GO_TO_MESSAGE],
])("the address %s goes to %s", (search, date, message) => {
  const goTo = readGoTo(new URLSearchParams(search));
  expect([goTo.date, goTo.form?.errors.date?.[0]]).toEqual([date, message]);
});

test("days of leave stand by themselves, in words", () => {
  const leave = [
    {
      type: "annual",
      name: "",
      date_start: "2026-11-12",
      date_end: "2026-11-16",
      start_part: "full",
      end_part: "am",
    },
  ] as const;
  const [week, before] = diaryWeeks({ ...nothing, leave });
  expect(week?.rows.at(-1)).toMatchObject({ away: "Annual leave, ½ day: morning", days: [{ date: "2026-11-16" }] });
  expect([week?.leave, before?.leave]).toEqual(["½ day of leave", "2 days of leave"]);
  expect(before?.rows.map(({ away, days }) => [away, days.length])).toEqual([
    ["Annual leave", 4],
    [null, 3],
  ]);
});
