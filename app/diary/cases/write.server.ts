import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { data } from "react-router";
import { deletionForm, editForm, writeChange } from "~/diary/changes.server";
import { caseFeeOf } from "~/diary/fees/form";
import { feeRows } from "~/diary/fees/save.server";
import type { Asker } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import { FORM_WAS_USED, type Refusal } from "~/platform/http/refusal.server";
import { clockTime } from "~/platform/time/clock-time";
import { shortDate } from "~/platform/time/dates";
import { type LondonDate, londonMoment } from "~/platform/time/london";
import { keptAge } from "~/profile/age-bands";
import { emptyErrors, faultsOf, savedTexts, suspected } from "./checks.server";
import { encryptCaseText } from "./encrypted-text.server";
import { caseFacts } from "./facts.server";
import type { CaseAnswers } from "./form";
import { type ChosenOptions, chooseOptions } from "./options.server";
import {
  type CaseInSession,
  type CaseProfile,
  caseInSession,
  ofSession,
  type SessionWithCases,
  sessionWithCases,
} from "./queries.server";
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
  /** Must hold, or there is no case and the answer is `refusal`. */
  isThere: SQL;
  refusal: Refusal;
  /** In the batch that makes the case, after it. */
  statements: readonly BatchItem<"sqlite">[];
}

/**
 * Adds a case to a session; the same form again adds nothing.
 * @throws 404 when the session is gone.
 */
export async function addCase(
  by: Asker,
  { session, custom, profile }: SessionWithCases,
  answers: CaseAnswers & { idempotency_key: string; save_empty: boolean },
  fingerprint: string,
  source?: CaseSource,
): Promise<Refusal | null> {
  const { times, errors } = judgeTimes(session, answers, { ...NO_TIMES, start_at: source?.start_at ?? null });
  const chosen = chooseOptions(by, custom, answers);
  Object.assign(errors, chosen.errors, faultsOf(answers, {}), emptyErrors(answers));
  if (Object.keys(errors).length > 0) return { errors, status: 422 };

  const { db, userId, cipher } = by;
  const unique_ref = source?.case_ref ?? newRef();
  const row = {
    ...columnsOf(answers, times, profile),
    unique_ref,
    session_ref: session.unique_ref,
    text_encrypted: await encryptCaseText(cipher, unique_ref, answers),
    options: chosen.options,
  };
  const fee = await feeRows(by, { case_ref: unique_ref }, caseFeeOf(answers), undefined);
  const made = sql`EXISTS (SELECT 1 FROM ${cases} WHERE ${cases.user_id} = ${userId} AND ${cases.unique_ref} = ${unique_ref})`;
  const written = await writeChange(by, {
    message: `Case added, ${dayOf(session)}`,
    form: { key: answers.idempotency_key, fingerprint, result: { part: "cases", ref: unique_ref } },
    guards: { ...(source && { isNew: sql`NOT ${made}`, isThere: source.isThere }), options: chosen.areThere },
    ahead: chosen.statements,
    inserts: { cases: [row], ...fee.inserts },
    alongside: source?.statements ?? [],
  });
  if (written.result === "written" || written.result === "repeated") return null;
  if (written.result === "form used") return FORM_WAS_USED;
  if (written.result === "gone") throw data(null, { status: 404 });
  if (written.result === "refused" && written.guard === "isNew") return MADE_BEFORE;
  if (written.result === "refused" && written.guard === "isThere" && source) return source.refusal;
  const place = await sessionWithCases(db, userId, session.unique_ref);
  return chooseAgain(chooseOptions(by, place.custom, answers)) ?? addCase(by, place, answers, fingerprint, source);
}

/** Saves a case that was opened at a version. @throws 404 when it is gone. */
export async function saveCase(
  by: Asker,
  place: CaseInSession,
  answers: CaseAnswers & { version: number },
  fingerprint: string,
): Promise<Refusal | null> {
  const { session, custom, found, profile } = place;
  const unique_ref = found.unique_ref;
  const { version } = answers;
  const { times, errors } = judgeTimes(session, answers, found);
  const chosen = chooseOptions(by, custom, answers);
  Object.assign(errors, chosen.errors, faultsOf(answers, await savedTexts(place, by.cipher), place.fee));
  if (Object.keys(errors).length > 0) return { errors, status: 422 };

  const fee = await feeRows(by, { case_ref: unique_ref }, caseFeeOf(answers), place.fee);
  const row = {
    ...columnsOf(answers, times, profile),
    unique_ref,
    text_encrypted: await encryptCaseText(by.cipher, unique_ref, answers),
    options: chosen.options,
  };
  const written = await writeChange(by, {
    message: `Case changed, ${dayOf(session)}`,
    form: editForm("cases", { ref: unique_ref, version, fingerprint }),
    seen: [{ part: "cases", ref: unique_ref, version }, ...fee.seen],
    guards: { options: chosen.areThere },
    ahead: chosen.statements,
    inserts: fee.inserts,
    updates: { cases: [row], ...fee.updates },
    deletes: fee.deletes,
  });
  if (written.result === "written" || written.result === "repeated") return null;
  if (written.result !== "refused") return changedElsewhere(by, session.unique_ref, unique_ref, CHANGED);
  const again = await caseInSession(by.db, by.userId, session.unique_ref, unique_ref);
  return chooseAgain(chooseOptions(by, again.custom, answers)) ?? saveCase(by, again, answers, fingerprint);
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

/** For the list of what can be undone. */
function dayOf({ start_at }: Span): string {
  return shortDate(londonMoment(start_at).date);
}

/** Why the options cannot be stored, now that one is gone. Null when what is left is right: one that was typed is new. */
function chooseAgain({ errors }: ChosenOptions): Refusal | null {
  return Object.keys(errors).length > 0 ? { errors, status: 409 } : null;
}

const CHANGED_BEFORE_DELETION =
  "This case was changed elsewhere after you opened this page, and is not deleted. It is shown below as it is now: delete it again if it should still go";

/**
 * Deletes a case with its fee. Its form says the version alone: sent again it is answered as it was.
 * @returns what undoes it, null when that is too long ago. @throws 404 when it is not there, or not of this session.
 */
export async function deleteCase(
  by: Asker,
  sessionRef: string,
  caseRef: string,
  version: number,
): Promise<Refusal | { undo: string | null }> {
  const written = await writeChange(by, {
    message: "Case deleted",
    form: deletionForm({ ref: caseRef, version, fingerprint: sessionRef }),
    seen: [{ part: "cases", ref: caseRef, version }],
    guards: { isOfSession: sql`EXISTS (SELECT 1 FROM ${cases} WHERE ${ofSession(by.userId, sessionRef, caseRef)})` },
    deletes: [{ part: "cases", refs: [caseRef] }],
  });
  if (written.result === "written" || written.result === "repeated") return { undo: written.undo };
  return changedElsewhere(by, sessionRef, caseRef, CHANGED_BEFORE_DELETION);
}

/** @throws 404 when the case is gone. */
export async function changedElsewhere(
  { db, userId, cipher }: Pick<Asker, "db" | "userId" | "cipher">,
  sessionRef: string,
  caseRef: string,
  message: string,
): Promise<Refusal> {
  const shown = await caseInSession(db, userId, sessionRef, caseRef);
  const newer = { version: shown.found.version, facts: await caseFacts(shown, cipher) };
  return { errors: { "": message }, status: 409, newer };
}
