import { and, asc, count, eq, getTableColumns, sql } from "drizzle-orm";
import { data } from "react-router";
import { claims } from "~/claims/table.server";
import type { Database } from "~/db/database.server";
import { elementChoices } from "~/job-plans/choices.server";
import { plansInJson } from "~/sessions/json";
import { openSessions, type Stretch, sessionFeesIn, sessionsIn, workedIn } from "~/sessions/json-list.server";
import { planChoices, planRows } from "~/sessions/queries.server";
import { sessions } from "~/sessions/table.server";
import type { Vault } from "~/vault/vault.server";
import { type CustomOption, customOptions } from "./custom-options.server";
import { type CaseInJson, caseInJson, optionsInJson } from "./json";
import { type CaseInItsSession, caseInItsSession, casesOfSession, feesOfCases } from "./of-session.server";
import { answersOf } from "./page-data.server";
import type { ChosenOption } from "./queries.server";
import { caseOptions, cases } from "./table.server";

const ofSession = and(eq(cases.user_ref, sessions.user_ref), eq(cases.session_ref, sessions.unique_ref));

/** The cases of the sessions that are worked in a stretch, each session's first to last. For a batch. */
function casesIn(db: Database, userRef: string, stretch: Stretch) {
  return db
    .select(caseInItsSession)
    .from(sessions)
    .innerJoin(cases, ofSession)
    .where(workedIn(userRef, stretch))
    .orderBy(
      asc(sessions.start_at),
      sql`${cases.start_at} IS NULL`,
      asc(cases.start_at),
      asc(cases.created_at),
      asc(cases.unique_ref),
    );
}

function caseOptionsIn(db: Database, userRef: string, stretch: Stretch) {
  return db
    .select(getTableColumns(caseOptions))
    .from(sessions)
    .innerJoin(cases, ofSession)
    .innerJoin(caseOptions, eq(caseOptions.case_ref, cases.unique_ref))
    .where(workedIn(userRef, stretch))
    .orderBy(asc(caseOptions.case_ref), asc(caseOptions.option_id));
}

function caseFeesIn(db: Database, userRef: string, stretch: Stretch) {
  return db
    .select(getTableColumns(claims))
    .from(sessions)
    .innerJoin(cases, ofSession)
    .innerJoin(claims, eq(claims.case_ref, cases.unique_ref))
    .where(workedIn(userRef, stretch));
}

type Fee = typeof claims.$inferSelect;

interface CaseRows {
  rows: readonly CaseInItsSession[];
  chosen: readonly (ChosenOption & { case_ref: string })[];
  fees: readonly Fee[];
  custom: readonly CustomOption[];
}

function openCases(vault: Vault, userRef: string, { rows, chosen, fees, custom }: CaseRows): Promise<CaseInJson[]> {
  const chosenOf = grouped(chosen, (each) => each.case_ref);
  const feeOf = new Map(fees.map((fee) => [fee.case_ref, fee]));
  return Promise.all(
    rows.map(async (found) => {
      const session = { start_at: found.session_start_at };
      const shown = { session, found, fee: feeOf.get(found.unique_ref), chosen: chosenOf.get(found.unique_ref) ?? [] };
      return caseInJson({ ...shown, custom }, await answersOf(shown, vault, userRef));
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
export async function countIn(db: Database, userRef: string, stretch: Stretch): Promise<number> {
  const [[worked], [seen]] = await db.batch([
    db
      .select({ found: count().as("found") })
      .from(sessions)
      .where(workedIn(userRef, stretch)),
    db
      .select({ found: count().as("found") })
      .from(sessions)
      .innerJoin(cases, ofSession)
      .where(workedIn(userRef, stretch)),
  ]);
  return (worked?.found ?? 0) + (seen?.found ?? 0);
}

/** All that a client shows of a stretch of the diary (specification 3.9), in one batch. */
export async function diaryIn(db: Database, vault: Vault, userRef: string, stretch: Stretch) {
  const [worked, elements, fees, rows, chosen, caseFees, custom, plans] = await db.batch([
    sessionsIn(db, userRef, stretch),
    elementChoices(db, userRef),
    sessionFeesIn(db, userRef, stretch),
    casesIn(db, userRef, stretch),
    caseOptionsIn(db, userRef, stretch),
    caseFeesIn(db, userRef, stretch),
    customOptions(db, userRef),
    planRows(db, userRef),
  ]);
  const opened = await openCases(vault, userRef, { rows, chosen, fees: caseFees, custom });
  return {
    sessions: await openSessions(vault, worked, elements, fees),
    cases: Object.fromEntries(grouped(opened, (each) => each.session_ur)),
    options: optionsInJson(custom),
    jobPlans: plansInJson(planChoices(plans, elements)),
  };
}

/** One session with its cases, in one batch. @throws 404 */
export async function sessionWithCasesInJson(db: Database, vault: Vault, userRef: string, sessionRef: string) {
  const own = and(eq(sessions.user_ref, userRef), eq(sessions.unique_ref, sessionRef));
  const ofUser = and(eq(cases.user_ref, userRef), eq(cases.session_ref, sessionRef));
  const [worked, elements, fees, rows, chosen, caseFees, custom] = await db.batch([
    db.select().from(sessions).where(own),
    elementChoices(db, userRef),
    db
      .select(getTableColumns(claims))
      .from(sessions)
      .innerJoin(claims, eq(claims.session_ref, sessions.unique_ref))
      .where(own),
    casesOfSession(db, userRef, sessionRef),
    db
      .select(getTableColumns(caseOptions))
      .from(cases)
      .innerJoin(caseOptions, eq(caseOptions.case_ref, cases.unique_ref))
      .where(ofUser)
      .orderBy(asc(caseOptions.case_ref), asc(caseOptions.option_id)),
    feesOfCases(db, userRef, sessionRef),
    customOptions(db, userRef),
  ]);
  const [session] = await openSessions(vault, worked, elements, fees);
  if (!session) throw data(null, { status: 404 });
  return { session, cases: await openCases(vault, userRef, { rows, chosen, fees: caseFees, custom }) };
}
