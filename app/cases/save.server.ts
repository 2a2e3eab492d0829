import type { BatchItem } from "drizzle-orm/batch";
import { data } from "react-router";
import { caseFeeOf } from "~/claims/form";
import { FEE_OWNER, feeStatements } from "~/claims/save.server";
import { isInUse, isRefused, isStale, isTaken, newRef, nextVersion } from "~/db/columns.server";
import { claimKey, editedBefore, once, rememberEdit } from "~/db/idempotency.server";
import type { Asker } from "~/http/context";
import { FORM_WAS_USED, type Refusal } from "~/http/refusal.server";
import { keptAge } from "~/profile/age-bands";
import { clockTime } from "~/time/clock-time";
import { shortDate } from "~/time/dates";
import { type LondonDate, londonMoment } from "~/time/london";
import { type ChosenOptions, chooseOptions, OPTION_GONE, optionsValue } from "./choose-options.server";
import { OPTION_OWNER } from "./custom-options.server";
import { emptyErrors, faultsOf, savedTexts, suspected } from "./fee.server";
import type { CaseAnswers } from "./form";
import {
  type CaseInSession,
  type CaseProfile,
  caseInSession,
  ofSession,
  type SessionWithCases,
  sessionWithCases,
} from "./queries.server";
import { changedElsewhere } from "./refusal.server";
import {
  asksDay,
  type CaseTimes,
  caseDays,
  daysOf,
  endsBeforeStart,
  isDayElsewhere,
  type Span,
  typedTimes,
} from "./rules";
import { sealCaseText } from "./sealed-text.server";
import { cases } from "./table.server";

/** Two pages on the same source. */
const MADE_BEFORE: Refusal = {
  errors: { "": "This row is in your logbook already. Your answers are kept below: change the case that it became" },
  status: 409,
};

const NO_TIMES: CaseTimes = { start_at: null, end_at: null };

const CHANGED =
  "This case was changed elsewhere after you opened it. Your answers are kept below and are not saved yet. What was saved is shown with them: save again to put yours in its place";

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
  { db, userId, cipher, now }: Asker,
  { session, custom, profile }: SessionWithCases,
  answers: CaseAnswers & { idempotency_key: string; save_empty: boolean },
  fingerprint: string,
  source?: CaseSource,
): Promise<Refusal | null> {
  const { times, errors } = judgeTimes(session, answers, { ...NO_TIMES, start_at: source?.start_at ?? null });
  const chosen = chooseOptions(db, userId, custom, answers, now);
  Object.assign(errors, chosen.errors, faultsOf(answers, {}), emptyErrors(answers));
  if (Object.keys(errors).length > 0) return { errors, status: 422 };

  const unique_ref = source?.case_ref ?? newRef();
  const key = { key: answers.idempotency_key, fingerprint };
  const row = {
    unique_ref,
    user_id: userId,
    session_ref: session.unique_ref,
    ...columnsOf(answers, times, profile),
    sealed: await sealCaseText(cipher, unique_ref, answers),
    options: optionsValue(userId, chosen.rows),
    created_at: now,
    updated_at: now,
  };
  const fee = await feeStatements({ db, cipher, userId, now }, { case_ref: unique_ref }, caseFeeOf(answers), undefined);
  const batch = () =>
    db.batch([
      claimKey(db, userId, key, unique_ref, now),
      ...chosen.statements,
      db.insert(cases).values(row),
      ...fee,
      ...(source?.statements ?? []),
    ]);
  const isThere = async (ref: string) => (await db.$count(cases, ofSession(userId, session.unique_ref, ref))) > 0;
  try {
    const made = await once(db, userId, key, unique_ref, batch, isThere);
    return made === null ? FORM_WAS_USED : null;
  } catch (error) {
    if (isInUse(error)) throw data(null, { status: 404 });
    if (isTaken(error, "cases.unique_ref")) return MADE_BEFORE;
    if (!isRefused(error, OPTION_GONE)) throw error;
    const place = await sessionWithCases(db, userId, session.unique_ref);
    const refusal = chooseAgain(chooseOptions(db, userId, place.custom, answers, now));
    return refusal ?? addCase({ db, userId, cipher, now }, place, answers, fingerprint, source);
  }
}

/** Saves a case that was opened at a version. @throws 404 when it is gone. */
export async function saveCase(
  writer: Asker,
  place: CaseInSession,
  answers: CaseAnswers & { version: number },
  fingerprint: string,
): Promise<Refusal | null> {
  const { db, userId, cipher, now } = writer;
  const { session, custom, found, profile } = place;
  const caseRef = found.unique_ref;
  const edit = { ref: caseRef, version: answers.version, fingerprint };
  const { times, errors } = judgeTimes(session, answers, found);
  const chosen = chooseOptions(db, userId, custom, answers, now, caseRef);
  Object.assign(errors, chosen.errors, faultsOf(answers, await savedTexts(place, cipher), place.fee));
  if (Object.keys(errors).length > 0) return { errors, status: 422 };

  const fee = await feeStatements({ db, cipher, userId, now }, { case_ref: caseRef }, caseFeeOf(answers), place.fee);
  const row = {
    ...columnsOf(answers, times, profile),
    sealed: await sealCaseText(cipher, caseRef, answers),
    options: optionsValue(userId, chosen.rows),
    updated_at: now,
    version: nextVersion(cases.version, answers.version),
  };
  try {
    const update = db
      .update(cases)
      .set(row)
      .where(ofSession(userId, session.unique_ref, caseRef));
    const [first = update, ...others] = [...chosen.statements, update];
    const results = await db.batch([first, ...others, ...fee, rememberEdit(db, userId, cases, edit, now)]);
    // Gone, and nothing was made for it: nothing was written.
    if (results[chosen.statements.length]?.meta.changes === 0) throw data(null, { status: 404 });
    return null;
  } catch (error) {
    if (isRefused(error, OPTION_OWNER) || isRefused(error, FEE_OWNER)) throw data(null, { status: 404 });
    if (isRefused(error, OPTION_GONE)) {
      const again = await caseInSession(db, userId, session.unique_ref, caseRef);
      const refusal = chooseAgain(chooseOptions(db, userId, again.custom, answers, now, caseRef));
      return refusal ?? saveCase(writer, again, answers, fingerprint);
    }
    if (!isStale(error)) throw error;
    if (await editedBefore(db, userId, cases, edit)) return null;
    return changedElsewhere(writer, session.unique_ref, caseRef, CHANGED);
  }
}

/** When the case was, or what is wrong with its day and times. @param was as it is saved */
export function judgeTimes(session: Span, answers: CaseAnswers, was: CaseTimes) {
  const errors: Record<string, string> = {};
  const { case_day: day } = answers;
  if (day !== null && isDayElsewhere(session, day, was)) {
    const [only, ...more] = caseDays(session, was.start_at);
    const mend = only && more.length > 0 ? "Choose a day from the list" : oneDayMessage(session);
    return { times: NO_TIMES, errors: { case_day: mend } };
  }
  const times = typedTimes(session, answers, was.start_at);
  if (times === false) {
    const { date, minute } = londonMoment(session.start_at);
    errors.start_time = `Start time must be ${clockTime(minute)} or later on ${shortDate(date)}, when the session starts`;
  } else if (isOtherDay(day, times)) {
    const is = shortDate(londonMoment(times.start_at ?? times.end_at ?? 0).date);
    const mend = asksDay(session, was.start_at) ? `choose ${is}` : "leave the day out";
    errors.case_day = `At these times the case is on ${is}: ${mend}, or change the times`;
  } else if (answers.start_time !== null && !isSame(times, was) && endsBeforeStart(session, times)) {
    errors.end_time = `End time must be after the start, ${clockTime(answers.start_time)}. Check both times`;
  }
  return { times: times || NO_TIMES, errors };
}

/** What was saved before a rule came may be saved again. */
function isSame({ start_at, end_at }: CaseTimes, was: CaseTimes): boolean {
  return start_at === was.start_at && end_at === was.end_at;
}

/** True for a day that was sent where none is asked, and that the times do not come to. */
function isOtherDay(day: LondonDate | null, { start_at, end_at }: CaseTimes): boolean {
  const at = start_at ?? end_at;
  return day !== null && at !== null && londonMoment(at).date !== day;
}

/** Of a session whose form asks for no day: one of a night has two, and the times say which. */
function oneDayMessage(session: Span): string {
  const days = daysOf(session).map((day) => shortDate(day));
  return `The session is on ${days.join(" and ")}: leave the day out, or choose another session`;
}

function columnsOf(answers: CaseAnswers, times: CaseTimes, profile: CaseProfile) {
  const { gender, asa, urgency, supervision } = answers;
  const kept = keptAge(answers, profile);
  return { ...times, ...kept, gender, asa, urgency, supervision, identifier_suspected: suspected(answers) };
}

/** Why the options cannot be stored, now that one is gone. Null when what is left is right: one that was typed is new. */
function chooseAgain({ errors }: ChosenOptions): Refusal | null {
  return Object.keys(errors).length > 0 ? { errors, status: 409 } : null;
}
