import { and, eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { data } from "react-router";
import { caseFeeOf } from "~/claims/form";
import { FEE_OWNER, feeStatements } from "~/claims/save.server";
import { claims, ownClaims } from "~/claims/table.server";
import { isInUse, isRefused, isStale, isTaken, newRef, nextVersion, sameVersion } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import { claimKey, once } from "~/db/idempotency.server";
import { keepForUndo } from "~/db/undo-steps.server";
import { FORM_WAS_USED, type Refusal } from "~/http/refusal.server";
import type { SessionHeading } from "~/sessions/heading.server";
import { clockTime } from "~/time/clock-time";
import { shortDate } from "~/time/dates";
import { londonMoment } from "~/time/london";
import type { Vault } from "~/vault/vault.server";
import { type ChoiceOfOption, chooseOptions } from "./choose-options.server";
import { faultsOf, savedTexts, suspected } from "./fee.server";
import type { CaseAnswers } from "./form";
import type { CaseInSession, SessionWithCases } from "./queries.server";
import { changedElsewhere } from "./refusal.server";
import { type CaseTimes, caseDays, caseTimes } from "./rules";
import { sealCaseText } from "./sealed-text.server";
import { caseOptions, cases, options, ownOptions } from "./table.server";

/** Two pages on the same source. */
const MADE_BEFORE: Refusal = {
  errors: { "": "This row is in your logbook already. Your answers are kept below: change the case that it became" },
  status: 409,
};

interface Writer {
  db: Database;
  user: { unique_ref: string };
  vault: Vault;
  now: number;
}

const CHANGED =
  "This case was changed elsewhere after you opened it. Your answers are kept below and are not saved yet. What was saved is shown with them: save again to put yours in its place";
const CHANGED_NOT_DELETED =
  "This case was changed elsewhere after you opened this page, and is not deleted. It is shown below as it is now: delete it again if it should still go";

/** What a case is made of that was written down elsewhere before. */
export interface CaseSource {
  /** The reference that the case has to get: it is made once at most. */
  case_ref: string;
  /** When the case was: it keeps its own day. */
  start_at: number | null;
  /** In the batch that makes the case, after it. */
  statements: readonly BatchItem<"sqlite">[];
}

/**
 * Adds a case to a session; the same form again adds nothing.
 * @throws 404 when the session is gone.
 */
export async function addCase(
  { db, user, vault, now }: Writer,
  { session, custom }: SessionWithCases,
  answers: CaseAnswers & { idempotency_key: string },
  fingerprint: string,
  source?: CaseSource,
): Promise<Refusal | null> {
  const userRef = user.unique_ref;
  const { times, errors } = judgeTimes(session, answers, source?.start_at ?? null);
  const chosen = chooseOptions(db, userRef, custom, answers, now);
  Object.assign(errors, chosen.errors, faultsOf(answers, {}));
  if (Object.keys(errors).length > 0) return { errors, status: 422 };

  const unique_ref = source?.case_ref ?? newRef();
  const key = { key: answers.idempotency_key, fingerprint };
  const row = {
    unique_ref,
    user_ref: userRef,
    session_ref: session.unique_ref,
    ...columnsOf(answers, times),
    sealed: await sealCaseText(vault, userRef, unique_ref, answers),
    created_at: now,
    updated_at: now,
  };
  const fee = await feeStatements({ db, vault, userRef, now }, { case_ref: unique_ref }, caseFeeOf(answers), undefined);
  const batch = () =>
    db.batch([
      claimKey(db, userRef, key, unique_ref, now),
      db.insert(cases).values(row),
      ...fee,
      ...chosen.statements,
      putOptions(db, userRef, unique_ref, chosen.rows),
      ...(source?.statements ?? []),
    ]);
  const isThere = async (ref: string) => (await db.$count(cases, ofSession(userRef, session.unique_ref, ref))) > 0;
  try {
    const made = await once(db, userRef, key, unique_ref, batch, isThere);
    return made === null ? FORM_WAS_USED : null;
  } catch (error) {
    if (isInUse(error)) throw data(null, { status: 404 });
    if (isTaken(error, "cases.unique_ref")) return MADE_BEFORE;
    throw error;
  }
}

/** Saves a case that was opened at a version. @throws 404 when it is gone. */
export async function saveCase(
  writer: Writer,
  place: CaseInSession,
  answers: CaseAnswers & { version: number },
): Promise<Refusal | null> {
  const { db, user, vault, now } = writer;
  const { session, custom, found } = place;
  const userRef = user.unique_ref;
  const caseRef = found.unique_ref;
  const { times, errors } = judgeTimes(session, answers, found.start_at);
  const chosen = chooseOptions(db, userRef, custom, answers, now);
  Object.assign(errors, chosen.errors, faultsOf(answers, await savedTexts(place, vault, userRef)));
  if (Object.keys(errors).length > 0) return { errors, status: 422 };

  const fee = await feeStatements({ db, vault, userRef, now }, { case_ref: caseRef }, caseFeeOf(answers), place.fee);
  const row = {
    ...columnsOf(answers, times),
    sealed: await sealCaseText(vault, userRef, caseRef, answers),
    updated_at: now,
    version: nextVersion(cases.version, answers.version),
  };
  try {
    const [saved] = await db.batch([
      db
        .update(cases)
        .set(row)
        .where(ofSession(userRef, session.unique_ref, caseRef)),
      ...fee,
      db.delete(caseOptions).where(and(ownOptions(userRef), eq(caseOptions.case_ref, caseRef))),
      ...chosen.statements,
      putOptions(db, userRef, caseRef, chosen.rows),
    ]);
    // Gone, and had no options to put either: nothing was written.
    if (saved.meta.changes === 0) throw data(null, { status: 404 });
    return null;
  } catch (error) {
    if (isRefused(error, "case_options.case_ref") || isRefused(error, FEE_OWNER)) throw data(null, { status: 404 });
    if (!isStale(error)) throw error;
    return changedElsewhere(writer, session.unique_ref, caseRef, CHANGED);
  }
}

/**
 * Takes a case away with all that hangs on it, at the version that was shown.
 * @returns the step that undoes it. @throws 404 when it is not there, or not the user's.
 */
export async function deleteCase(
  writer: Writer,
  sessionRef: string,
  caseRef: string,
  version: number,
): Promise<Refusal | { undo: string | null }> {
  const { db, user, now } = writer;
  const userRef = user.unique_ref;
  const thisCase = ofSession(userRef, sessionRef, caseRef);
  const ref = db.select({ ref: cases.unique_ref }).from(cases).where(thisCase);
  const ofCase = sql`${ownOptions(userRef)} AND ${caseOptions.case_ref} = ${ref}`;
  const fee = sql`${ownClaims(userRef)} AND ${claims.case_ref} = ${ref}`;
  const undo = newRef();
  const deletes = [
    { table: cases, where: sql`${thisCase}` },
    { table: caseOptions, where: ofCase },
    { table: claims, where: fee },
  ];
  try {
    const [, kept, , , gone] = await db.batch([
      db
        .update(cases)
        .set({ version: sameVersion(cases.version, version) })
        .where(thisCase),
      keepForUndo(db, userRef, { ref: undo, says: "Case deleted", deletes }, now),
      db.delete(caseOptions).where(ofCase),
      db.delete(claims).where(fee),
      db.delete(cases).where(thisCase),
    ]);
    if (gone.meta.changes === 0) throw data(null, { status: 404 });
    return { undo: kept.meta.changes > 0 ? undo : null };
  } catch (error) {
    if (!isStale(error)) throw error;
    return changedElsewhere(writer, sessionRef, caseRef, CHANGED_NOT_DELETED);
  }
}

function ofSession(userRef: string, sessionRef: string, caseRef: string) {
  return and(eq(cases.user_ref, userRef), eq(cases.session_ref, sessionRef), eq(cases.unique_ref, caseRef));
}

/** When the case was, or what is wrong with its day and times. */
function judgeTimes(session: SessionHeading, answers: CaseAnswers, was: number | null) {
  const errors: Record<string, string> = {};
  const none: CaseTimes = { start_at: null, end_at: null };
  const days = caseDays(session, was);
  // Where times alone are enough no day is asked, and one sent all the same says nothing.
  const day = days.length > 0 ? answers.case_day : null;
  if (day !== null && !days.includes(day)) {
    return { times: none, errors: { case_day: "Choose a day from the list" } };
  }
  const times = caseTimes(session, { start: answers.start_time, end: answers.end_time, day }, was);
  if (times === false) {
    const { date, minute } = londonMoment(session.start_at);
    errors.start_time = `Start time must be ${clockTime(minute)} or later on ${shortDate(date)}, when the session starts`;
  }
  return { times: times || none, errors };
}

function columnsOf(answers: CaseAnswers, times: CaseTimes) {
  const { age, age_unit, gender, asa, urgency, supervision } = answers;
  return { ...times, age, age_unit, gender, asa, urgency, supervision, identifier_suspected: suspected(answers) };
}

/**
 * One statement for all options of a case, however many; those added with it get their id by their label. For a
 * case that is gone, or not the user's, case_ref comes out NULL: the column refuses it, and the batch fails as one.
 */
function putOptions(db: Database, userRef: string, caseRef: string, rows: ChoiceOfOption[]) {
  return db
    .insert(caseOptions)
    .select(
      sql`SELECT ${cases.unique_ref}, ${cases.user_ref}, row.value ->> 'kind', coalesce(${options.unique_ref}, row.value ->> 'id'), row.value ->> 'flags'
        FROM json_each(${JSON.stringify(rows)}) AS row
        LEFT JOIN ${cases} ON ${cases.unique_ref} = ${caseRef} AND ${cases.user_ref} = ${userRef}
        LEFT JOIN ${options} ON ${options.user_ref} = ${userRef} AND ${options.kind} = row.value ->> 'kind'
          AND ${options.label} = row.value ->> 'label' COLLATE NOCASE
        WHERE true`,
    )
    .onConflictDoNothing();
}
