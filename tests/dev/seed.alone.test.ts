import { and, eq, gte, like, lt, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { isPassword } from "~/account/passwords/passwords.server";
import { codes, users } from "~/account/table.server";
import { totpSecretOf } from "~/dev/accounts.server";
import { growUser } from "~/dev/big-data.server";
import { APPRAISAL_TABLE, URGENCIES } from "~/dev/deal.server";
import { seed } from "~/dev/seed.server";
import { casePlace, cases } from "~/diary/cases/table.server";
import { fees, payers, rates } from "~/diary/fees/table.server";
import { dayValuesOf, leaveDates, worthOf } from "~/diary/leave/day-values";
import { leave, leavePlace, leaveYears, lieuLedger, lieuPlace } from "~/diary/leave/table.server";
import { sessionPlace, sessions } from "~/diary/sessions/table.server";
import { showPa } from "~/planning/job-plans/pa-rules";
import { jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { refersTo } from "~/platform/db/columns.server";
import { addDays, londonInstant, londonMoment, mondayOf, weekday } from "~/platform/time/london";
import { profileRow } from "~/profile/queries.server";
import { decryptCpd } from "~/reports/cpd/queries.server";
import { cpd } from "~/reports/table.server";
import { optionsOfUser } from "../support/case-options";
import { db, NOW, TODAY, vault } from "../support/harness";

const made = await seed(db, vault, NOW);
const [consultant] = await db.select().from(users).where(eq(users.username_key, "consultant"));
const me = consultant?.id ?? 0;
const myRef = consultant?.unique_ref ?? "";
const cipher = vault.of(myRef);
const mine = await db.select().from(sessions).where(eq(sessions.user_id, me)).orderBy(sessions.start_at);

test("the two sign-ins that are printed work, at their levels", async () => {
  const [admin] = await db.select().from(users).where(eq(users.username_key, "admin"));
  expect(made).toBe(true);
  expect(consultant?.level).toBe(9);
  expect(admin?.level).toBe(10);
  expect(await isPassword(vault, consultant ?? null, "theatre list on tuesday")).toBe(true);
  expect(await isPassword(vault, admin ?? null, "keeper of the theatre keys")).toBe(true);
});

test("their addresses are verified, and the administrator's authenticator app is told its secret", async () => {
  const theirs = like(codes.payload, "%@daybook.example");
  const found = await db.select().from(codes).where(theirs).orderBy(codes.payload);
  expect(found).toMatchObject([
    { kind: "verification", payload: "admin@daybook.example", used_at: expect.any(Number) },
    { kind: "verification", payload: "consultant@daybook.example", used_at: expect.any(Number), user_ref: myRef },
  ]);
  expect(consultant?.email).toBe("consultant@daybook.example");
  // 160 bits in base32.
  expect(await totpSecretOf(db, vault, "admin")).toMatch(/^[A-Z2-7]{32}$/);
  expect(await totpSecretOf(db, vault, "consultant")).toBeNull();
});

test("the appraisal year holds 412 graded cases, ASA by urgency exactly as the table says", async () => {
  const found = await db
    .select({ asa: cases.asa, urgency: cases.urgency, n: sql<number>`count(*)` })
    .from(cases)
    .innerJoin(sessions, refersTo(cases.session_ref, sessions))
    .where(and(eq(cases.user_id, me), gte(sessions.start_at, londonInstant("2026-04-01")), sql`asa IS NOT NULL`))
    .groupBy(cases.asa, cases.urgency);
  const table: Record<number, number[]> = {};
  for (const asa of [1, 2, 3, 4, 5]) {
    table[asa] = URGENCIES.map((urgency) => found.find((row) => row.asa === asa && row.urgency === urgency)?.n ?? 0);
  }
  expect(table).toEqual(APPRAISAL_TABLE);
  expect(found.reduce((sum, row) => sum + row.n, 0)).toBe(412);
});

test("reflective notes are sorted for appraisal, but for some that wait for it; no case without one is", async () => {
  const found = await db.select().from(cases).where(eq(cases.user_id, me));
  const types = new Set<string | null>();
  for (const { unique_ref, text_encrypted, reflection_type, reflection_domains } of found) {
    const text = text_encrypted === null ? "" : await vault.decrypt(myRef, casePlace(unique_ref), text_encrypted);
    const hasNote = text !== "" && JSON.parse(text).reflective_notes !== "";
    if (hasNote) types.add(reflection_type);
    else expect([reflection_type, reflection_domains]).toEqual([null, ""]);
  }
  expect([...types].toSorted()).toEqual(["colleagues", "cpd", "event", "patients", "quality", null].toSorted());
});

test("each of the two years has its learning, encrypted, and the consultant says who they are", async () => {
  const learnt = await db.select().from(cpd).where(eq(cpd.user_id, me));
  expect(learnt).toHaveLength(24);
  expect(learnt.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(2 * 50.5 * 60);
  for (const row of learnt) expect((await decryptCpd(cipher, row)).title).not.toBe("");
  const [profile] = await profileRow(db, me);
  expect(profile).toMatchObject({ gmc_number: "0000000", grade: "Consultant", first_view: "list", ages: "exact" });
});

test("seven fees of extra work stand on their dates: £1,460 not claimed, £2,410 waiting, £2,400 paid", async () => {
  const feeList = await db
    .select({ fee: fees, start_at: sessions.start_at })
    .from(fees)
    .leftJoin(cases, refersTo(fees.case_ref, cases))
    .leftJoin(
      sessions,
      sql`${sessions.user_id} = ${fees.user_id} AND ${sessions.unique_ref} = coalesce(${fees.session_ref}, ${cases.session_ref})`,
    )
    .where(eq(fees.user_id, me))
    .orderBy(sessions.start_at, sql`${fees.amount_pence} DESC`);
  expect(
    feeList.map(({ fee, start_at }) =>
      [
        ...[londonMoment(start_at ?? 0).date, fee.kind, fee.amount_pence / 100],
        ...[fee.timesheet_date, fee.paid_date].filter(Boolean),
      ].join(" "),
    ),
  ).toEqual([
    "2026-03-28 wli 1200 2026-04-02 2026-04-28",
    "2026-05-16 wli 1200 2026-05-20 2026-06-28",
    "2026-07-11 trauma 900 2026-07-15",
    "2026-09-19 wli 1200 2026-09-25",
    "2026-10-31 wli 1200",
    "2026-11-07 private 310 2026-11-09",
    "2026-11-07 private 260",
  ]);
  const sum = (of: typeof feeList) => of.reduce((pence, { fee }) => pence + fee.amount_pence, 0);
  expect(sum(feeList.filter(({ fee }) => fee.timesheet_date === null))).toBe(146_000);
  expect(sum(feeList.filter(({ fee }) => fee.timesheet_date !== null && fee.paid_date === null))).toBe(241_000);
  expect(sum(feeList.filter(({ fee }) => fee.paid_date !== null))).toBe(240_000);
});

test("who pays for them is known, and by what: each payer of a fee is a payer, and so is that of each rate", async () => {
  const known = (await db.select().from(payers).where(eq(payers.user_id, me))).map(({ unique_ref }) => unique_ref);
  const named = [
    ...(await db.select().from(fees).where(eq(fees.user_id, me))),
    ...(await db.select().from(rates).where(eq(rates.user_id, me))),
  ].map(({ payer_ref }) => payer_ref);
  expect(known).toEqual(expect.arrayContaining(named));
  const [shift] = await db
    .select()
    .from(rates)
    .where(and(eq(rates.user_id, me), eq(rates.basis, "hour")));
  const minutes = shift?.bands.map((band) => band.weekdays.length * (band.until_minute - band.from_minute)) ?? [];
  expect(minutes.reduce((sum, each) => sum + each, 0)).toBe(7 * 1440);
});

/** Without a plan the bank holidays are those of England and Wales. */
const ENGLAND = dayValuesOf([], []);
const away = await db.select().from(leave).where(eq(leave.user_id, me)).orderBy(leave.date_start);

test("leave of 2026/27: 18 days annual and 4 study taken, 5 sick, 6 booked; with 2 carried 10 of 32 are left", async () => {
  const inYear = away.filter(({ date_start }) => date_start >= "2026-04-01");
  const days = (of: typeof away) => of.reduce((halves, each) => halves + worthOf(each, ENGLAND).halves, 0) / 2;
  const ofType = (type: string, status: string) =>
    days(inYear.filter((each) => each.type === type && each.status === status));
  const [taken, booked] = [ofType("annual", "taken"), ofType("annual", "approved")];
  expect([taken, booked, ofType("study", "taken"), ofType("sick", "taken")]).toEqual([18, 6, 4, 5]);
  expect(days(inYear)).toBe(33);
  const [year] = await db.select().from(leaveYears).where(eq(leaveYears.user_id, me));
  expect(year?.year_begins).toBe("2026-04-01");
  expect(((year?.annual_half_days ?? 0) + (year?.carried_half_days ?? 0)) / 2 - taken - booked).toBe(10);
});

test("no day of leave is worked but by night, and each day of the plan without work is leave or a bank holiday", () => {
  const worked = new Set(mine.map((session) => londonMoment(session.start_at).date));
  const byDay = mine.filter((session) => londonMoment(session.start_at).minute < 17 * 60);
  const workedByDay = new Set(byDay.map((session) => londonMoment(session.start_at).date));
  const off = away.filter(({ start_part }) => start_part === "full").flatMap((each) => leaveDates(each));
  const past = off.map(({ date }) => date).filter((date) => date <= TODAY && date !== "2026-08-31");
  expect(past.filter((date) => workedByDay.has(date))).toEqual([]);
  const isOff = new Set(off.map(({ date }) => date));
  for (let date = addDays(TODAY, -700); date < TODAY; date = addDays(date, 1)) {
    if (![1, 2, 3].includes(weekday(date)) || ENGLAND.isPublicHoliday(date)) continue;
    const rests = worked.has(addDays(date, -1)) && !workedByDay.has(date);
    expect(workedByDay.has(date) || isOff.has(date) || rests, date).toBe(true);
  }
});

test("the bank holiday that was worked earned a day in lieu, and what is written of leave opens", async () => {
  const [line] = await db.select().from(lieuLedger).where(eq(lieuLedger.user_id, me));
  expect(line).toMatchObject({ day: "2026-08-31", kind: "earned", unit: "days", hundredths: 100 });
  const session = mine.find(({ unique_ref }) => unique_ref === line?.session_ref);
  expect(londonMoment(session?.start_at ?? 0).date).toBe("2026-08-31");
  const place = lieuPlace(line?.unique_ref ?? "");
  expect(await vault.decrypt(myRef, place, line?.text_encrypted ?? null)).toBe("Trauma list on the bank holiday.");
  const course = away.find(({ study_cost_pence }) => study_cost_pence !== null);
  expect(await vault.decrypt(myRef, leavePlace(course?.unique_ref ?? ""), course?.text_encrypted ?? null)).not.toBe("");
});

test("four of the newest cases have no ASA grade, and no older one", async () => {
  const found = await db
    .select({ start_at: cases.start_at })
    .from(cases)
    .where(and(eq(cases.user_id, me), sql`asa IS NULL`));
  expect(found.length).toBe(4);
  for (const { start_at } of found) expect(start_at).toBeGreaterThan(londonInstant(addDays(TODAY, -21)));
});

test("earlier years hold a few hundred cases", async () => {
  const found = await db
    .select({ n: sql<number>`count(*)` })
    .from(cases)
    .where(and(eq(cases.user_id, me), lt(cases.start_at, londonInstant("2026-04-01"))));
  expect(found[0]?.n).toBeGreaterThan(300);
});

test("work goes back two years, never past now, and no two sessions overlap", () => {
  expect(londonMoment(mine[0]?.start_at ?? 0).date < addDays(TODAY, -720)).toBe(true);
  for (const [at, session] of mine.entries()) {
    expect(session.end_at).toBeLessThanOrEqual(NOW);
    expect(mine[at + 1]?.start_at ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(session.end_at);
  }
});

test("the current week has worked PAs, a night over midnight among them", () => {
  const week = mine.filter((session) => session.start_at >= londonInstant(mondayOf(TODAY)));
  expect(week.reduce((sum, session) => sum + session.pa_units, 0)).toBeGreaterThan(5 * 3600);
  const night = mine.find((session) => session.start_at === londonInstant("2026-11-18", 20 * 60));
  expect(night?.end_at).toBe(londonInstant("2026-11-19", 4 * 60));
  expect(showPa(night?.pa_units ?? 0)).toBe("2.67");
});

test("nights through both clock changes and a bank holiday list count by the rules", () => {
  const on = (date: string, hour: number) =>
    showPa(mine.find((session) => session.start_at === londonInstant(date, hour * 60))?.pa_units ?? 0);
  expect(on("2026-03-28", 20)).toBe("3.67");
  expect(on("2026-10-24", 20)).toBe("4.33");
  expect(on("2026-08-31", 8)).toBe("3.33");
});

test("nothing but that list stands in the weeks of leave and illness", () => {
  const days = mine.map((session) => londonMoment(session.start_at).date);
  expect(days.filter((day) => day >= "2026-07-27" && day <= "2026-08-07")).toEqual([]);
  expect(days.filter((day) => day >= "2026-09-14" && day <= "2026-09-18")).toEqual([]);
});

test("each plan year has a plan of 10 PAs", async () => {
  const found = await db
    .select({ title: jobPlans.title, units: sql<number>`sum(${jobPlanElements.weekly_pa_units})` })
    .from(jobPlans)
    .innerJoin(jobPlanElements, refersTo(jobPlanElements.plan_ref, jobPlans))
    .where(eq(jobPlans.user_id, me))
    .groupBy(jobPlans.unique_ref)
    .orderBy(jobPlans.date_start);
  expect(found).toEqual([
    { title: "Job plan 2024/25", units: 36_000 },
    { title: "Job plan 2025/26", units: 36_000 },
    { title: "Job plan 2026/27", units: 36_000 },
  ]);
});

test("encrypted notes and case texts open, and only at their own place", async () => {
  const noted = mine.find((session) => session.text_encrypted);
  expect(await vault.decrypt(myRef, sessionPlace(noted?.unique_ref ?? ""), noted?.text_encrypted ?? null)).not.toBe("");
  const [found] = await db.select().from(cases).where(eq(cases.user_id, me)).limit(1);
  const text = JSON.parse(
    await vault.decrypt(myRef, casePlace(found?.unique_ref ?? ""), found?.text_encrypted ?? null),
  );
  expect(Object.keys(text)).toEqual(["case_description", "complications", "reflective_notes"]);
  await expect(vault.decrypt(myRef, casePlace("elsewhere"), found?.text_encrypted ?? null)).rejects.toThrow();
});

test("cases keep to their sessions, small children count in months, blocks carry their flags", async () => {
  const [outside] = await db
    .select({ n: sql<number>`count(*)` })
    .from(cases)
    .innerJoin(sessions, refersTo(cases.session_ref, sessions))
    .where(
      and(
        eq(cases.user_id, me),
        sql`(${cases.start_at} < ${sessions.start_at} OR ${cases.end_at} > ${sessions.end_at} OR ${cases.end_at} <= ${cases.start_at})`,
      ),
    );
  expect(outside?.n).toBe(0);
  expect(await db.$count(cases, and(eq(cases.user_id, me), eq(cases.age_unit, "months")))).toBeGreaterThan(0);
  const flags = new Set((await optionsOfUser(me)).map((each) => each.flags));
  expect([...flags].sort()).toEqual(["", "ultrasound", "ultrasound,catheter", "ultrasound,failed"]);
});

test("seeding again changes nothing", async () => {
  expect(await seed(db, vault, NOW)).toBe(false);
  expect((await db.select().from(sessions).where(eq(sessions.user_id, me))).length).toBe(mine.length);
});

test("a grown user has 400 sessions and 2,000 cases a year, with encrypted notes on the newest, leave and fees", async () => {
  const { id } = await growUser(db, vault, new Request("http://daybook.test/"), 2, NOW);
  const grown = await db.select().from(sessions).where(eq(sessions.user_id, id));
  const [counted] = await db.select({ n: sql<number>`count(*)` }).from(cases).where(eq(cases.user_id, id));
  expect(grown.length).toBe(800);
  expect(counted?.n).toBe(4000);
  const newest = grown.filter((session) => session.start_at > NOW - 14 * 86_400_000);
  expect(newest.some((session) => session.text_encrypted)).toBe(true);
  const feeList = await db.select().from(fees).where(eq(fees.user_id, id));
  expect(feeList.filter((fee) => fee.paid_date === null).length).toBe(8);
  expect([feeList.filter((fee) => fee.session_ref).length, feeList.filter((fee) => fee.case_ref).length]).toEqual([
    100, 20,
  ]);
  const off = await db.select().from(leave).where(eq(leave.user_id, id));
  expect(off.reduce((halves, each) => halves + worthOf(each, ENGLAND).halves, 0)).toBeGreaterThan(2 * 2 * 15);
});
