import { beginLogin } from "~/account/login/logins.server";
import { users } from "~/account/table.server";
import { type fees, payers as payersTable } from "~/diary/fees/table.server";
import type { leave } from "~/diary/leave/table.server";
import type { Cipher, Vault } from "~/platform/crypto/vault.server";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { insertRows } from "~/platform/db/json-rows.server";
import { addDays, type LondonDate, londonToday, mondayOf } from "~/platform/time/london";
import { profiles } from "~/profile/table.server";
import { cpd } from "~/reports/table.server";
import { userRow } from "./accounts.server";
import { type Fate, INSURER, TRUST } from "./believable-calendar.server";
import type { BelievableCase } from "./believable-cases.server";
import { believableCpd } from "./believable-cpd.server";
import { believablePayers, feeRow, refsByName } from "./believable-fees.server";
import { type BelievablePlan, believablePlan, type ElementKey, planYearOf } from "./believable-plan.server";
import { type BelievableSession, believableSession } from "./believable-work.server";
import { casesOfBusyYear } from "./deal.server";
import { rollFrom } from "./dice";
import { addNotes, believableProfile, insertWork } from "./seed.server";

/**
 * Weeks worked of 52, and cases of each list: with the eight sessions of `WEEK` 400 sessions and 2,000 cases a year.
 */
const WEEKS_WORKED = 50;
const CASES_A_LIST = 10;
/** Weeks from one Friday afternoon off to the next; the weeks that are not worked are leave too. */
const WEEKS_TO_AN_AFTERNOON = 4;
/**
 * Number of fees that are still owed, half of them not claimed; one list in `LISTS_TO_A_CASE_FEE` has a fee of a case
 * too.
 */
const FEES_OWED = 8;
const LISTS_TO_A_CASE_FEE = 5;

const OF_LIST: Fate = { amount_pence: 120_000, payer: TRUST, kind: "wli" };
const OF_CASE: Fate = { amount_pence: 31_050, payer: INSURER, kind: "private", codes: "W8500" };
const CLAIMED = { claimedAfterDays: 4 };
const PAID = { ...CLAIMED, paidAfterDays: 30 };

const WEEK: readonly { day: number; element: ElementKey; from: number; until: number }[] = [
  { day: 0, element: "spa_core", from: 8, until: 14 },
  { day: 0, element: "visits", from: 14, until: 17.5 },
  { day: 1, element: "theatre", from: 8, until: 18 },
  { day: 2, element: "trauma", from: 8, until: 18 },
  { day: 3, element: "spa_teaching", from: 9, until: 13 },
  { day: 3, element: "visits", from: 14, until: 17 },
  { day: 4, element: "ent", from: 8, until: 13 },
  { day: 5, element: "wli", from: 8, until: 17 },
];

/**
 * Creates a user with `years` of full work up to now, with its leave and fees.
 * @returns the user, and the cookie of a login
 */
export async function growUser(db: Database, vault: Vault, request: Request, years: number, now: number) {
  const unique_ref = newRef();
  const username = `grown-${unique_ref.toLowerCase()}`;
  const login = { userRef: unique_ref, remember: true, secondFactor: false };
  const { statements, cookie } = await beginLogin(db, request, login, now);
  const names = { username, first_name: "Theatre", last_name: "Consultant" };
  // Confirmed, since the quota of an unconfirmed account is lower.
  const email = `${username}@daybook.example`;
  const user = db
    .insert(users)
    .values(userRow({ unique_ref, ...names, email, level: 9 }, now))
    .returning({ id: users.id });
  const [[made]] = await db.batch([user, ...statements]);
  const id = made?.id as number;
  const payers = believablePayers(id, now);
  const owner = { id, cipher: vault.of(unique_ref), payerRefs: refsByName(payers) };
  await db.batch([db.insert(profiles).values(believableProfile(id, now)), ...insertRows(db, payersTable, payers)]);
  const plans = new Map<LondonDate, BelievablePlan>();
  for (let year = 0; year < years; year += 1) await growYear(db, owner, plans, year, now);
  return { id, unique_ref, username, email, cookie };
}

/**
 * Writes one year, so that neither memory nor a batch grows with the years. Every text is encrypted as a real one is.
 */
async function growYear(
  db: Database,
  { id, cipher, payerRefs }: { id: number; cipher: Cipher; payerRefs: ReadonlyMap<string, string> },
  plans: Map<LondonDate, BelievablePlan>,
  year: number,
  now: number,
): Promise<void> {
  const roll = rollFrom(year + 1);
  const known = plans.size;
  const thisMonday = mondayOf(londonToday(now));
  const work = Array.from({ length: WEEKS_WORKED }, (_, week) => addDays(thisMonday, -7 * (year * 52 + week))).flatMap(
    (monday) =>
      WEEK.map(({ day, element, from, until }) => {
        const date = addDays(monday, day);
        const plan = plans.get(planYearOf(date)) ?? believablePlan(id, planYearOf(date), now);
        plans.set(plan.date_start, plan);
        return believableSession(plan, { element, from: from * 60, until: until * 60 }, date);
      }),
  );
  const cases = await casesOfBusyYear(cipher, work, CASES_A_LIST, roll);
  await addNotes(cipher, work, cases, roll, { share: 2, times: Number.POSITIVE_INFINITY });
  const rows = {
    plans: [...plans.values()].slice(known),
    sessions: work,
    cases,
    payers: [],
    fees: feesOfBusyYear(work, cases, payerRefs, year === 0 ? FEES_OWED : 0),
    leave: leaveOfBusyYear(id, addDays(thisMonday, -7 * 52 * year), now),
  };
  const learnt = await believableCpd(cipher, id, addDays(thisMonday, -7 * 52 * year), year, now);
  const [first, ...rest] = [...insertWork(db, rows), ...insertRows(db, cpd, learnt)];
  if (first) await db.batch([first, ...rest]);
}

/** A fee for each extra list, newest first, and for some of their cases. */
function feesOfBusyYear(
  work: readonly BelievableSession[],
  cases: readonly BelievableCase[],
  payers: ReadonlyMap<string, string>,
  owed: number,
) {
  const lists = work.filter(({ element }) => element === "wli");
  return lists.flatMap(({ row }, at): (typeof fees.$inferInsert)[] => {
    const stands = at < owed / 2 ? {} : at < owed ? CLAIMED : PAID;
    const ofList = { ...feeRow({ ...OF_LIST, ...stands }, row, "list", payers), session_ref: row.unique_ref };
    const treated = at % LISTS_TO_A_CASE_FEE === 0 && cases.find((each) => each.row.session_ref === row.unique_ref);
    if (!treated) return [ofList];
    return [ofList, { ...feeRow({ ...OF_CASE, ...PAID }, row, "case", payers), case_ref: treated.row.unique_ref }];
  });
}

/** @param newest the Monday of the year's last week */
function leaveOfBusyYear(user_id: number, newest: LondonDate, now: number): (typeof leave.$inferInsert)[] {
  const leaveOn = (date_start: LondonDate, date_end: LondonDate, start_part: "full" | "pm") => {
    const span = { date_start, date_end, start_part, type: "annual", status: "taken" } as const;
    return { unique_ref: newRef(), user_id, ...span, created_at: now, updated_at: now };
  };
  const weeksOff = [WEEKS_WORKED, WEEKS_WORKED + 1].map((week) => addDays(newest, -7 * week));
  const afternoons = Array.from({ length: Math.floor(WEEKS_WORKED / WEEKS_TO_AN_AFTERNOON) }, (_, at) =>
    addDays(newest, 4 - 7 * WEEKS_TO_AN_AFTERNOON * (at + 1)),
  );
  return [
    ...weeksOff.map((monday) => leaveOn(monday, addDays(monday, 4), "full")),
    ...afternoons.map((friday) => leaveOn(friday, friday, "pm")),
  ];
}
