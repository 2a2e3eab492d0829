import { sql } from "drizzle-orm";
import { deletionPreview, matchesPreview, partOf } from "~/changes/parts.server";
import { type Change, findEarlierSubmit, writeChange } from "~/changes/write-change.server";
import { isAmong } from "~/changes/write-rows.server";
import { cases } from "~/diary/cases/table.server";
import { sessions } from "~/diary/sessions/table.server";
import type { Actor } from "~/platform/context";
import type { FormKey } from "~/platform/db/idempotency.server";
import { FORM_WAS_USED, type Refusal } from "~/platform/http/refusal.server";
import { areAsShown, type ShownRow } from "~/platform/http/shown-row";
import { formatDeletion, type Question } from "./fields";
import type { DeletionCounts } from "./form";

export interface Done {
  message: string;
  undo: string | null;
}

/** Result of an act on ticked rows: a refusal, what was done, or a question to answer first. */
export type Answer = Refusal | Done | Question;

/** The rows of one table that an act is for, as they were shown. */
export interface Ticked {
  part: "sessions" | "cases";
  form: FormKey;
  shown: readonly ShownRow[];
}

/** Query for a batch: the ticked sessions that still exist, at whatever version; see `areAsShown`. */
export function tickedSessions({ db, userId }: Actor, shown: readonly ShownRow[]) {
  return db
    .select()
    .from(sessions)
    .where(isAmong(sessions, userId, refsOf(shown)));
}

/** As `tickedSessions`, for cases. */
export function tickedCases({ db, userId }: Actor, shown: readonly ShownRow[]) {
  return db
    .select()
    .from(cases)
    .where(isAmong(cases, userId, refsOf(shown)));
}

function refsOf(shown: readonly ShownRow[]): string[] {
  return shown.map(({ ref }) => ref);
}

/**
 * Changes or deletes ticked rows, all of them or none. A form that is sent again gets its first answer.
 * @param refusals the refusal for a guard that fails, by its name; without one, that a row is not as it was shown
 */
export async function writeTicked(
  by: Actor,
  { part, form, shown }: Ticked,
  change: Change,
  refusals: Readonly<Record<string, Refusal>> = {},
): Promise<Refusal | Done> {
  const seen = shown.map(({ ref, version }) => ({ part, ref, version }));
  const written = await writeChange(by, { ...change, form, seen });
  if ("undo" in written) return { message: change.message, undo: written.undo };
  if (written.result === "form used") return FORM_WAS_USED;
  const refusal = written.result === "refused" ? refusals[written.guard] : undefined;
  return refusal ?? changedMessage(part, shown.length);
}

/**
 * The answer when rows are not as shown: the result of this form if it was sent before, else that one was changed or
 * deleted.
 */
export async function notAsShown(by: Actor, { part, form, shown }: Ticked, message: string): Promise<Refusal | Done> {
  const before = await findEarlierSubmit(by, form);
  return "undo" in before ? { message, undo: before.undo } : changedMessage(part, shown.length);
}

export function changedMessage(part: Ticked["part"], all: number): Refusal {
  const one = part === "sessions" ? "session" : "case";
  const what = all === 1 ? `This ${one} was` : `One of these ${one}s was`;
  const message = `${what} changed or deleted elsewhere after you opened this page, so nothing is done. The table shows them as they are now: choose again`;
  return { errors: { "": message }, status: 409 };
}

export function refused(field: string, message: string): Refusal {
  return { errors: { [field]: message }, status: 422 };
}

/** Counts what deleting the ticked rows would delete, for the question before it. */
export async function previewDeletion({ db, userId }: Actor, { part, shown }: Ticked): Promise<Answer> {
  const { table } = partOf(part);
  const ticked = isAmong(table, userId, refsOf(shown));
  const [rows, [counts]] = await db.batch([
    db.select({ unique_ref: table.unique_ref, version: table.version }).from(table).where(ticked),
    db.select(deletionPreview(userId, part, ticked)).from(sql`(SELECT 1)`),
  ]);
  if (!counts || !areAsShown(shown, rows)) return changedMessage(part, shown.length);
  return { asks: "delete", sessions: counts.sessions, cases: counts.cases, fees: counts.fees };
}

/** Deletes the ticked rows with all rows that depend on them, if there are as many as the question said. */
export function deleteTicked(by: Actor, ticked: Ticked, { cases, fees }: DeletionCounts): Promise<Answer> {
  const { part, shown } = ticked;
  const refs = refsOf(shown);
  const words = formatDeletion({ sessions: part === "sessions" ? refs.length : 0, cases, fees });
  const asShown = matchesPreview(by.userId, part, isAmong(partOf(part).table, by.userId, refs), { cases, fees });
  return writeTicked(by, ticked, {
    message: `Deleted: ${words}`,
    guards: { asShown },
    deletes: [{ part, refs }],
  });
}
