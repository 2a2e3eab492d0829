import { and, eq, ne, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { data } from "react-router";
import { refusalOf, undoOf } from "~/changes/saved.server";
import { deletionForm, editForm, writeChange } from "~/changes/write-change.server";
import { caseFeeOf } from "~/diary/fees/form";
import { feeRows } from "~/diary/fees/write.server";
import { ofUser } from "~/diary/sessions/queries.server";
import { sessions } from "~/diary/sessions/table.server";
import type { Actor } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import type { Saved } from "~/platform/http/answer-save.server";
import { FORM_WAS_USED, type Refusal } from "~/platform/http/refusal.server";
import { shortDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";
import { ageToStore } from "~/profile/age-bands";
import {
  emptyErrors,
  feeAndTextErrors,
  hasSuspectedIdentifier,
  NO_TIMES,
  savedTexts,
  validateTimes,
} from "./checks.server";
import { encryptCaseText } from "./encrypted-text.server";
import { type CaseAnswers, plainOf } from "./form";
import { type ChosenOptions, chooseOptions, NO_RECENT_USE } from "./options.server";
import { type CaseInSession, caseInSession, type SessionWithCases, sessionWithCases } from "./queries.server";
import type { CaseTimes, Span } from "./rules";
import { cases } from "./table.server";

/** Two pages saved a case from the same source. */
const ALREADY_MADE: Refusal = {
  errors: {
    "": "This row is already in your logbook. Your answers are kept below. Change the case that it became instead",
  },
  status: 409,
};

/** Guard: the session of new cases was not called off. */
export function wasHeld(userId: number, sessionRef: string): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM ${sessions} WHERE ${ofUser(userId, sessionRef)} AND ${ne(sessions.outcome, "held")})`;
}

export const NOT_HELD: Refusal = {
  errors: {
    "": "This session did not happen, so it can have no cases. Your answers are kept below. Say on its page that it happened, then save again",
  },
  status: 409,
};

/** A record, made elsewhere before, from which a case is made. */
interface CaseSource {
  /** Reference for the new case, fixed so that it is made at most once. */
  case_ref: string;
  /** Start of the case, so that it keeps its own day. */
  start_at: number | null;
  /** Guard: if it does not hold, no case is made, and the answer is `refusal`. */
  isThere: SQL;
  refusal: Refusal;
  /** Statements to run after the case is made, in the same batch. */
  statements: readonly BatchItem<"sqlite">[];
}

/**
 * Adds a case to a session; a repeat of the same form adds nothing.
 * @returns null when it is saved
 * @throws 404 when the session is deleted
 */
export async function addCase(
  by: Actor,
  place: SessionWithCases,
  answers: CaseAnswers & { idempotency_key: string; save_empty: boolean },
  fingerprint: string,
  source?: CaseSource,
): Promise<Refusal | null> {
  const { session, custom } = place;
  const { times, errors } = validateTimes(session, answers, { ...NO_TIMES, start_at: source?.start_at ?? null });
  const chosen = chooseOptions(by, custom, answers);
  Object.assign(errors, chosen.errors, feeAndTextErrors(answers, {}), emptyErrors(answers));
  if (Object.keys(errors).length > 0) return { errors, status: 422 };

  const unique_ref = source?.case_ref ?? newRef();
  const row = await caseRow(by, { unique_ref, text_encrypted: null }, place, answers, times, chosen);
  const fee = await feeRows(by, { case_ref: unique_ref }, caseFeeOf(answers), undefined);
  const made = sql`EXISTS (SELECT 1 FROM ${cases} WHERE ${cases.user_id} = ${by.userId} AND ${cases.unique_ref} = ${unique_ref})`;
  const written = await writeChange(by, {
    message: `Case added, ${dayOf(session)}`,
    form: { key: answers.idempotency_key, fingerprint, result: { part: "cases", ref: unique_ref } },
    guards: {
      ...(source && { isNew: sql`NOT ${made}`, isThere: source.isThere }),
      ...{ held: wasHeld(by.userId, session.unique_ref), options: chosen.areThere },
    },
    ahead: [...chosen.statements, ...fee.ahead],
    inserts: { cases: [{ ...row, session_ref: session.unique_ref }], ...fee.inserts },
    alongside: source?.statements ?? [],
  });
  if (written.result === "written" || written.result === "repeated") return null;
  if (written.result === "form used") return FORM_WAS_USED;
  if (written.result === "gone") throw data(null, { status: 404 });
  if (written.result === "refused" && written.guard === "isNew") return ALREADY_MADE;
  if (written.result === "refused" && written.guard === "isThere" && source) return source.refusal;
  if (written.result === "refused" && written.guard === "held") return NOT_HELD;
  const again = await sessionWithCases(by.db, by.userId, session.unique_ref, NO_RECENT_USE, unique_ref);
  return chooseAgain(chooseOptions(by, again.custom, answers)) ?? addCase(by, again, answers, fingerprint, source);
}

/**
 * Saves a case that was opened at a version.
 * @returns null when it is saved
 * @throws 404 when it is deleted
 */
export async function saveCase(
  by: Actor,
  place: CaseInSession,
  answers: CaseAnswers & { version: number },
  fingerprint: string,
): Promise<Refusal | null> {
  const { session, custom, found } = place;
  const { unique_ref } = found;
  const { version } = answers;
  const { times, errors } = validateTimes(session, answers, found);
  const chosen = chooseOptions(by, custom, answers);
  Object.assign(errors, chosen.errors, feeAndTextErrors(answers, await savedTexts(place, by.cipher), place.fee));
  if (Object.keys(errors).length > 0) return { errors, status: 422 };

  const fee = await feeRows(by, { case_ref: unique_ref }, caseFeeOf(answers), place.fee);
  const row = await caseRow(by, found, place, answers, times, chosen);
  const written = await writeChange(by, {
    message: `Case changed, ${dayOf(session)}`,
    form: editForm("cases", { ref: unique_ref, version, fingerprint }),
    seen: [{ part: "cases", ref: unique_ref, version }, ...fee.seen],
    guards: { options: chosen.areThere },
    ahead: [...chosen.statements, ...fee.ahead],
    inserts: fee.inserts,
    updates: { cases: [row], ...fee.updates },
    deletes: fee.deletes,
  });
  if (written.result === "written" || written.result === "repeated") return null;
  if (written.result !== "refused") {
    return refusalOf(by, written, { what: "case", part: "cases", ref: unique_ref });
  }
  const again = await caseInSession(by.db, by.userId, session.unique_ref, unique_ref, NO_RECENT_USE, unique_ref);
  return chooseAgain(chooseOptions(by, again.custom, answers)) ?? saveCase(by, again, answers, fingerprint);
}

/**
 * The stored columns of a case, without its session and its fee.
 * @param saved the case as it is now; a new one has no text yet
 */
export async function caseRow(
  { cipher }: Actor,
  { unique_ref, text_encrypted: stored }: Pick<typeof cases.$inferSelect, "unique_ref" | "text_encrypted">,
  { profile }: SessionWithCases,
  answers: CaseAnswers,
  times: CaseTimes,
  { options }: ChosenOptions,
) {
  return {
    unique_ref,
    ...times,
    ...ageToStore(answers, profile),
    ...plainOf(answers),
    options,
    text_encrypted: await encryptCaseText(cipher, unique_ref, answers, stored),
    identifier_suspected: hasSuspectedIdentifier(answers),
  };
}

/** A session's date, for the list of changes that can be undone. */
export function dayOf({ start_at }: Span): string {
  return shortDate(londonMoment(start_at).date);
}

/**
 * Refusal after an option was deleted meanwhile. Null if the remaining options are valid: one that was typed is added
 * again.
 */
function chooseAgain({ errors }: ChosenOptions): Refusal | null {
  return Object.keys(errors).length > 0 ? { errors, status: 409 } : null;
}

/**
 * Deletes a case with its fee. A repeat of the form, which contains the version only, gets the same answer.
 * @returns `undo`: the name of the change, with which it can be undone; null when that is too long ago
 * @throws 404 when the case does not exist, or is not of this session
 */
export async function deleteCase(by: Actor, sessionRef: string, caseRef: string, version: number): Promise<Saved> {
  const isThisCase = and(
    eq(cases.user_id, by.userId),
    eq(cases.session_ref, sessionRef),
    eq(cases.unique_ref, caseRef),
  );
  const written = await writeChange(by, {
    message: "Case deleted",
    form: deletionForm({ ref: caseRef, version, fingerprint: sessionRef }),
    seen: [{ part: "cases", ref: caseRef, version }],
    guards: { isOfSession: sql`EXISTS (SELECT 1 FROM ${cases} WHERE ${isThisCase})` },
    deletes: [{ part: "cases", refs: [caseRef] }],
  });
  if (written.result === "refused") throw data(null, { status: 404 });
  const refusal = await refusalOf(by, written, { what: "case", part: "cases", ref: caseRef, deletes: true });
  return refusal ? { refusal } : { undo: undoOf(written) };
}
