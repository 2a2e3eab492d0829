import { and, asc, count, eq } from "drizzle-orm";
import { data } from "react-router";
import { GENDERS, SUPERVISIONS, URGENCIES, wordOf } from "~/diary/cases/codes";
import { type CustomOption, customOptions, offeredOptions, optionLabel } from "~/diary/cases/options.server";
import { answersOf, type CaseFormAnswers } from "~/diary/cases/page.server";
import {
  type CaseInItsSession,
  type CaseInSession,
  caseInItsSession,
  casesOfSession,
  chosenOptions,
  FIRST_TO_LAST,
  feesOfCases,
} from "~/diary/cases/queries.server";
import { type OptionKind, STANDARD_OPTIONS } from "~/diary/cases/standard-options";
import { cases } from "~/diary/cases/table.server";
import { FEE_COLUMNS, type FeeRow } from "~/diary/fees/queries.server";
import { fees } from "~/diary/fees/table.server";
import { planChoices, planRows } from "~/diary/sessions/queries.server";
import { sessions } from "~/diary/sessions/table.server";
import { elementChoices } from "~/planning/job-plans/queries.server";
import type { Cipher } from "~/platform/crypto/vault.server";
import { refersTo } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import type { JsonObject } from "~/platform/http/read-json.server";
import { blanksAsNull } from "~/platform/http/read-json.server";
import {
  decryptSessions,
  type InstantRange,
  plansInJson,
  sessionFeesIn,
  sessionsIn,
  workedIn,
} from "./sessions.server";

/** Converts between stored cases and those of the JSON calls, whose names come from the specification (3.6). */

const NO_FEE = {
  case_claim_procedure_code: null,
  case_claim_amount: null,
  case_claim_payer: null,
  case_claim_timesheet_date: null,
  case_claim_paid_date: null,
  case_claim_notes: null,
};

type ShownCase = Pick<CaseInSession, "chosen" | "custom"> & { found: CaseInItsSession };

/**
 * A case as the JSON calls return it.
 * @param answers its answers as its form shows them
 */
export function caseInJson({ found, chosen, custom }: ShownCase, answers: CaseFormAnswers) {
  const texts = Object.entries(answers).filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const flags = Object.entries(answers).filter(([name]) => name.startsWith("block_flags_"));
  const optionsOf = (kind: OptionKind) =>
    chosen.filter((each) => each.kind === kind).map(({ id }) => ({ id, label: optionLabel(custom, id) }));
  const { unique_ref, session_ref, age, age_unit, gender, asa, urgency, supervision, version } = found;
  return {
    ...NO_FEE,
    ...blanksAsNull(Object.fromEntries(texts)),
    ...Object.fromEntries(flags),
    unique_ref,
    session_ur: session_ref,
    start_time: answers.start_time ?? null,
    end_time: answers.end_time ?? null,
    case_description: answers.case_description ?? "",
    complications: answers.complications ?? "",
    reflective_notes: answers.reflective_notes ?? "",
    ...{ age, age_unit, gender, asa, urgency, supervision, version },
    gender_text: wordOf(GENDERS, gender),
    urgency_text: wordOf(URGENCIES, urgency) || "Not Recorded",
    supervision_text: wordOf(SUPERVISIONS, supervision) || "No Supervision",
    selected_airway_options_set: optionsOf("airway"),
    selected_extra_options_set: optionsOf("procedure"),
  };
}

type CaseInJson = ReturnType<typeof caseInJson>;

/** All options, in the groups of the specification (3.6). */
function optionsInJson(custom: readonly CustomOption[]) {
  const groupsOf = (kind: OptionKind) => ({ Standard: STANDARD_OPTIONS[kind], Custom: offeredOptions(custom, kind) });
  return { airway_options: groupsOf("airway"), extra_options: groupsOf("procedure") };
}

/** Fields of a case's form that are tick boxes. */
export const CASE_TICKS = ["identifiers_confirmed"];

/**
 * Converts `form_data` of a case to the names and values of its form: an option may be its id, or an object with its id
 * and label.
 */
export function caseFields(fields: JsonObject): JsonObject {
  // The page's button and idempotency key mean nothing in a call.
  const { next: _, idempotency_key: __, ...named } = fields;
  for (const name of ["selected_airway_options_set", "selected_extra_options_set"]) {
    if (named[name] !== undefined) named[name] = idsOf(named[name]);
  }
  return named;
}

function idsOf(options: unknown): unknown {
  if (Array.isArray(options)) return options.map(idOf);
  // An empty text, or null, means an empty list; anything else that is not a list becomes a value that the form
  // refuses.
  return options === null || options === "" ? [] : {};
}

function idOf(option: unknown): unknown {
  return typeof option === "object" && option !== null && "id" in option ? option.id : option;
}

/**
 * The saved answers used for fields that `fields` leave out. A new age without a unit, from a client that knows none,
 * is in years.
 */
export function savedAnswers(saved: CaseFormAnswers, fields: JsonObject): CaseFormAnswers {
  const { age, age_unit } = fields;
  const isOther = (typeof age === "string" || typeof age === "number") && `${age}` !== saved.age;
  return isOther && age_unit === undefined ? { ...saved, age_unit: "years" } : saved;
}

const ofSession = refersTo(cases.session_ref, sessions);

/** Query for a batch: the cases of the sessions within a stretch, in order of session, then of case. */
function casesIn(db: Database, userId: number, range: InstantRange) {
  return db
    .select(caseInItsSession)
    .from(sessions)
    .innerJoin(cases, ofSession)
    .where(workedIn(userId, range))
    .orderBy(asc(sessions.start_at), ...FIRST_TO_LAST);
}

function caseFeesIn(db: Database, userId: number, range: InstantRange) {
  return db
    .select(FEE_COLUMNS)
    .from(sessions)
    .innerJoin(cases, ofSession)
    .innerJoin(fees, refersTo(fees.case_ref, cases))
    .where(workedIn(userId, range));
}

function decryptCases(
  cipher: Cipher,
  rows: readonly CaseInItsSession[],
  fees: readonly FeeRow[],
  custom: CustomOption[],
): Promise<CaseInJson[]> {
  const feeOf = new Map(fees.map((fee) => [fee.case_ref, fee]));
  return Promise.all(
    rows.map(async (found) => {
      const session = { start_at: found.session_start_at };
      const shown = { session, found, fee: feeOf.get(found.unique_ref), chosen: chosenOptions(found.options, custom) };
      return caseInJson({ ...shown, custom }, await answersOf(shown, cipher));
    }),
  );
}

/** Counts the sessions and cases of a stretch without reading them. */
export async function countRecords(db: Database, userId: number, range: InstantRange): Promise<number> {
  const [[worked], [seen]] = await db.batch([
    db
      .select({ found: count().as("found") })
      .from(sessions)
      .where(workedIn(userId, range)),
    db
      .select({ found: count().as("found") })
      .from(sessions)
      .innerJoin(cases, ofSession)
      .where(workedIn(userId, range)),
  ]);
  return (worked?.found ?? 0) + (seen?.found ?? 0);
}

/** All records that a client shows for a stretch of the diary (specification 3.9), read in one batch. */
export async function diaryInJson(db: Database, cipher: Cipher, userId: number, range: InstantRange) {
  const [worked, elements, fees, rows, caseFees, custom, plans] = await db.batch([
    sessionsIn(db, userId, range),
    elementChoices(db, userId),
    sessionFeesIn(db, userId, range),
    casesIn(db, userId, range),
    caseFeesIn(db, userId, range),
    customOptions(db, userId),
    planRows(db, userId),
  ]);
  const bySession: Record<string, CaseInJson[]> = {};
  for (const each of await decryptCases(cipher, rows, caseFees, custom)) {
    bySession[each.session_ur] = [...(bySession[each.session_ur] ?? []), each];
  }
  return {
    sessions: await decryptSessions(cipher, worked, elements, fees),
    cases: bySession,
    options: optionsInJson(custom),
    jobPlans: plansInJson(planChoices(plans, elements)),
  };
}

/**
 * One session with its cases, read in one batch.
 * @throws 404 when the session is not found
 */
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
  const [session] = await decryptSessions(cipher, worked, elements, feeList);
  if (!session) throw data(null, { status: 404 });
  return { session, cases: await decryptCases(cipher, rows, caseFees, custom) };
}
