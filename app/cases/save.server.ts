import { and, eq, sql } from "drizzle-orm";
import { data } from "react-router";
import { isStale, newRef, nextVersion } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import { claimKey, once } from "~/db/idempotency.server";
import type { SessionHeading } from "~/sessions/heading.server";
import { clockTime } from "~/time/clock-time";
import { shortDate } from "~/time/dates";
import { londonMoment } from "~/time/london";
import type { Vault } from "~/vault/vault.server";
import { type ChoiceOfOption, chooseOptions } from "./choose-options.server";
import type { CaseAnswers } from "./form";
import type { CaseInSession, SessionWithCases } from "./queries.server";
import { type CaseTimes, caseDays, caseTimes } from "./rules";
import { sealCaseText } from "./sealed-text.server";
import { caseOptions, cases, options } from "./table.server";

interface Writer {
  db: Database;
  user: { unique_ref: string };
  vault: Vault;
  now: number;
}

export type Saved = { ok: true } | { ok: false; errors: Record<string, string>; status: 409 | 422 };

/** Adds a case to a session; the same key again adds nothing. */
export async function addCase(
  { db, user, vault, now }: Writer,
  { session, custom }: SessionWithCases,
  answers: CaseAnswers & { idempotency_key: string },
): Promise<Saved> {
  const userRef = user.unique_ref;
  const { times, errors } = judgeTimes(session, answers, null);
  const chosen = chooseOptions(db, userRef, custom, answers, now);
  Object.assign(errors, chosen.errors);
  if (Object.keys(errors).length > 0) return { ok: false, errors, status: 422 };

  const unique_ref = newRef();
  const key = answers.idempotency_key;
  const row = {
    unique_ref,
    user_ref: userRef,
    session_ref: session.unique_ref,
    ...columnsOf(answers, times),
    sealed: await sealCaseText(vault, userRef, unique_ref, answers),
    created_at: now,
    updated_at: now,
  };
  await once(db, userRef, key, unique_ref, () =>
    db.batch([
      claimKey(db, userRef, key, unique_ref, now),
      db.insert(cases).values(row),
      ...chosen.statements,
      putOptions(db, userRef, unique_ref, chosen.rows),
    ]),
  );
  return { ok: true };
}

/** Saves a case that was opened at a version. */
export async function saveCase(
  { db, user, vault, now }: Writer,
  { session, custom, found }: CaseInSession,
  answers: CaseAnswers & { version: number },
): Promise<Saved> {
  const userRef = user.unique_ref;
  const caseRef = found.unique_ref;
  const { times, errors } = judgeTimes(session, answers, found.start_at);
  const chosen = chooseOptions(db, userRef, custom, answers, now);
  Object.assign(errors, chosen.errors);
  if (Object.keys(errors).length > 0) return { ok: false, errors, status: 422 };

  const row = {
    ...columnsOf(answers, times),
    sealed: await sealCaseText(vault, userRef, caseRef, answers),
    updated_at: now,
    version: nextVersion(cases.version, answers.version),
  };
  const thisCase = and(eq(cases.user_ref, userRef), eq(cases.unique_ref, caseRef));
  try {
    await db.batch([
      db.update(cases).set(row).where(thisCase),
      db.delete(caseOptions).where(and(eq(caseOptions.user_ref, userRef), eq(caseOptions.case_ref, caseRef))),
      ...chosen.statements,
      putOptions(db, userRef, caseRef, chosen.rows),
    ]);
  } catch (error) {
    if (!isStale(error)) throw error;
    const message =
      "This case was changed elsewhere after you opened it. Your answers are kept below and are not saved yet: save again to put them in place of that change";
    return { ok: false, errors: { "": message }, status: 409 };
  }
  return { ok: true };
}

/** Takes a case away with its options. @throws 404 when it is not there, or not the user's. */
export async function deleteCase({ db, user }: Writer, sessionRef: string, caseRef: string): Promise<void> {
  const userRef = user.unique_ref;
  const thisCase = and(eq(cases.user_ref, userRef), eq(cases.session_ref, sessionRef), eq(cases.unique_ref, caseRef));
  const [, gone] = await db.batch([
    db
      .delete(caseOptions)
      .where(
        and(
          eq(caseOptions.user_ref, userRef),
          eq(caseOptions.case_ref, db.select({ ref: cases.unique_ref }).from(cases).where(thisCase)),
        ),
      ),
    db.delete(cases).where(thisCase),
  ]);
  if (gone.meta.changes === 0) throw data(null, { status: 404 });
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
  return { ...times, age, age_unit, gender, asa, urgency, supervision };
}

/** One statement for all options of a case, however many; those added with it get their id by their label. */
function putOptions(db: Database, userRef: string, caseRef: string, rows: ChoiceOfOption[]) {
  return db
    .insert(caseOptions)
    .select(
      sql`SELECT ${cases.unique_ref}, ${cases.user_ref}, row.value ->> 'kind', coalesce(${options.unique_ref}, row.value ->> 'id'), row.value ->> 'flags'
        FROM json_each(${JSON.stringify(rows)}) AS row
        JOIN ${cases} ON ${cases.unique_ref} = ${caseRef} AND ${cases.user_ref} = ${userRef}
        LEFT JOIN ${options} ON ${options.user_ref} = ${userRef} AND ${options.kind} = row.value ->> 'kind'
          AND ${options.label} = row.value ->> 'label' COLLATE NOCASE
        WHERE true`,
    )
    .onConflictDoNothing();
}
