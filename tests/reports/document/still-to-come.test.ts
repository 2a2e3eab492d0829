import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { cases } from "~/diary/cases/table.server";
import { feeSettings } from "~/diary/fees/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { newRef } from "~/platform/db/columns.server";
import { londonInstant } from "~/platform/time/london";
import { encryptCpd } from "~/reports/cpd/queries.server";
import { cellText } from "~/reports/document/cells";
import { reportFiles } from "~/reports/document/files.server";
import { cpd } from "~/reports/table.server";
import { makeDiary } from "../../support/diary";
import { countingDatabase, db, makeUser, NOW, vault } from "../../support/harness";
import { amountIn, factsOf, reportOf, tableOf, tablesOf } from "./report-tables";

type User = Awaited<ReturnType<typeof makeUser>>;

const YEAR = "period=custom&from=2026-04-01&until=2027-03-31";

function rowOf(user: User) {
  return { unique_ref: newRef(), user_id: user.id, created_at: NOW, updated_at: NOW };
}

async function addSession(user: User, date: string, start: number, end: number, element_ref: string | null) {
  const row = rowOf(user);
  await db.insert(sessions).values({
    ...{ ...row, element_ref, start_at: londonInstant(date, start), end_at: londonInstant(date, end) },
    ...{ pa_basis: "fixed", fixed_pa_units: 3600, pa_units: 3600, standard_minutes: 0, premium_minutes: 0 },
    pa_rules: NATIONAL_RULES.england,
  });
  const text = { start_at: londonInstant(date, start), asa: 3, urgency: 1, age: 60 };
  await db.insert(cases).values({ ...rowOf(user), ...text, session_ref: row.unique_ref });
}

/** Beside the Tuesday of the diary: last night, this morning, and two that are far ahead. It is noon on 21 November. */
async function busyDiary(): Promise<User> {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await addSession(user, "2026-11-20", 1200, 1440 + 480, params.elementRef);
  for (const [date, start] of [
    ["2026-11-21", 480],
    ["2026-12-15", 480],
    ["2027-03-27", 1320],
  ] as const) {
    await addSession(user, date, start, start + 180, params.elementRef);
  }
  return user;
}

test("work and cases that are still to come count nowhere as done, and a report says how many sessions they are", async () => {
  const user = await busyDiary();
  const { database, trips } = countingDatabase();
  const report = await reportOf(user, `${YEAR}&preset=everything`, database);
  expect(trips()).toBe(2);
  expect(report.head).toMatchObject({
    period_words: "1 April 2026 to 31 March 2027",
    to_come: "3 sessions of this period are still to come and not counted: a day counts once it is over",
  });
  expect(reportFiles(report)[0]?.rows).toContainEqual(["Still to come", report.head.to_come]);
  const facts = factsOf(report, "scope");
  expect(facts).toMatchObject({ "Days worked": 2, Sessions: 2, Hours: 600 + 720 });
  // What section 1 has as done is what section 2 has, and what each table of work and cases adds up to.
  const plan = tableOf(report, "job-plan");
  const done = amountIn(plan.foot?.[plan.heads.indexOf("Done (PAs)")]);
  expect([facts["PAs that count towards job plans"], done]).toEqual([12_600, 12_600]);
  const total = (id: string, head: string) => {
    const { heads, foot } = tableOf(report, id);
    return amountIn(foot?.[heads.indexOf(head)]);
  };
  for (const id of ["work-by-category", "work-by-element", "work-by-month"]) expect(total(id, "Sessions")).toBe(2);
  for (const id of ["asa-by-urgency", "cases-by-element", "supervision"]) expect(total(id, "All")).toBe(2);
  for (const id of ["cases-by-month", "age-bands", "gender"]) expect(total(id, "Cases")).toBe(2);
  for (const id of ["work-by-month", "cases-by-month"]) {
    const months = tableOf(report, id).rows.map(([month]) => month);
    expect([months.length, months[0], months.at(-1)]).toEqual([8, "April 2026", "November 2026"]);
  }
  expect(tableOf(report, "cases").rows.map(([date]) => date)).toEqual(["17/11/2026", "20/11/2026"]);
  const quality = tableOf(report, "data-quality").rows;
  expect(quality.map((row) => cellText(row[2] ?? ""))).toEqual(Array.from(quality, () => "2"));
});

test("a session is done once its day is over, as progress has it", async () => {
  const user = await busyDiary();
  const ofDay = async (day: string, now: number) => {
    const report = await reportOf(user, `period=custom&from=${day}&until=${day}&section=scope`, db, now);
    return [factsOf(report, "scope").Sessions ?? 0, report.sections[0]?.empty, report.head.to_come];
  };
  const none = "No sessions are recorded in this period";
  const ahead = "1 session of this period is still to come and not counted: a day counts once it is over";
  expect(await ofDay("2026-11-21", londonInstant("2026-11-22") - 1)).toEqual([0, `${none} so far.`, ahead]);
  expect(await ofDay("2026-11-21", londonInstant("2026-11-22"))).toEqual([1, `${none}.`, ""]);
  // The night of the 20th still runs: it is of the day on which it began, and that is over.
  expect(await ofDay("2026-11-20", londonInstant("2026-11-21", 60))).toEqual([1, `${none}.`, ""]);
});

test("reports of adjoining periods add up to that of both, also across the day on which they are made", async () => {
  const user = await busyDiary();
  const figures = async (from: string, until: string) => {
    const report = await reportOf(user, `period=custom&from=${from}&until=${until}&preset=everything`);
    const [cases] = tablesOf(report).filter(({ id }) => id === "cases");
    const { Sessions = 0, Hours = 0 } = factsOf(report, "scope");
    return [Sessions, Hours, cases?.rows.length ?? 0, Number.parseInt(report.head.to_come, 10) || 0];
  };
  const both = await figures("2026-04-01", "2027-03-31");
  expect(both).toEqual([2, 1320, 2, 3]);
  for (const [last, first] of [
    ["2026-11-19", "2026-11-20"],
    ["2026-11-20", "2026-11-21"],
    ["2026-11-21", "2026-11-22"],
    ["2026-12-31", "2027-01-01"],
  ] as const) {
    const [one, other] = [await figures("2026-04-01", last), await figures(first, "2027-03-31")];
    expect(one.map((n, at) => n + (other[at] ?? 0))).toEqual(both);
  }
});

test("of sections without work nothing is said of sessions to come", async () => {
  const user = await busyDiary();
  const { head } = await reportOf(user, `${YEAR}&section=leave&section=cpd&section=extra-work`);
  expect(head.to_come).toBe("");
});

test("a month that still runs is no month without work", async () => {
  const user = await makeUser();
  await makeDiary(user);
  const monthsOf = async (now: number) => {
    const report = await reportOf(user, "period=custom&from=2026-11-01&until=2027-03-31&section=gaps", db, now);
    const idle = tablesOf(report).find(({ id }) => id === "months-without-work");
    return idle?.rows.map(([month]) => month) ?? [];
  };
  expect(await monthsOf(londonInstant("2026-12-31", 720))).toEqual([]);
  expect(await monthsOf(londonInstant("2027-01-01", 720))).toEqual(["December 2026"]);
});

test("CPD that is still to come is no hour of learning, and a fee for work to come is named as one", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const row = rowOf(user);
  const text_encrypted = await encryptCpd(vault.of(user.unique_ref), row.unique_ref, {
    title: "Course",
    reflection: "",
  });
  await db.insert(cpd).values({ ...row, day: "2027-03-20", minutes: 360, type: "course", text_encrypted });
  const { sections } = await reportOf(user, `${YEAR}&section=cpd`);
  const [types, list] = sections[0]?.blocks ?? [];
  expect(types?.note).toBe("At least 50 hours a year are expected. 1 entry is still to come and not counted.");
  expect(list?.kind === "table" && list.rows.map(([day]) => day)).toEqual(["Mon 5 Oct 2026"]);
  const later = await reportOf(user, "period=custom&from=2027-03-01&until=2027-03-31&section=cpd");
  expect(later.sections[0]?.empty).toBe("No CPD is recorded in this period. 1 entry is still to come and not counted.");

  await db.update(feeSettings).set({ tax_basis: "work" }).where(eq(feeSettings.user_id, user.id));
  const noteOn = async (now: number) =>
    tableOf(await reportOf(user, `${YEAR}&section=extra-work`, db, now), "fees-by-payer").note;
  // The fee of the diary is for work of 31 October.
  expect(params.feeRef && (await noteOn(londonInstant("2026-10-31", 720)))).toContain(
    "1 fee is for work that is still to come.",
  );
  expect(await noteOn(NOW)).not.toContain("for work that is");
});
