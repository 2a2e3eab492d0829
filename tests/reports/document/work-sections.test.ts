import { eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { cases } from "~/diary/cases/table.server";
import { feeSettings, fees } from "~/diary/fees/table.server";
import { leave } from "~/diary/leave/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { newRef } from "~/platform/db/columns.server";
import { londonInstant } from "~/platform/time/london";
import { profiles } from "~/profile/table.server";
import { cellText } from "~/reports/document/cells";
import { renderReport } from "~/reports/print/render-report.server";
import * as tableFile from "~/routes/reports/table-file";
import * as zipFile from "~/routes/reports/zip-file";
import { makeDiary } from "../../support/diary";
import { call, contextOf, countingDatabase, db, load, makeUser, NOW, openLoginOf } from "../../support/harness";
import { factsOf, reportOf, tableOf, tablesOf } from "./report-tables";

type User = Awaited<ReturnType<typeof makeUser>>;

const YEAR = "period=custom&from=2026-04-01&until=2027-03-31";

function shown(report: Parameters<typeof tableOf>[0], id: string): string[][] {
  const { rows, foot } = tableOf(report, id);
  return [...rows, ...(foot ? [foot] : [])].map((row) => row.map(cellText));
}

async function addSession(user: User, date: string, start: number, end: number, more: object = {}) {
  const row = { unique_ref: newRef(), user_id: user.id, created_at: NOW, updated_at: NOW };
  await db.insert(sessions).values({
    ...{ ...row, start_at: londonInstant(date, start), end_at: londonInstant(date, end), pa_units: 9000 },
    ...{ pa_basis: "fixed", fixed_pa_units: 9000, standard_minutes: 600, premium_minutes: 0 },
    ...{ pa_rules: NATIONAL_RULES.england, ...more },
  });
}

test("work is told by days, hours and PAs, with weekends, bank holidays and the hours of the profile out of hours", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  // A Saturday; a bank holiday of the region; 19 June, which the diary has as one of its own; the night clocks go back.
  await addSession(user, "2026-11-14", 600, 720, { element_ref: params.elementRef });
  await addSession(user, "2026-08-31", 600, 720);
  await addSession(user, "2026-06-19", 600, 720);
  await addSession(user, "2026-10-24", 1200, 1440 + 480);
  await addSession(user, "2026-11-16", 1080, 1140);
  const report = await reportOf(user, `${YEAR}&section=scope`);
  expect(factsOf(report, "scope")).toEqual({
    "Days worked": 6,
    "Of these at a weekend": 2,
    Sessions: 6,
    "Of these on call": 0,
    // The night has thirteen hours by the clock that runs on, twelve by those on the wall.
    Hours: 600 + 120 * 3 + 13 * 60 + 60,
    "PAs that count towards job plans": 18_000,
    "PAs of extra work": 0,
    "PAs without an element": 36_000,
    "Sessions out of hours": 5,
    "Share out of hours": Number.NaN,
  });
  expect(shown(report, "work-by-category")).toEqual([
    ["Direct clinical care", "2", "12.00", "5.00"],
    ["No element", "4", "18.00", "10.00"],
    ["All", "6", "30.00", "15.00"],
  ]);
  expect(shown(report, "work-by-month").find(([month]) => month === "July 2026")).toEqual([
    ...["July 2026", "0", "0", "0", "0.00", "0.00", "0", "0"],
  ]);
  await db.update(profiles).set({ day_until_minute: 1140 }).where(eq(profiles.user_id, user.id));
  const later = await reportOf(user, `${YEAR}&section=scope`);
  expect(factsOf(later, "scope")["Sessions out of hours"]).toBe(4);
});

test("a plan is held against its own elements, up to yesterday, in the units of the profile", async () => {
  const user = await makeUser();
  await makeDiary(user);
  const query = "period=custom&from=2026-11-01&until=2026-11-30&section=job-plan";
  const report = await reportOf(user, query);
  expect(tableOf(report, "job-plan")).toMatchObject({
    caption: "Job plan 2026/27, 1 to 30 November 2026",
    note: "Calculated to 20 November 2026, weekly, leave-adjusted. A day counts once it is over.",
  });
  // Three Tuesdays, of which one was worked.
  expect(shown(report, "job-plan")).toEqual([
    ["All-day orthopaedics", "Direct clinical care", "2.50", "7.50", "0.00", "2.50", "-5.00"],
    ["All", "", "2.50", "7.50", "0.00", "2.50", "-5.00"],
  ]);
  const headsOf = (unit: string) => [
    ...["Element", "Category", `Planned a week (${unit})`, `Expected (${unit})`, `Credited (${unit})`],
    ...[`Done (${unit})`, `Difference (${unit})`],
  ];
  expect(tableOf(report, "job-plan").heads).toEqual(headsOf("PAs"));
  await db.update(profiles).set({ units: "hours" }).where(eq(profiles.user_id, user.id));
  const inHours = await reportOf(user, query);
  expect(shown(inHours, "job-plan").at(-1)).toEqual(["All", "", "10.00", "30.00", "0.00", "10.00", "-20.00"]);
  expect(tableOf(inHours, "job-plan").heads).toEqual(headsOf("hours"));
});

test("work is told in hours where the profile says so: those of fixed PAs are what the PAs stand for", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  // Two hours of the clock, for which 2.50 PAs are given: ten hours of a plan.
  await addSession(user, "2026-11-16", 600, 720, { element_ref: params.elementRef });
  await addSession(user, "2026-11-18", 600, 720);
  await db.update(profiles).set({ units: "hours" }).where(eq(profiles.user_id, user.id));
  const report = await reportOf(user, `${YEAR}&section=scope&section=job-plan`);
  const facts = factsOf(report, "scope");
  expect(facts).toMatchObject({
    ...{ Hours: 840, "Hours that count towards job plans": 1200 },
    ...{ "Hours of extra work": 0, "Hours without an element": 600 },
  });
  expect(Object.keys(facts).join()).not.toContain("PA");
  const { heads, foot } = tableOf(report, "work-by-element");
  expect([heads.slice(1), foot?.slice(1).map(cellText)]).toEqual([
    ["Sessions", "Hours", "Hours counted"],
    ["3", "14.00", "30.00"],
  ]);
  // As much as the plan has as done.
  expect(tableOf(report, "job-plan").foot?.map(cellText)[5]).toBe("20.00");
});

test("a plan of another employer or of other elements is left out, and one of two begins the table of its own", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const query = `${YEAR}&section=job-plan`;
  const ids = async (more: string) => tablesOf(await reportOf(user, query + more)).map(({ id }) => id);
  expect(await ids("")).toEqual(["job-plan", "job-plan-months"]);
  expect(await ids(`&element=${params.elementRef}`)).toEqual(["job-plan", "job-plan-months"]);
  expect(await ids(`&element=${newRef()}`)).toEqual([]);
  expect(await ids("&employer=Elsewhere")).toEqual([]);
});

test("a diary that has not begun has no gaps", async () => {
  const report = await reportOf(await makeUser(), `${YEAR}&section=gaps`);
  expect(renderReport(report).summary.map(({ words }) => words)).toEqual([
    expect.stringMatching(/^There is nothing to check /),
  ]);
});

test("a plan in which nothing is logged is not behind", async () => {
  const user = await makeUser();
  await makeDiary(user);
  await db.delete(sessions).where(eq(sessions.user_id, user.id));
  const { summary } = renderReport(await reportOf(user, `${YEAR}&section=job-plan`));
  expect(summary.map(({ words }) => words)).toEqual(["Job plan 2026/27: nothing is logged in this plan yet."]);
});

test("leave is told by what was taken and what is booked, and called off leave is not", async () => {
  const user = await makeUser();
  await makeDiary(user);
  const row = { user_id: user.id, created_at: NOW, updated_at: NOW };
  await db.insert(leave).values([
    {
      ...{ ...row, unique_ref: newRef(), type: "study", status: "taken", start_part: "am" },
      ...{ date_start: "2026-11-17", date_end: "2026-11-17" },
    },
    {
      ...{ ...row, unique_ref: newRef(), type: "sick", status: "cancelled" },
      ...{ date_start: "2026-11-03", date_end: "2026-11-03" },
    },
  ]);
  const report = await reportOf(user, `${YEAR}&section=leave`);
  expect(shown(report, "leave")).toEqual([
    ["Annual leave", "0.0", "0.00", "1.0", "2.50"],
    ["Study leave", "0.5", "1.25", "0.0", "0.00"],
    ["All", "0.5", "1.25", "1.0", "2.50"],
  ]);
  expect(shown(report, "time-in-lieu")).toEqual([["Days", "0.0", "1.0", "0.0", "0.0", "1.0"]]);
});

test("CPD and fees of the period are listed, fees by the date by which the user calculates", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const query = "period=custom&from=2026-10-01&until=2026-10-31&section=cpd&section=extra-work";
  const report = await reportOf(user, query);
  expect(shown(report, "cpd-by-type")).toEqual([
    ["Course or workshop", "1", "1.50"],
    ["All", "1", "1.50"],
  ]);
  expect(shown(report, "cpd")[0]).toEqual([
    "Mon 5 Oct 2026",
    "Regional anaesthesia update",
    "Course or workshop",
    "",
    "1.50",
  ]);
  // The diary has the tax basis "paid", and this fee is not.
  expect(tablesOf(report).map(({ id }) => id)).not.toContain("fees");
  await db.update(feeSettings).set({ tax_basis: "work" }).where(eq(feeSettings.user_id, user.id));
  const byWork = await reportOf(user, query);
  expect(shown(byWork, "fees-by-payer")).toEqual([
    ["No payer", "1", "1200.00", "0.00", "1200.00"],
    ["All", "1", "1200.00", "0.00", "1200.00"],
  ]);
  await db
    .update(fees)
    .set({ session_ref: params.sessionRef, work_date: null })
    .where(eq(fees.unique_ref, params.feeRef));
  const ofSession = "period=custom&from=2026-11-17&until=2026-11-17&section=extra-work";
  const feeList = await reportOf(user, `${ofSession}&element=${params.elementRef}`);
  expect(shown(feeList, "fees")[0]).toEqual([
    ...["17/11/2026", "All-day orthopaedics", "", "", "Not yet claimed", "", "", "1200.00", "0.00"],
  ]);
  const elsewhere = await reportOf(user, `${ofSession}&site=Elsewhere`);
  expect(tablesOf(elsewhere)).toEqual([]);
});

test("months without work are named up to today with their leave, and what is missing is counted", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await addSession(user, "2026-11-17", 1000, 1200, { pa_units: 0 });
  // A whole day, as a session without times is kept; another one is still to come.
  await addSession(user, "2026-11-02", 0, 1440);
  await addSession(user, "2027-03-02", 0, 1440);
  await db.update(cases).set({ asa: null, urgency: null }).where(eq(cases.unique_ref, params.caseRef));
  const row = { unique_ref: newRef(), user_id: user.id, created_at: NOW, updated_at: NOW };
  await db
    .insert(leave)
    .values({ ...row, type: "parental", status: "taken", date_start: "2026-09-28", date_end: "2026-10-13" });
  const query = "period=custom&from=2026-09-29&until=2027-03-31&section=gaps";
  const report = await reportOf(user, query);
  expect(shown(report, "months-without-work")).toEqual([
    ["September 2026", "1.0"],
    ["October 2026", "2.0"],
    ["All", "3.0"],
  ]);
  expect(renderReport(report).summary.map(({ words }) => words)).toEqual([
    "Months without work: September 2026 and October 2026. 2 sessions without an element. 1 session without times. 1 session without PAs. 2 sessions that overlap another. 1 case without an ASA grade. 1 case without an urgency.",
  ]);
  expect(shown(report, "data-quality")).toEqual([
    ["Sessions without an element", "2", "3", "66.7"],
    ["Sessions without times", "1", "3", "33.3"],
    ["Sessions without PAs", "1", "3", "33.3"],
    ["Sessions that overlap another", "2", "3", "66.7"],
    ["Cases without a start time", "0", "1", "0.0"],
    ["Cases without an end time", "0", "1", "0.0"],
    ["Cases without an age", "0", "1", "0.0"],
    ["Cases without a gender", "0", "1", "0.0"],
    ["Cases without an ASA grade", "1", "1", "100.0"],
    ["Cases without an urgency", "1", "1", "100.0"],
    ["Cases whose text looked like an identifier", "0", "1", "0.0"],
  ]);
});

test("a table is given as a file by its name, in two batches, counted and put on record, and one that is not there is not found", async () => {
  const user = await makeUser();
  await makeDiary(user);
  await openLoginOf(user);
  const { database, trips } = countingDatabase();
  const path = `/reports/csv/?${YEAR}&section=scope&table=work-by-category`;
  const { status, headers, data } = await load<string>(tableFile.loader, { user, path, database });
  expect([status, trips(), headers.get("Content-Disposition")]).toEqual([
    ...[200, 4, 'attachment; filename="daybook-report-2026-04-01-2027-03-31-work-by-category.csv"'],
  ]);
  expect(data.replace(/^\ufeff/, "")).toBe(
    "Category,Sessions,Hours,PAs\r\nDirect clinical care,1,10.00,2.50\r\nAll,1,10.00,2.50\r\n",
  );
  const none = await load(tableFile.loader, { user, path: `/reports/csv/?${YEAR}&section=scope&table=fees` });
  expect(none.status).toBe(404);
});

test("all tables come as one ZIP of CSV files, with what the report is of", async () => {
  const user = await makeUser();
  await makeDiary(user);
  await openLoginOf(user);
  const request = new Request(`http://daybook.test/reports/zip/?${YEAR}&preset=everything`);
  const args = { request, params: {}, context: contextOf(user), url: new URL(request.url), pattern: "" };
  const answer = (await zipFile.loader(args as never)) as Response;
  expect(answer.headers.get("Content-Disposition")).toBe(
    'attachment; filename="daybook-report-2026-04-01-2027-03-31.zip"',
  );
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const text = (name: string) => new TextDecoder().decode(files[name]);
  const report = await reportOf(user, `${YEAR}&preset=everything`);
  const ids = report.sections.flatMap(({ blocks }) => blocks.map(({ id }) => `${id}.csv`));
  expect(new Set(ids).size).toBe(ids.length);
  expect(Object.keys(files)).toEqual(["report.csv", ...ids]);
  expect(text("report.csv")).toContain("GMC number,0000000\r\nGrade,\r\nSpecialty,\r\nFirst day,2026-04-01\r\n");
  expect(text("scope.csv")).toContain("Share out of hours (%),0.0\r\n");
});

test("files wait for what the pages ask: dates that are none, and texts that may name somebody", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await openLoginOf(user);
  const faulty = await load(zipFile.loader, {
    user,
    path: "/reports/zip/?period=custom&from=31/2/2026&until=1/3/2026",
  });
  expect([faulty.status, faulty.location]).toEqual([
    302,
    "/reports/?period=custom&from=31%2F2%2F2026&until=1%2F3%2F2026",
  ]);
  await addSession(user, "2026-11-18", 600, 720, { element_ref: params.elementRef, site: "Seen with Mrs Smith" });
  const path = `/reports/csv/?${YEAR}&section=scope&table=work-by-site`;
  const asked = await load(tableFile.loader, { user, path });
  expect([asked.status, asked.location]).toEqual([
    ...[302, "/reports/paper/?period=custom&from=2026-04-01&until=2027-03-31&section=scope"],
  ]);
  expect((await load(tableFile.loader, { user, path: `${path}&confirmed=1` })).status).toBe(200);
});

test("a plan of somebody else's is not found, and levels without reports are turned away", async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  const { params } = await makeDiary(other);
  const path = `/reports/zip/?period=plan:${params.planRef}`;
  expect((await load(zipFile.loader, { user, path })).status).toBe(404);
  const low = await call(zipFile.loader, new Request("http://daybook.test/reports/zip/"), { user: await makeUser(4) });
  expect(low.status).toBe(302);
});
