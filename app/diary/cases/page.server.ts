import { and, desc, eq, getTableColumns, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { caseFeeAnswers } from "~/diary/fees/facts";
import { decryptFeeNotes, feeFigures } from "~/diary/fees/queries.server";
import { feePath } from "~/diary/fees/work/work.server";
import { sessions } from "~/diary/sessions/table.server";
import type { Cipher } from "~/platform/crypto/vault.server";
import type { Database } from "~/platform/db/database.server";
import { clockTime } from "~/platform/time/clock-time";
import { shortDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";
import { supervisionsOf } from "~/profile/supervision";
import { decryptCaseText } from "./encrypted-text.server";
import { caseLines } from "./facts.server";
import { plainOf } from "./form";
import { favourites, offeredOptions } from "./options.server";
import {
  type CaseInItsSession,
  type CaseInSession,
  type ChosenOption,
  chosenOptions,
  type SessionWithCases,
  sessionWithCasesOf,
  sessionWithCasesQueries,
} from "./queries.server";
import { caseDays } from "./rules";
import { flagsName, type OptionKind } from "./standard-options";
import { cases } from "./table.server";

/** What the form of a case shows besides its answers. */
export async function caseFormData(
  place: SessionWithCases & Partial<Pick<CaseInSession, "fee" | "found">>,
  cipher: Cipher,
  chosen: readonly string[] = [],
  startAt: number | null = null,
) {
  const { session, custom, recent, fee, found, profile } = place;
  const start = londonMoment(session.start_at);
  const end = londonMoment(session.end_at);
  const endDay = end.date === start.date ? "" : `${shortDate(end.date, false)}, `;
  const own = {
    airway: offeredOptions(custom, "airway", chosen),
    procedure: offeredOptions(custom, "procedure", chosen),
  };
  return {
    session: {
      unique_ref: session.unique_ref,
      when: `${shortDate(start.date)}, ${clockTime(start.minute)} – ${endDay}${clockTime(end.minute)}`,
      date: start.date,
      span: { start_at: session.start_at, end_at: session.end_at },
      element: session.element ?? "No job plan element",
    },
    cases: await caseLines(place.cases, cipher, place.fees),
    locked: place.locked,
    days: caseDays(session, startAt).map((date) => ({ value: date, label: shortDate(date) })),
    fee: feeFigures(fee),
    feePath: found ? feePath(fee, "case", found.unique_ref) : null,
    payers: place.payers,
    supervisions: supervisionsOf(profile.supervision_labels),
    agesInBands: profile.ages === "bands",
    custom: own,
    usual: {
      airway: favourites(recent, "airway", own.airway),
      procedure: favourites(recent, "procedure", own.procedure),
    },
  };
}

export type CaseFormData = Awaited<ReturnType<typeof caseFormData>>;

/** Answers of a case by form field name. */
export type CaseFormAnswers = Record<string, string | string[] | null>;

interface ShownCase extends Pick<CaseInSession, "fee" | "chosen"> {
  found: CaseInItsSession;
  session: Pick<CaseInSession["session"], "start_at">;
}

/** The answers of a saved case as its form shows them, by field name. */
export async function answersOf({ session, found, fee, chosen }: ShownCase, cipher: Cipher): Promise<CaseFormAnswers> {
  const start = found.start_at === null ? null : londonMoment(found.start_at);
  const end = found.end_at === null ? null : londonMoment(found.end_at);
  const day = start ?? end ?? londonMoment(session.start_at);
  return {
    ...(await decryptCaseText(cipher, found)),
    start_time: start && clockTime(start.minute),
    end_time: end && clockTime(end.minute),
    case_day: day.date,
    age: codeText(found.age),
    age_unit: found.age_unit,
    ...Object.fromEntries(Object.entries(plainOf(found)).map(([name, code]) => [name, codeText(code)])),
    ...optionAnswers(chosen),
    ...caseFeeAnswers(fee, await decryptFeeNotes(cipher, fee)),
    // Kept with the answers, so that a form that is shown again with errors keeps the version from which it started.
    version: String(found.version),
  };
}

/** The options of a case and their flags, by form field name. */
export function optionAnswers(chosen: readonly ChosenOption[]) {
  const idsOf = (kind: OptionKind) => chosen.filter((each) => each.kind === kind).map(({ id }) => id);
  const flagged = chosen.filter(({ flags }) => flags !== "");
  return {
    selected_airway_options_set: idsOf("airway"),
    selected_extra_options_set: idsOf("procedure"),
    ...Object.fromEntries(flagged.map(({ id, flags }) => [flagsName(id), flags.split(",")])),
  };
}

function codeText(code: number | null): string {
  return code === null ? "" : String(code);
}

/**
 * As `sessionWithCases`, with the case that a new one is modelled on: null when there is no such case.
 * @param like `last`, or the reference of one of the user's cases
 * @param before the instant up to which recent use counts
 * @throws 404 when the session is not the user's
 */
export async function sessionWithModel(db: Database, userId: number, sessionRef: string, like: string, before: number) {
  const ref = like === "last" ? lastCase(userId, sessionRef) : sql`${like}`;
  const [[row], ...place] = await db.batch([
    db
      .select(getTableColumns(cases))
      .from(cases)
      .where(and(eq(cases.user_id, userId), eq(cases.unique_ref, ref))),
    ...sessionWithCasesQueries(db, userId, sessionRef, before),
  ]);
  const session = sessionWithCasesOf(place);
  return { ...session, model: row ? { row, chosen: chosenOptions(row.options, session.custom) } : null };
}

const ofCase = alias(cases, "of_case");
const ofSession = alias(sessions, "of_session");

/**
 * Expression: the reference of the case logged last in the session; if it has none, of the case logged last in the
 * latest session with cases.
 */
function lastCase(userId: number, sessionRef: string) {
  const hasCases = sql`EXISTS (SELECT 1 FROM ${cases} AS held WHERE held.user_id = ${userId} AND held.session_ref = of_session.unique_ref)`;
  const latest = sql`(SELECT of_session.unique_ref FROM ${sessions} AS of_session
    WHERE of_session.user_id = ${userId} AND ${hasCases} ORDER BY ${desc(ofSession.start_at)} LIMIT 1)`;
  const here = sql`(SELECT here.session_ref FROM ${cases} AS here
    WHERE here.user_id = ${userId} AND here.session_ref = ${sessionRef} LIMIT 1)`;
  return sql`(SELECT of_case.unique_ref FROM ${cases} AS of_case
    WHERE of_case.user_id = ${userId} AND of_case.session_ref = coalesce(${here}, ${latest})
    ORDER BY ${desc(ofCase.created_at)}, ${desc(ofCase.start_at)}, ${desc(ofCase.unique_ref)} LIMIT 1)`;
}

/**
 * Answers that a new case takes over from its model: the technique, the urgency and the supervision. What belongs to
 * the patient (age, gender, ASA, text, times, fee) is asked again.
 */
export function answersFromModel({ row, chosen }: NonNullable<Awaited<ReturnType<typeof sessionWithModel>>["model"]>) {
  const { urgency, supervision } = row;
  return { urgency: codeText(urgency), supervision: codeText(supervision), ...optionAnswers(chosen) };
}
