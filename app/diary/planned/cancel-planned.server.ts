import { and, eq, sql } from "drizzle-orm";
import { writeChange } from "~/changes/write-change.server";
import type { Writer } from "~/changes/write-rows.server";
import { unchangedSinceRead } from "~/diary/sessions/around.server";
import { elementChoices } from "~/planning/job-plans/queries.server";
import type { Actor } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import type { Refusal } from "~/platform/http/refusal.server";
import { shortDate } from "~/platform/time/dates";
import { addDays, londonInstant } from "~/platform/time/london";
import { startsWithin } from "../list/diary.server";
import type { PlannedOutcome } from "../sessions/form";
import { countedUnits } from "../sessions/outcome";
import { saidMessage, swappedRows } from "../sessions/outcome.server";
import { elementsThere, planChoices, planRows } from "../sessions/queries.server";
import { inOneLine, overlapWarning } from "../sessions/sentences";
import { cancellations, sessions } from "../sessions/table.server";
import { type Answered, type Planned, type PlannedState, plannedToLog, STATE_REASONS } from "./log-planned.server";

/**
 * Records that what counts as planned did not happen, so that it counts no more. A second call changes nothing.
 * @returns null when no plan of the user has such an element in that week
 */
export async function cancelPlanned(by: Writer, planned: Planned): Promise<Answered | null> {
  const found = await plannedToLog(by, planned);
  if (!found) return null;
  const { date } = planned;
  const { copy, state, there, cancelled, days } = found;
  if (!copy || state !== "open") return nothingChanged(planned, state);
  const { userId } = by;
  const row = { element_ref: planned.elementRef, start_at: copy.columns.start_at };
  const written = await writeChange(by, {
    message: `Session did not happen, ${shortDate(date)}`,
    guards: {
      missing: unchangedSinceRead(userId, sessions, days, there),
      cancelled: unchangedSinceRead(userId, cancellations, days, cancelled),
      element: elementsThere(userId, [row]),
    },
    inserts: { cancellations: [{ ...row, unique_ref: newRef() }] },
  });
  if (written.result !== "written") return cancelPlanned(by, planned);
  const message = `Did not happen: ${copy.name}`;
  return { message, undo: written.undo, date };
}

/**
 * Logs a planned session as one that did not happen, and why. One that was swapped is logged on its other day. A second
 * call changes nothing.
 * @returns null when no plan of the user has such an element in that week
 */
export async function sayPlannedOutcome(
  by: Actor,
  planned: Planned,
  answers: PlannedOutcome,
): Promise<Answered | { refusal: Refusal } | null> {
  const found = await plannedToLog(by, planned);
  if (!found) return null;
  const { date } = planned;
  const { copy, state, there, cancelled, days } = found;
  if (!copy || state !== "open") return nothingChanged(planned, state);
  const { db, userId } = by;
  const { columns } = copy;
  const plans = planChoices(...(await db.batch([planRows(db, userId), elementChoices(db, userId)])));
  const swap = answers.intent === "swapped" ? await swappedRows(by, columns, answers, plans) : null;
  if (swap && !swap.ok) return { refusal: swap };
  const pa_units = countedUnits(answers.intent, columns.pa_units, copy.isPlanned);
  const inserts = swap
    ? [swap.left, { ...swap.moved, unique_ref: newRef() }]
    : [{ ...columns, unique_ref: newRef(), outcome: answers.intent, pa_units }];
  const written = await writeChange(by, {
    message: `Session did not happen, ${shortDate(date)}`,
    guards: {
      missing: unchangedSinceRead(userId, sessions, days, there),
      cancelled: unchangedSinceRead(userId, cancellations, days, cancelled),
      element: elementsThere(userId, [columns]),
    },
    inserts: { sessions: inserts },
  });
  if (written.result !== "written") return sayPlannedOutcome(by, planned, answers);
  const message = inOneLine([saidMessage(answers, copy.name), swap && overlapWarning(swap.overlapping)]);
  return { message, undo: written.undo, date };
}

/**
 * Removes that record, without a time limit: the session is planned and not logged again.
 * @returns null when no plan of the user has such an element in that week
 */
export async function restorePlanned(by: Writer, planned: Planned): Promise<Answered | null> {
  const found = await plannedToLog(by, planned);
  if (!found) return null;
  const { date, elementRef } = planned;
  const { copy, state } = found;
  if (!copy || state !== "cancelled") return nothingChanged(planned, state);
  const { db, userId } = by;
  const { start_at: startAt } = copy.columns;
  const rows = await db
    .select({ ref: cancellations.unique_ref, start_at: cancellations.start_at, version: cancellations.version })
    .from(cancellations)
    .where(
      and(
        startsWithin(cancellations, userId, { from: londonInstant(date), until: londonInstant(addDays(date, 1)) }),
        eq(cancellations.element_ref, elementRef),
      ),
    )
    // The nearest one belongs to the planned time, as for sessions.
    .orderBy(sql`abs(${cancellations.start_at} - ${startAt})`)
    .limit(1);
  const written = await writeChange(by, {
    message: `Session marked as planned, ${shortDate(date)}`,
    seen: rows.map(({ ref, version }) => ({ part: "cancellations", ref, version })),
    deletes: [{ part: "cancellations", refs: rows.map(({ ref }) => ref) }],
  });
  if (written.result !== "written") return restorePlanned(by, planned);
  const message = `Marked as planned: ${copy.name}`;
  return { message, undo: written.undo, date };
}

function nothingChanged({ date }: Planned, state: PlannedState): Answered {
  return { message: `Nothing was changed: ${STATE_REASONS[state](shortDate(date))}`, undo: null, date };
}
