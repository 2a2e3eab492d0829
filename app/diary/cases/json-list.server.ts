import { and, asc, count, eq, sql } from "drizzle-orm";
import { data } from "react-router";
import { FEE_COLUMNS, type FeeRow } from "~/diary/fees/queries.server";
import { fees } from "~/diary/fees/table.server";
import {
  openSessions,
  plansInJson,
  type Stretch,
  sessionFeesIn,
  sessionsIn,
  workedIn,
} from "~/diary/sessions/json.server";
import { planChoices, planRows } from "~/diary/sessions/queries.server";
import { sessions } from "~/diary/sessions/table.server";
import { elementChoices } from "~/planning/job-plans/queries.server";
import type { Cipher } from "~/platform/crypto/vault.server";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { type CustomOption, customOptions } from "./custom-options.server";
import { type CaseInJson, caseInJson, optionsInJson } from "./json";
import { type CaseInItsSession, caseInItsSession, casesOfSession, feesOfCases } from "./of-session.server";
import { answersOf } from "./page-data.server";
import { chosenOptions } from "./queries.server";
import { cases } from "./table.server";

const ofSession = refersTo(cases.session_ref, sessions);

/** The cases of the sessions that are worked in a stretch, each session's first to last. For a batch. */
function casesIn(db: Database, userId: number, stretch: Stretch) {
  return db
    .select(caseInItsSession)
    .from(sessions)
    .innerJoin(cases, ofSession)
    .where(workedIn(userId, stretch))
    .orderBy(
      asc(sessions.start_at),
      sql`${cases.start_at} IS NULL`,
      asc(cases.start_at),
      asc(cases.created_at),
      asc(cases.unique_ref),
    );
}

function caseFeesIn(db: Database, userId: number, stretch: Stretch) {
  return db
    .select(FEE_COLUMNS)
    .from(sessions)
    .innerJoin(cases, ofSession)
    .innerJoin(fees, refersTo(fees.case_ref, cases))
    .where(workedIn(userId, stretch));
}

interface CaseRows {
  rows: readonly CaseInItsSession[];
  fees: readonly FeeRow[];
  custom: readonly CustomOption[];
}

function openCases(cipher: Cipher, { rows, fees, custom }: CaseRows): Promise<CaseInJson[]> {
  const feeOf = new Map(fees.map((fee) => [fee.case_ref, fee]));
  return Promise.all(
    rows.map(async (found) => {
      const session = { start_at: found.session_start_at };
      const shown = { session, found, fee: feeOf.get(found.unique_ref), chosen: chosenOptions(found.options, custom) };
      return caseInJson({ ...shown, custom }, await answersOf(shown, cipher));
    }),
  );
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** How many sessions and cases that would be, without reading any. */
export async function countIn(db: Database, userId: number, stretch: Stretch): Promise<number> {
  const [[worked], [seen]] = await db.batch([
    db
      .select({ found: count().as("found") })
      .from(sessions)
      .where(workedIn(userId, stretch)),
    db
      .select({ found: count().as("found") })
      .from(sessions)
      .innerJoin(cases, ofSession)
      .where(workedIn(userId, stretch)),
  ]);
  return (worked?.found ?? 0) + (seen?.found ?? 0);
}

/** All that a client shows of a stretch of the diary (specification 3.9), in one batch. */
export async function diaryIn(db: Database, cipher: Cipher, userId: number, stretch: Stretch) {
  const [worked, elements, fees, rows, caseFees, custom, plans] = await db.batch([
    sessionsIn(db, userId, stretch),
    elementChoices(db, userId),
    sessionFeesIn(db, userId, stretch),
    casesIn(db, userId, stretch),
    caseFeesIn(db, userId, stretch),
    customOptions(db, userId),
    planRows(db, userId),
  ]);
  const opened = await openCases(cipher, { rows, fees: caseFees, custom });
  return {
    sessions: await openSessions(cipher, worked, elements, fees),
    cases: Object.fromEntries(grouped(opened, (each) => each.session_ur)),
    options: optionsInJson(custom),
    jobPlans: plansInJson(planChoices(plans, elements)),
  };
}

/** One session with its cases, in one batch. @throws 404 */
export async function sessionWithCasesInJson(db: Database, cipher: Cipher, userId: number, sessionRef: string) {
  const own = and(eq(sessions.user_id, userId), eq(sessions.unique_ref, sessionRef));
  const [worked, elements, feeList, rows, caseFees, custom] = await db.batch([
    db.select().from(sessions).where(own),
    elementChoices(db, userId),
    db.select(FEE_COLUMNS).from(sessions).innerJoin(fees, refersTo(fees.session_ref, sessions)).where(own),
    casesOfSession(db, userId, sessionRef),
    feesOfCases(db, userId, sessionRef),
    customOptions(db, userId),
  ]);
  const [session] = await openSessions(cipher, worked, elements, feeList);
  if (!session) throw data(null, { status: 404 });
  return { session, cases: await openCases(cipher, { rows, fees: caseFees, custom }) };
}
