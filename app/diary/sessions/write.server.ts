import type { SQL } from "drizzle-orm";
import { data } from "react-router";
import { refusalOf } from "~/changes/saved.server";
import { editForm, writeChange } from "~/changes/write-change.server";
import { sessionFeeOf } from "~/diary/fees/form";
import { feeOf } from "~/diary/fees/queries.server";
import { feeRows } from "~/diary/fees/write.server";
import { elementChoices } from "~/planning/job-plans/queries.server";
import type { Actor } from "~/platform/context";
import { encryptEdited } from "~/platform/crypto/vault.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormKey } from "~/platform/db/idempotency.server";
import type { ReadForm } from "~/platform/http/read-form.server";
import { FORM_WAS_USED } from "~/platform/http/refusal.server";
import { shortDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";
import { addSeries } from "../series/add-series.server";
import { changeFollowing } from "../series/change-following.server";
import { columnsOfAnswers, ELEMENT_GONE, feeAndTextErrors, timesOf } from "./columns-of-answers.server";
import type { NewSessionAnswers, SessionAnswers, SessionEdit } from "./form";
import { decryptTexts, elementsThere, overlappingSessions, planChoices, planRows, sessionRow } from "./queries.server";
import { overlappingLeave, type Saved, saveResult } from "./save-result.server";
import { sessionPlace } from "./table.server";

/** Adds a session, or the sessions of a series, once for each form. */
export function addSession(by: Actor, form: FormKey, answers: NewSessionAnswers): Promise<Saved> {
  return answers.recurring ? addSeries(by, form, answers) : add(by, form, answers);
}

async function add(by: Actor, form: FormKey, answers: SessionAnswers): Promise<Saved> {
  const times = timesOf(answers);
  const faults = { ...(times.ok ? {} : times.errors), ...feeAndTextErrors(answers) };
  if (!times.ok || Object.keys(faults).length > 0) return { ok: false, errors: faults, status: 422 };
  const { db, userId, now } = by;
  const [planList, elements, overlapping, leave] = await db.batch([
    planRows(db, userId),
    elementChoices(db, userId),
    overlappingSessions(db, userId, times.startAt, times.endAt),
    overlappingLeave(db, userId, times),
  ]);
  const plans = planChoices(planList, elements);
  const decided = columnsOfAnswers(answers, times, plans, null);
  if (!decided.ok) return decided;
  const newOne = newRef();
  const text_encrypted = await by.cipher.encrypt(sessionPlace(newOne), answers.description);
  const fee = await feeRows(by, { session_ref: newOne }, sessionFeeOf(answers), undefined);
  const written = await writeChange(by, {
    message: `Session added, ${shortDate(londonMoment(times.startAt).date)}`,
    form: { ...form, result: { part: "sessions", ref: newOne } },
    guards: { element: elementsThere(userId, [decided.columns]) },
    ahead: fee.ahead,
    inserts: { ...fee.inserts, sessions: [{ ...decided.columns, unique_ref: newOne, text_encrypted }] },
  });
  if (written.result === "form used") return { ok: false, ...FORM_WAS_USED };
  if (written.result !== "written" && written.result !== "repeated") return ELEMENT_GONE;
  const sessionRef = written.result === "written" ? newOne : written.ref;
  const { columns } = decided;
  return saveResult("Session added", sessionRef, { answers, times, columns }, { plans, overlapping, leave, now });
}

/**
 * Saves a session from its form. When the form could not be read, the refusal contains no errors: the caller has them.
 * @param hasCases condition on a row of `sessions`: it has cases
 * @throws 404 when the user has no such session
 */
export async function changeSession(
  by: Actor,
  sessionRef: string,
  form: ReadForm<SessionEdit>,
  hasCases: SQL,
): Promise<Saved> {
  const { db, userId, now } = by;
  const times = form.ok ? timesOf(form.value) : { ok: false as const, errors: {} };
  if (!form.ok || !times.ok) {
    // Ownership is checked first: another user's session does not exist, even for a form with errors.
    const [current] = await sessionRow(db, userId, sessionRef);
    if (!current) throw data(null, { status: 404 });
    return { ok: false, errors: times.ok ? {} : times.errors, status: 422 };
  }
  const edit = { ref: sessionRef, version: form.value.version, fingerprint: form.fingerprint };
  if (form.value.series_scope === "following") return changeFollowing(by, edit, form.value, times, hasCases);
  const { version, ...answers } = form.value;
  const [[current], [fee], planList, elements, overlapping, leave] = await db.batch([
    sessionRow(db, userId, sessionRef),
    feeOf(db, userId, { session_ref: sessionRef }),
    planRows(db, userId),
    elementChoices(db, userId),
    overlappingSessions(db, userId, times.startAt, times.endAt),
    overlappingLeave(db, userId, times),
  ]);
  if (!current) throw data(null, { status: 404 });
  const texts = await decryptTexts(by.cipher, current, fee);
  const faults = feeAndTextErrors(answers, { ...current, ...texts }, fee);
  if (Object.keys(faults).length > 0) return { ok: false, errors: faults, status: 422 };
  const plans = planChoices(planList, elements);
  const decided = columnsOfAnswers(answers, times, plans, current);
  if (!decided.ok) return decided;
  const place = sessionPlace(sessionRef);
  const text_encrypted = await encryptEdited(by.cipher, place, answers.description, current.text_encrypted);
  const feeChange = await feeRows(by, { session_ref: sessionRef }, sessionFeeOf(answers, fee, current.work_kind), fee);
  const written = await writeChange(by, {
    ...feeChange,
    message: `Session changed, ${shortDate(londonMoment(times.startAt).date)}`,
    form: editForm("sessions", edit),
    seen: [{ part: "sessions", ref: sessionRef, version }, ...feeChange.seen],
    guards: { element: elementsThere(userId, [decided.columns]) },
    updates: { ...feeChange.updates, sessions: [{ ...decided.columns, unique_ref: sessionRef, text_encrypted }] },
  });
  const subject = { what: "session", part: "sessions" as const, ref: sessionRef };
  const refusal = await refusalOf(by, written, subject, { element: () => ELEMENT_GONE });
  if (refusal) return { ok: false, ...refusal };
  const { columns } = decided;
  return saveResult("Session saved", sessionRef, { answers, times, columns }, { plans, overlapping, leave, now });
}
