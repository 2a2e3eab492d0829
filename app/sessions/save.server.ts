import { isInUse, isStale, newRef, nextVersion } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import { claimKey, type FormKey, once } from "~/db/idempotency.server";
import type { ReadForm } from "~/http/read-form.server";
import { FORM_WAS_USED, type Refusal } from "~/http/refusal.server";
import { elementChoices } from "~/job-plans/choices.server";
import { type PaRules, paUnits } from "~/job-plans/pa-rules";
import { holds } from "~/job-plans/plan-dates";
import { shortDate } from "~/time/dates";
import { londonMoment } from "~/time/london";
import type { Vault } from "~/vault/vault.server";
import { findElement, outsidePlanMessage, type PlanChoice } from "./element-choices";
import type { SessionAnswers, SessionEdit } from "./form";
import { newerSession, STALE_MESSAGE } from "./newer.server";
import {
  type OverlappingSession,
  ofUser,
  planChoices,
  planRows,
  type SessionRow,
  sessionRow,
  sessionsAcross,
} from "./queries.server";
import { lengthWarning, type PaBasis, paSum, pasOf, rulesOfSession } from "./rules";
import { overlapWarning } from "./sentences";
import { sessionPlace, sessions } from "./table.server";
import { readTimes, type SessionSpan } from "./times";

/** A session is saved with a reference and what to tell the user, or refused with messages by field name. */
export type Saved = { ok: true; sessionRef: string; startAt: number; says: string } | ({ ok: false } & Refusal);

/** Who writes, and when. */
export interface Writer {
  db: Database;
  vault: Vault;
  userRef: string;
  now: number;
}

/** Adds a session once for each form. */
export function addSession(by: Writer, form: FormKey, answers: SessionAnswers): Promise<Saved> {
  return unlessElementGone(add(by, form, answers));
}

async function add(by: Writer, form: FormKey, answers: SessionAnswers): Promise<Saved> {
  const times = timesOf(answers);
  if (!times.ok) return { ...times, status: 422 };
  const { db, userRef, now } = by;
  const [plans, elements, across] = await db.batch([
    planRows(db, userRef),
    elementChoices(db, userRef),
    sessionsAcross(db, userRef, times.startAt, times.endAt),
  ]);
  const decided = decide(answers, times, planChoices(plans, elements), null);
  if (!decided.ok) return decided;
  const newOne = newRef();
  const values = {
    ...decided.columns,
    ...{ unique_ref: newOne, user_ref: userRef, created_at: now, updated_at: now },
    sealed: await by.vault.seal(userRef, sessionPlace(newOne), answers.description),
  };
  const write = () => db.batch([claimKey(db, userRef, form, newOne, now), db.insert(sessions).values(values)]);
  const isThere = async (ref: string) => (await sessionRow(db, userRef, ref)).length > 0;
  const sessionRef = await once(db, userRef, form, newOne, write, isThere);
  if (sessionRef === null) return { ok: false, ...FORM_WAS_USED };
  return saved("Session added", sessionRef, times, decided, across);
}

/**
 * Saves a session from its form. Faulty answers are refused with no errors beyond those of the form itself.
 * @returns null when there is no such session of the user.
 */
export function changeSession(by: Writer, sessionRef: string, form: ReadForm<SessionEdit>): Promise<Saved | null> {
  return unlessElementGone(unlessNewer(change(by, sessionRef, form), by, sessionRef));
}

async function change(by: Writer, sessionRef: string, form: ReadForm<SessionEdit>): Promise<Saved | null> {
  const { db, userRef, now } = by;
  const times = form.ok ? timesOf(form.value) : { ok: false as const, errors: {} };
  if (!form.ok || !times.ok) {
    // Whose session it is comes first: somebody else's is not there, whatever is sent to it.
    const [current] = await sessionRow(db, userRef, sessionRef);
    return current ? { ok: false, errors: times.ok ? {} : times.errors, status: 422 } : null;
  }
  const { version, ...answers } = form.value;
  const [[current], plans, elements, across] = await db.batch([
    sessionRow(db, userRef, sessionRef),
    planRows(db, userRef),
    elementChoices(db, userRef),
    sessionsAcross(db, userRef, times.startAt, times.endAt),
  ]);
  if (!current) return null;
  const decided = decide(answers, times, planChoices(plans, elements), current);
  if (!decided.ok) return decided;
  const values = {
    ...decided.columns,
    updated_at: now,
    version: nextVersion(sessions.version, version),
    sealed: await by.vault.seal(userRef, sessionPlace(sessionRef), answers.description),
  };
  const [changed] = await db.batch([db.update(sessions).set(values).where(ofUser(userRef, sessionRef))]);
  return changed.meta.changes === 0 ? null : saved("Session saved", sessionRef, times, decided, across);
}

/** A session with a newer version is refused, with what it says now. */
async function unlessNewer(saving: Promise<Saved | null>, by: Writer, sessionRef: string): Promise<Saved | null> {
  try {
    return await saving;
  } catch (error) {
    if (!isStale(error)) throw error;
    const newer = await newerSession(by, sessionRef);
    return newer && { ok: false, errors: { "": STALE_MESSAGE }, status: 409, newer };
  }
}

/** The element that was chosen was there when the answers were judged: an element is all that a session points at. */
async function unlessElementGone<Result>(saving: Promise<Result>) {
  try {
    return await saving;
  } catch (error) {
    if (!isInUse(error)) throw error;
    return refused("job_plan_element_unique_ref", "This job plan element has just been deleted. Choose another");
  }
}

function timesOf(answers: SessionAnswers) {
  return readTimes({
    date: answers.session_date,
    start: answers.session_start_time,
    end: answers.session_end_time,
    startWhich: answers.session_start_time_which,
    endWhich: answers.session_end_time_which,
    wholeDay: answers.whole_day,
    fixedBasis: answers.pa_calculation_basis === "fixed",
    longerThanADay: answers.session_greater_24_hours,
    endDate: answers.session_end_date,
  });
}

interface Times extends SessionSpan {
  moved: string[];
}

interface Columns {
  start_at: number;
  end_at: number;
  element_ref: string | null;
  site: string;
  pa_basis: PaBasis;
  fixed_pa_units: number | null;
  standard_minutes: number;
  premium_minutes: number;
  pa_units: number;
  pa_rules: PaRules;
}

type Decided = { ok: true; columns: Columns } | ReturnType<typeof refused>;

function decide(answers: SessionAnswers, times: Times, plans: PlanChoice[], current: SessionRow | null): Decided {
  const date = answers.session_date;
  const element_ref = answers.job_plan_element_unique_ref || null;
  const found = element_ref ? findElement(plans, element_ref) : null;
  const keeps = current !== null && current.element_ref === element_ref;
  if (element_ref && !(found && (found.element.active || keeps))) {
    return refused("job_plan_element_unique_ref", "Choose a job plan element from the list");
  }
  const sameDay = current !== null && londonMoment(current.start_at).date === date;
  if (found && !holds(found.plan, date) && !(keeps && sameDay)) {
    return refused("job_plan_element_unique_ref", outsidePlanMessage(found));
  }
  const pa_basis = answers.pa_calculation_basis;
  const typed = answers.fixed_PA_allocation;
  const allocation = typed === null ? (found?.element.default_fixed_pa_units ?? null) : paUnits(typed);
  if (pa_basis === "fixed" && allocation === null) {
    return refused("fixed_PA_allocation", "Enter the fixed PA allocation, such as 1 or 0.5");
  }
  const fixed_pa_units = pa_basis === "fixed" ? allocation : null;
  const kept = current && {
    startAt: current.start_at,
    endAt: current.end_at,
    element_ref: current.element_ref,
    rules: current.pa_rules,
  };
  const pa_rules = rulesOfSession(plans, element_ref, date, times, kept);
  const { worked, units } = pasOf(times, pa_rules, fixed_pa_units);
  const columns = {
    ...{ start_at: times.startAt, end_at: times.endAt, element_ref, pa_basis, fixed_pa_units, pa_rules },
    ...{ standard_minutes: worked.standard, premium_minutes: worked.premium, pa_units: units },
    // A new session is where its element is, unless told.
    site: answers.site || (current ? "" : (found?.element.location ?? "")),
  };
  return { ok: true, columns };
}

function refused(name: string, message: string) {
  return { ok: false as const, errors: { [name]: message }, status: 422 as const };
}

/** The line for the page that follows: what was saved, and each soft warning. */
function saved(
  what: string,
  sessionRef: string,
  times: Times,
  { columns }: Extract<Decided, { ok: true }>,
  across: OverlappingSession[],
): Saved {
  const { pa_rules, pa_basis, standard_minutes: standard, premium_minutes: premium, pa_units: units } = columns;
  const { result } = paSum({ worked: { standard, premium }, units }, pa_rules, pa_basis);
  const overlaps = across.filter((other) => other.unique_ref !== sessionRef);
  const notes = [...times.moved, lengthWarning({ standard, premium }, pa_basis), overlapWarning(overlaps)];
  const said = [`${what}: ${shortDate(londonMoment(times.startAt).date)}, ${result}`, ...notes.filter((note) => note)];
  return { ok: true, sessionRef, startAt: times.startAt, says: said.join(". ") };
}
