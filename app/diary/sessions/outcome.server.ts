import { data } from "react-router";
import { refusalOf, undoOf } from "~/changes/saved.server";
import { editForm, findEarlierSubmit, writeChange } from "~/changes/write-change.server";
import { SESSION_HAS_CASES } from "~/diary/cases/queries.server";
import { formatWorkKind } from "~/diary/fees/kinds";
import { feeOf } from "~/diary/fees/queries.server";
import { paUnitsOf } from "~/planning/job-plans/pa-rules";
import { includesDate } from "~/planning/job-plans/plan-dates";
import { elementChoices } from "~/planning/job-plans/queries.server";
import type { Actor } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import type { Refusal } from "~/platform/http/refusal.server";
import { moneyText } from "~/platform/money";
import { shortDate } from "~/platform/time/dates";
import { addDays, daysBetween, type LondonDate, londonInstant, londonMoment } from "~/platform/time/london";
import { noneHasCases } from "../series/change-following.server";
import { columnsWithPas, fieldRefusal } from "./columns-of-answers.server";
import { findElement, outsidePlanMessage, type PlanChoice } from "./element-choices";
import type { OutcomeAnswers } from "./form";
import { countedUnits, isReason, type Outcome, REASON_NAMES } from "./outcome";
import {
  overlappingSessions,
  planChoices,
  planRows,
  type SessionColumns,
  type SessionRow,
  sessionRow,
} from "./queries.server";
import { rulesOfSession } from "./rules";
import { inOneLine, overlapWarning, sessionSentence } from "./sentences";
import { sessionPlace } from "./table.server";
import { DATE_MESSAGE } from "./times";

const IS_SWAPPED: Refusal = {
  errors: { "": "This session was swapped: it is on its other day. Change or delete it there" },
  status: 409,
};

const HAS_CASES: Refusal = {
  errors: { "": "Cases are logged in this session, so it happened. Move or delete them first" },
  status: 409,
};

/** What an act on a session's outcome did, and the day to show; or why it was refused. */
type Said = { message: string; undo: string | null; date: LondonDate } | { refusal: Refusal };

/**
 * Says of a logged session why it did not happen, or that it did. One that was swapped goes to its other day, and what
 * stands in its place counts nothing.
 * @throws 404 when the user has no such session
 */
export async function sayOutcome(
  by: Actor,
  edit: { ref: string; version: number; fingerprint: string },
  answers: OutcomeAnswers,
): Promise<Said> {
  const { db, userId } = by;
  const [[row], [fee], planList, elements] = await db.batch([
    sessionRow(db, userId, edit.ref),
    feeOf(db, userId, { session_ref: edit.ref }),
    planRows(db, userId),
    elementChoices(db, userId),
  ]);
  if (!row) throw data(null, { status: 404 });
  if (row.outcome === "swapped") return { refusal: IS_SWAPPED };
  const plans = planChoices(planList, elements);
  const form = editForm("sessions", edit);
  const subject = { what: "session", part: "sessions" as const, ref: edit.ref };
  const found = findElement(plans, row.element_ref ?? "")?.element;
  const element = found?.description ?? (formatWorkKind(row.work_kind) || null);
  const { date } = londonMoment(row.start_at);
  const said = (sent: OutcomeAnswers) => saidMessage(sent, sessionSentence({ ...row, element }));
  if (row.version !== edit.version) {
    // A swap that is sent again finds its session on the other day already.
    const earlier = await findEarlierSubmit(by, form);
    const refusal = await refusalOf(by, earlier, subject);
    return refusal ? { refusal } : { message: said({ ...answers, swap_date: null }), undo: undoOf(earlier), date };
  }
  const swap = answers.intent === "swapped" ? await swappedRows(by, row, answers, plans) : null;
  if (swap && !swap.ok) return { refusal: swap };
  const outcome = swap ? "held" : answers.intent;
  const deleted = answers.delete_fee && isReason(outcome) ? fee : undefined;
  const columns = swap?.moved ?? {
    pa_units: countedUnits(outcome, unitsIfHeld(row), found?.counts_to_balance ?? false),
  };
  const written = await writeChange(by, {
    message: `${outcomeWords(answers.intent)}, ${shortDate(date)}`,
    form,
    seen: [
      { part: "sessions", ref: edit.ref, version: edit.version },
      ...(deleted ? [{ part: "fees" as const, ref: deleted.unique_ref, version: deleted.version }] : []),
    ],
    guards: answers.intent === "held" ? {} : { cases: noneHasCases(userId, [edit.ref], SESSION_HAS_CASES) },
    // What was said of it was said on purpose: no change of its series or plan deletes it.
    updates: { sessions: [{ ...columns, unique_ref: edit.ref, outcome, recurring_uuid: null }] },
    inserts: { sessions: swap ? [swap.left] : [] },
    deletes: deleted ? [{ part: "fees", refs: [deleted.unique_ref] }] : [],
  });
  const refusal = await refusalOf(by, written, subject, { cases: () => HAS_CASES });
  if (refusal) return { refusal };
  const message = inOneLine([
    said(answers),
    isReason(outcome) && fee ? `Its fee of ${moneyText(fee.amount_pence)} is ${deleted ? "deleted" : "kept"}` : null,
    swap && overlapWarning(swap.overlapping.filter(({ unique_ref }) => unique_ref !== edit.ref)),
  ]);
  return { message, undo: undoOf(written), date };
}

/** The PAs of a session if it is held. */
export function unitsIfHeld(
  row: Pick<SessionRow, "fixed_pa_units" | "standard_minutes" | "premium_minutes" | "pa_rules">,
): number {
  const worked = { standard: row.standard_minutes, premium: row.premium_minutes };
  return row.fixed_pa_units ?? paUnitsOf(worked, row.pa_rules);
}

/** `Cancelled by the trust: All-day list, Tue 10 Nov 2026, 08:00 – 18:00`. */
export function saidMessage(
  { intent, swap_date: to }: Pick<OutcomeAnswers, "intent" | "swap_date">,
  session: string,
): string {
  return `${outcomeWords(intent)}: ${session}${intent === "swapped" && to ? `, to ${shortDate(to)}` : ""}`;
}

function outcomeWords(outcome: Outcome): string {
  return outcome === "held" ? "Happened" : REASON_NAMES[outcome];
}

/**
 * The rows of a swapped session: `moved` are its columns on the other day, `left` is what stands in its place, with whom
 * it was swapped among its notes. Or why it cannot be moved there.
 */
export async function swappedRows(
  by: Actor,
  row: SessionColumns | SessionRow,
  { swapped_with: name, swap_date: to }: Pick<OutcomeAnswers, "swapped_with" | "swap_date">,
  plans: readonly PlanChoice[],
) {
  const [start, end] = [londonMoment(row.start_at), londonMoment(row.end_at)];
  if (to === null) return fieldRefusal("swap_date", DATE_MESSAGE);
  if (to === start.date) return fieldRefusal("swap_date", "Enter another day than the one it was on");
  const { element_ref, work_kind, site, pa_basis, fixed_pa_units } = row;
  const found = findElement(plans, element_ref ?? "");
  if (found && !includesDate(found.plan, to)) return fieldRefusal("swap_date", outsidePlanMessage(found));
  const lastDay = addDays(to, daysBetween(start.date, end.date));
  const span = { startAt: londonInstant(to, start.minute), endAt: londonInstant(lastDay, end.minute) };
  if (span.endAt <= span.startAt)
    return fieldRefusal("swap_date", "The clocks skip its times on this day. Enter another");
  const pa_rules = rulesOfSession(plans, element_ref ?? work_kind, to, span, null);
  const unique_ref = newRef();
  const note = `Swapped${name ? ` with ${name}` : ""}, to ${shortDate(to)}`;
  return {
    ok: true as const,
    /** What is held on the other day at its times. */
    overlapping: await overlappingSessions(by.db, by.userId, span.startAt, span.endAt),
    moved: columnsWithPas(span, { element_ref, work_kind, site, pa_basis, fixed_pa_units, pa_rules }),
    left: {
      ...{
        element_ref,
        work_kind,
        site,
        pa_basis,
        fixed_pa_units,
        unique_ref,
        start_at: row.start_at,
        end_at: row.end_at,
      },
      ...{ standard_minutes: row.standard_minutes, premium_minutes: row.premium_minutes, pa_rules: row.pa_rules },
      ...{ outcome: "swapped" as const, pa_units: 0 },
      text_encrypted: await by.cipher.encrypt(sessionPlace(unique_ref), note),
    },
  };
}
