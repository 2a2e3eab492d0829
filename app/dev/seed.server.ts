import { eq, sql } from "drizzle-orm";
import { newTotpSecret, totpRow } from "~/account/factors/totp.server";
import { encryptPassword } from "~/account/passwords/passwords.server";
import { codes, totp, users } from "~/account/table.server";
import { cases } from "~/diary/cases/table.server";
import { fees, payers, rates } from "~/diary/fees/table.server";
import { leave, leavePlace, leaveYears, lieuLedger, lieuPlace } from "~/diary/leave/table.server";
import { sessionPlace, sessions } from "~/diary/sessions/table.server";
import { elementSchedule, jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import type { Cipher, Vault } from "~/platform/crypto/vault.server";
import { isTaken, newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { insertRows } from "~/platform/db/json-rows.server";
import { MINUTE_MS } from "~/platform/time/durations";
import { addDays, type LondonDate, londonMoment, londonToday } from "~/platform/time/london";
import { profiles } from "~/profile/table.server";
import { cpd } from "~/reports/table.server";
import { userRow, verifiedRow } from "./accounts.server";
import { believableAways } from "./believable-calendar.server";
import type { BelievableCase } from "./believable-cases.server";
import { believableCpd } from "./believable-cpd.server";
import { believableFees, believablePayers, believableRates, refsByName } from "./believable-fees.server";
import { type BelievablePlan, believablePlan, EMPLOYER, planYearOf } from "./believable-plan.server";
import { type BelievableSession, bankHolidayList, believableWork } from "./believable-work.server";
import { casesOfAppraisalYear, casesOfEarlierYears } from "./deal.server";
import { type Roll, rollFrom } from "./dice";
import { SESSION_NOTES, type SessionFacts, tell } from "./narrative";

const DAYS_OF_WORK = 2 * 365;

/** The logins that `npm start` prints. They exist in a local world only. */
const CONSULTANT = { username: "consultant", password: "theatre list on tuesday", level: 9, last_name: "Consultant" };
const ADMIN = { username: "admin", password: "keeper of the theatre keys", level: 10, last_name: "Administrator" };

/**
 * Creates the two local accounts, with verified addresses and a second factor for the administrator, and two years of
 * believable work up to `now`, with its leave and fees, all or nothing.
 * @returns false when it was done before; then nothing is changed
 */
export async function seed(db: Database, vault: Vault, now: number): Promise<boolean> {
  const found = await db.select().from(users).where(eq(users.username_key, CONSULTANT.username));
  if (found.length > 0) return false;

  const id = await nextUserId(db);
  const consultant = { id, ...(await account(vault, CONSULTANT, now)) };
  const admin = { id: id + 1, ...(await account(vault, ADMIN, now)) };
  const cipher = vault.of(consultant.unique_ref);
  const today = londonToday(now);
  const from = addDays(today, -DAYS_OF_WORK);
  const plans = planYears(from, today).map((start) => believablePlan(consultant.id, start, now));
  const work = believableWork(plans, from, today, now);
  const yearStart = planYearOf(today);
  const elementsOfYear = new Set(
    Object.values(plans.find((plan) => plan.date_start === yearStart)?.elements ?? {}).map((each) => each.unique_ref),
  );
  const isThisYear = ({ row }: BelievableSession) => elementsOfYear.has(row.element_ref ?? "");
  const cases = [
    ...(await casesOfEarlierYears(
      cipher,
      work.filter((each) => !isThisYear(each)),
    )),
    ...(await casesOfAppraisalYear(cipher, work.filter(isThisYear))),
  ];
  await addNotes(cipher, work, cases, rollFrom(7));
  const away = await believableLeave(cipher, consultant.id, work, from, now);
  const payers = believablePayers(consultant.id, now);
  const payerRefs = refsByName(payers);
  const fees = believableFees(work, cases, payerRefs, today);
  const learnt = await Promise.all(
    [today, addDays(today, -365)].map((last, years) => believableCpd(cipher, consultant.id, last, years, now)),
  );
  try {
    await db.batch([
      db.insert(users).values([consultant, admin]),
      db.insert(codes).values([consultant, admin].map((owner) => verifiedRow(owner.unique_ref, owner.email, now))),
      db.insert(totp).values(await totpRow(vault, admin.unique_ref, newTotpSecret(), 0, now)),
      ...insertWork(db, { plans, sessions: work, cases, payers, fees, leave: away.leave }),
      ...insertRows(db, leaveYears, away.years),
      ...insertRows(db, lieuLedger, away.lieu),
      ...insertRows(db, rates, believableRates(consultant.id, payerRefs, now)),
      ...insertRows(db, cpd, learnt.flat()),
      db.insert(profiles).values(believableProfile(consultant.id, now)),
    ]);
  } catch (error) {
    if (isTaken(error, "users.username_key") || isTaken(error, "users.id")) return false;
    throw error;
  }
  return true;
}

/** The id that the next user gets. */
async function nextUserId(db: Database): Promise<number> {
  const [last] = await db.all<{ id: number }>(sql`SELECT seq AS id FROM sqlite_sequence WHERE name = 'users'`);
  return (last?.id ?? 0) + 1;
}

/** Profile with personal details; the preferences have their defaults. */
export function believableProfile(user_id: number, now: number): typeof profiles.$inferInsert {
  return {
    ...{ unique_ref: newRef(), user_id, created_at: now, updated_at: now },
    // A number that no doctor has.
    gmc_number: "0000000",
    grade: "Consultant",
    specialty: "Anaesthetics",
    employers: [EMPLOYER],
    sites: ["Main theatres", "Trauma theatre", "Day surgery unit", "Private hospital"],
  };
}

/** Adds notes, encrypted, to about one in `share` sessions of the elements that have any; each comes `times` at most. */
export async function addNotes(
  cipher: Cipher,
  work: BelievableSession[],
  cases: readonly BelievableCase[],
  roll: Roll,
  { share = 6, times = 2 } = {},
): Promise<void> {
  const casesOf = Map.groupBy(cases, ({ row }) => row.session_ref);
  const told = new Map<unknown, number>();
  for (const { row, element } of work) {
    if (roll(share) > 0) continue;
    const facts = factsOf(row, casesOf.get(row.unique_ref) ?? []);
    const note = tell(SESSION_NOTES[element] ?? [], facts, told, roll, times);
    if (note) row.text_encrypted = await cipher.encrypt(sessionPlace(row.unique_ref), note);
  }
}

function factsOf({ start_at, end_at }: BelievableSession["row"], cases: readonly BelievableCase[]): SessionFacts {
  const minutesTo = (moment: number | null | undefined) => ((moment ?? start_at) - start_at) / MINUTE_MS;
  const spans = cases.map(({ row }) => ({ from: minutesTo(row.start_at), until: minutesTo(row.end_at) }));
  const gaps = spans.slice(1).map(({ from }, at) => from - (spans[at]?.until ?? from));
  return {
    ...{ cases: cases.length, minutes: minutesTo(end_at), longestGap: Math.max(0, ...gaps) },
    ...{ first: spans[0]?.from ?? 0, last: spans.at(-1)?.until ?? 0 },
    isTaught: cases.some(({ row }) => [3, 4, 5].includes(row.supervision ?? 0)),
  };
}

/** First days of the plan years from `from` to `until`. */
function planYears(from: string, until: string): string[] {
  const first = Number(planYearOf(from).slice(0, 4));
  const last = Number(planYearOf(until).slice(0, 4));
  return Array.from({ length: last - first + 1 }, (_, at) => `${first + at}-04-01`);
}

async function account(vault: Vault, { username, password, level, last_name }: typeof CONSULTANT, now: number) {
  const unique_ref = newRef();
  const names = { username, first_name: "Theatre", last_name, email: `${username}@daybook.example` };
  const password_encrypted = await encryptPassword(vault, unique_ref, password);
  return userRow({ unique_ref, ...names, password_encrypted, level }, now);
}

interface Work {
  plans: BelievablePlan[];
  sessions: BelievableSession[];
  cases: BelievableCase[];
  payers: (typeof payers.$inferInsert)[];
  fees: (typeof fees.$inferInsert)[];
  leave: (typeof leave.$inferInsert)[];
}

/** Statements that insert plans, the work done under them and the leave, parents first. */
export function insertWork(db: Database, work: Work) {
  const plans = work.plans.map((each) => each.plan);
  const elements = work.plans.flatMap((each) => Object.values(each.elements));
  const schedule = work.plans.flatMap((each) => each.schedule);
  const rows = work.cases.map((each) => each.row);
  return [
    ...insertRows(db, jobPlans, plans),
    ...insertRows(db, jobPlanElements, elements),
    ...insertRows(db, elementSchedule, schedule),
    ...insertRows(
      db,
      sessions,
      work.sessions.map((each) => each.row),
    ),
    ...insertRows(db, cases, rows),
    ...insertRows(db, payers, work.payers),
    ...insertRows(db, fees, work.fees),
    ...insertRows(db, leave, work.leave),
  ];
}

interface BelievableLeave {
  leave: (typeof leave.$inferInsert)[];
  years: (typeof leaveYears.$inferInsert)[];
  lieu: (typeof lieuLedger.$inferInsert)[];
}

/** Leave of the believable work, taken and booked, and a day in lieu for the bank holiday that was worked. */
async function believableLeave(
  cipher: Cipher,
  userId: number,
  work: readonly BelievableSession[],
  from: LondonDate,
  now: number,
): Promise<BelievableLeave> {
  const today = londonMoment(now).date;
  const rowOf = () => ({ unique_ref: newRef(), user_id: userId, created_at: now, updated_at: now });
  const away = believableAways(from, today).map(async ({ costPence, note, ...span }) => {
    const row = rowOf();
    const text_encrypted = await cipher.encrypt(leavePlace(row.unique_ref), note);
    const status = span.date_end <= today ? ("taken" as const) : ("approved" as const);
    return { ...row, ...span, status, study_cost_pence: costPence, text_encrypted };
  });
  const year = { ...rowOf(), year_begins: planYearOf(today), carried_half_days: 4 };
  const day = bankHolidayList(today);
  const worked = work.find(({ row }) => londonMoment(row.start_at).date === day);
  return { leave: await Promise.all(away), years: [year], lieu: day && worked ? [await earned(day, worked)] : [] };

  async function earned(date: LondonDate, session: BelievableSession): Promise<typeof lieuLedger.$inferInsert> {
    const row = rowOf();
    const text_encrypted = await cipher.encrypt(lieuPlace(row.unique_ref), "Trauma list on the bank holiday.");
    const session_ref = session.row.unique_ref;
    return { ...row, day: date, kind: "earned", unit: "days", hundredths: 100, session_ref, text_encrypted };
  }
}
