import { and, eq } from "drizzle-orm";
import type { SignedInUser } from "~/account/login/logins.server";
import { editCaseForm, newCaseForm } from "~/diary/cases/form";
import { deleteOption as deleteOwnOption, ownOption } from "~/diary/cases/own-options.server";
import { caseInSession, SESSION_HAS_CASES, sessionWithCases } from "~/diary/cases/queries.server";
import { cases, options } from "~/diary/cases/table.server";
import { addCase, saveCase } from "~/diary/cases/write.server";
import { chosenPlanSessions, createPlanSessions } from "~/diary/planned/plan-diary.server";
import { followingFacts, followingShown } from "~/diary/series/series.server";
import { previewOf } from "~/diary/sessions/delete-sessions.server";
import { newSessionForm, sessionForm } from "~/diary/sessions/form";
import { sessionRow } from "~/diary/sessions/queries.server";
import { sessions } from "~/diary/sessions/table.server";
import { addSession, changeSession } from "~/diary/sessions/write.server";
import type { Cipher } from "~/platform/crypto/vault.server";
import { newRef } from "~/platform/db/columns.server";
import { clockTime } from "~/platform/time/clock-time";
import { longDate } from "~/platform/time/dates";
import { db, NOW, vault } from "../support/harness";
import { dateOf } from "./clock";
import type { SessionDraft } from "./model";

/** The diary as the slices write it: what forms hold goes in, and the references of what was made come out. */
export interface Real {
  user: SignedInUser;
  elementRef: string;
  planRef: string;
}

/** Hides nothing and costs nothing, but opens a text only where it was encrypted. */
export function cipherOf({ user: { unique_ref: owner } }: Real): Cipher {
  return {
    ...vault.of(owner),
    encrypt: async (place, text) => (text ? new TextEncoder().encode(`${owner}\n${place}\n${text}`) : null),
    decrypt: async (place, blob) => {
      if (!blob) return "";
      const [encrypter, where, ...text] = new TextDecoder().decode(new Uint8Array(blob)).split("\n");
      if (encrypter !== owner || where !== place) throw new Error(`Encrypted for ${where}, opened for ${place}`);
      return text.join("\n");
    },
  };
}

export interface CaseDraft {
  times: readonly [number, number] | null;
  age: number | null;
  asa: number | null;
  text: string;
  airway: string[];
  procedures: string[];
  flags: string[];
  label: string;
  pence: number | null;
}

export interface SeriesDraft {
  weeks: 1 | 2;
  times: number;
  skipBankHolidays: boolean;
}

const by = (real: Real) => ({ db, cipher: cipherOf(real), userId: real.user.id, now: NOW });
export const writer = (real: Real) => ({ db, cipher: cipherOf(real), userId: real.user.id, now: NOW });
const pounds = (pence: number | null) => (pence === null ? "" : (pence / 100).toFixed(2));

function sessionFields(real: Real, draft: SessionDraft): Record<string, string> {
  const { day, slot, element, site, notes, fixedUnits, pence } = draft;
  return {
    session_date: longDate(dateOf(day)),
    session_start_time: clockTime(slot[0]),
    session_end_time: clockTime(slot[1]),
    job_plan_element_unique_ref: element ? real.elementRef : "",
    site,
    pa_calculation_basis: fixedUnits === null ? "time_calculated" : "fixed",
    fixed_PA_allocation: fixedUnits === null ? "" : String(fixedUnits / 3600),
    description: notes,
    extra_claim_amount: pounds(pence),
  };
}

/** One form of Add Session; sent again it is the same form. */
export async function sessionToAdd(real: Real, draft: SessionDraft, series: SeriesDraft | null) {
  const last = series ? draft.day + 7 * series.weeks * (series.times - 1) : draft.day;
  const recurrence = series && {
    recurring: "yes",
    recurringChoice_type: "weekly",
    recurringChoice_selected: String(10 + series.weeks),
    recurringChoice_until: "date",
    recurringChoice_until_date: longDate(dateOf(last)),
    skip_bank_holidays: series.skipBankHolidays ? "yes" : "",
  };
  const sent = { idempotency_key: newRef(), ...sessionFields(real, draft), ...recurrence };
  const { idempotency_key: key, ...answers } = await newSessionForm.parseAsync(sent);
  const form = { key, fingerprint: JSON.stringify(sent) };
  return () => addSession(by(real), form, answers);
}

export async function editSession(
  real: Real,
  ref: string,
  draft: SessionDraft,
  version: number,
  scope: "this" | "following",
) {
  const { id } = real.user;
  const [[session], following] = await db.batch([
    sessionRow(db, id, ref),
    followingFacts(db, id, ref, SESSION_HAS_CASES),
  ]);
  const series_shown = session ? followingShown(session, following).shown : "";
  const sent = { ...sessionFields(real, draft), version: String(version), series_scope: scope, series_shown };
  const value = await sessionForm.parseAsync(sent);
  const form = { ok: true as const, value, fingerprint: JSON.stringify(sent), state: { values: {}, errors: {} } };
  return changeSession(by(real), ref, form, SESSION_HAS_CASES);
}

function caseFields(draft: CaseDraft): Record<string, string | string[]> {
  const { times, age, asa, text, airway, procedures, flags, label, pence } = draft;
  return {
    start_time: times ? clockTime(times[0]) : "",
    end_time: times ? clockTime(times[1]) : "",
    age: age === null ? "" : String(age),
    asa: asa === null ? "" : String(asa),
    selected_airway_options_set: airway,
    selected_extra_options_set: procedures,
    block_flags_241: flags,
    new_airway_option: label,
    complications: text,
    case_claim_amount: pounds(pence),
  };
}

export async function caseToAdd(real: Real, sessionRef: string, draft: CaseDraft) {
  const sent = { idempotency_key: newRef(), ...caseFields(draft) };
  const answers = await newCaseForm.parseAsync(sent);
  return async () => {
    const place = await sessionWithCases(db, real.user.id, sessionRef);
    return addCase(writer(real), place, answers, JSON.stringify(sent));
  };
}

export async function editCase(real: Real, sessionRef: string, ref: string, draft: CaseDraft, version: number) {
  const sent = { ...caseFields(draft), version: String(version) };
  const answers = await editCaseForm.parseAsync(sent);
  const place = await caseInSession(db, real.user.id, sessionRef, ref);
  return saveCase(writer(real), place, answers, JSON.stringify(sent));
}

/** What the page of a deletion shows. */
export async function shownDeletion({ user }: Real, ref: string, choice: "1" | "2" | "3") {
  const [shown] = await previewOf(db, user.id, ref, choice);
  if (!shown) throw new Error("Nothing was counted");
  return shown;
}

/** References and starts of the sessions that the model does not know yet, first to last. */
export async function newSessions({ user }: Real, known: readonly { ref: string }[]) {
  const { unique_ref: ref, start_at: start, recurring_uuid: series } = sessions;
  const rows = await db.select({ ref, start, series }).from(sessions).where(eq(sessions.user_id, user.id));
  const refs = new Set(known.map((each) => each.ref));
  return rows.filter((row) => !refs.has(row.ref)).sort((one, other) => one.start - other.start);
}

export async function newCases({ user }: Real, known: readonly { ref: string }[]): Promise<string[]> {
  const rows = await db.select({ ref: cases.unique_ref }).from(cases).where(eq(cases.user_id, user.id));
  const refs = new Set(known.map((each) => each.ref));
  return rows.map(({ ref }) => ref).filter((ref) => !refs.has(ref));
}

export async function deleteOption({ user }: Real, label: string) {
  const [row] = await db
    .select({ ref: options.unique_ref })
    .from(options)
    .where(and(eq(options.user_id, user.id), eq(options.label, label)));
  const option = await ownOption(db, user.id, row?.ref ?? "");
  const edit = { ref: option.unique_ref, version: option.version, fingerprint: newRef() };
  return deleteOwnOption({ db, userId: user.id, now: NOW }, edit);
}

/** Presses the button that makes the sessions of the plan between two days, as its page shows them. */
export async function createFromPlan(real: Real, from: number, until: number) {
  const { user, planRef, elementRef } = real;
  const days = { from: dateOf(from), until: dateOf(until) };
  const choice = { ...days, skip_bank_holidays: false, skip_leave: false, element_refs: [elementRef] };
  const { shown } = await chosenPlanSessions(db, user.id, planRef, choice);
  return createPlanSessions(by(real), planRef, { key: newRef(), fingerprint: newRef() }, choice, shown);
}
