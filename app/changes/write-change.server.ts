import { and, eq, isNull, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { assertThat, failedAssertion } from "~/platform/db/assertions.server";
import { isInUse } from "~/platform/db/columns.server";
import { type FormKey, idempotencyKeys, isFormKeyTaken } from "~/platform/db/idempotency.server";
import { keepLockedDays } from "./keep-locked-days.server";
import { keepLockedEntries } from "./keep-locked-entries.server";
import {
  assertConditions,
  CHANGED_SINCE,
  type Conditions,
  changedRowsOf,
  closeChange,
  forgetChange,
  GONE,
  NOTHING_CHANGED,
  openChange,
  refuseNothing,
} from "./open-change.server";
import { DIARY_PARTS, isCountedBy, type PartName, partOf } from "./parts.server";
import { changes, openChangeNumber } from "./table.server";
import { isAmong, type RowChanges, rowStatements, type Writer } from "./write-rows.server";

/** How long a change can be undone. */
export const UNDO_WINDOW_MS = 60 * 60 * 1000;

/** A form that acts once: sent again with the same answers it changes nothing, and gets the same response. */
export interface FormSubmit extends FormKey {
  /** The row that the response leads to. */
  result?: { part: PartName; ref: string };
  /**
   * The form is bound to the version of a row that it showed. If the row has that version again, what the form did was
   * undone, so the form may be sent again. A save counts as repeated only while its row is as the save left it.
   */
  isVersioned?: boolean;
}

/** A change to one diary. */
export interface Change extends RowChanges, Conditions {
  /** For the list of changes that can be undone. Contains no text that the user wrote. */
  message: string;
  form?: FormSubmit;
  /**
   * Statements for other tables that its rows refer to, in the same batch before the guards are evaluated. They are
   * carried out with the change, and also if it leaves every row as it was.
   */
  ahead?: readonly BatchItem<"sqlite">[];
  /**
   * Statements in the same batch, after the rows. They write rows of the diary by `changeWhere` and `deleteWhere`, where
   * lists of rows would be too long, or insert them with `openChangeNumber` as their version, followed by `keepMade`.
   */
  alongside?: readonly BatchItem<"sqlite">[];
  /** It cannot be undone, since what it does beside its rows is not recorded. */
  isForGood?: boolean;
}

export interface ChangeOutcome {
  result: "written";
  /** Null if it left every row as it was: then it has no number. */
  number: number | null;
  /** Reference for undoing it, as addresses and responses name it; null if there is nothing to undo. */
  undo: string | null;
  /** Results of the statements of `alongside`. */
  alongside: readonly unknown[];
}

export type ChangeResult =
  | ChangeOutcome
  /** This form did it before, with the same answers. `undo` is null if that cannot be undone, or not any more. */
  | { result: "repeated"; number: number | null; ref: string; undo: string | null }
  /** The form was sent before with other answers, or the row that it made no longer exists. */
  | { result: "form used" }
  /** A row does not have the version that was seen. */
  | { result: "changed since" }
  /** A row that was seen, or that a new row belongs to, does not exist. */
  | { result: "gone" }
  | { result: "refused"; guard: string };

/**
 * The only writer of a diary's rows: writes the whole change in one batch, or nothing of it. A save that would leave
 * every row as it is leaves no trace in the diary: the rows keep their versions, and what was done before can still be
 * undone. Only its statements of `ahead` are carried out.
 * @throws if the caller changes or deletes a row that is not in `seen`
 */
export async function writeChange(by: Writer, change: Change): Promise<ChangeResult> {
  const blind = findUnlistedRow(change);
  if (blind) throw new Error(`Nobody saw ${blind.part} ${blind.ref}`);
  const { ahead = [], alongside = [] } = change;
  const statements = [...recordStatements(by, change), ...rowStatements(by, change)];
  const opening = [...ahead, ...assertConditions(by, change), openChange(by, change.continues)];
  const left = change.after ? [assertThat(by.db, ...Object.entries(change.after))] : [];
  const refusing = mayChangeNothing(change) ? [refuseNothing(by)] : [];
  const kept = writesWhatCounts(change) ? await keepLockedDays(by) : [];
  const forgetting = change.isForGood ? [forgetChange(by)] : [];
  const closing = [keepLockedEntries(by), ...forgetting, closeChange(by, change.continues)];
  const ending = [...refusing, ...left, ...kept, ...closing];
  const [first, ...rest] = [...opening, ...statements, ...alongside, ...ending];
  try {
    const results = await by.db.batch([first as BatchItem<"sqlite">, ...rest]);
    const opened = results[opening.length - 1] as { number: number }[];
    const number = opened[0]?.number as number;
    const beside = results.slice(opening.length + statements.length, -ending.length);
    const [closed] = results.at(-1) as { isUndoable: boolean }[];
    return { result: "written", number, undo: closed?.isUndoable ? String(number) : null, alongside: beside };
  } catch (error) {
    return failedAssertion(error) === NOTHING_CHANGED ? runAhead(by, change) : resultOfError(error, by, change);
  }
}

/**
 * Ends a change whose batch failed because it left every row as it was: the statements of `ahead`, which failed with it,
 * run again without its rows. They run under the same conditions, since a row may have changed between the batches.
 */
async function runAhead(by: Writer, change: Change): Promise<ChangeResult> {
  const [first, ...rest] = change.ahead ?? [];
  try {
    if (first) await by.db.batch([first, ...rest, ...assertConditions(by, change)]);
    return { result: "written", number: null, undo: null, alongside: [] };
  } catch (error) {
    return resultOfError(error, by, change);
  }
}

/** @throws the error if it is not one by which the database refuses a change */
async function resultOfError(error: unknown, by: Writer, change: Change): Promise<ChangeResult> {
  const { form, guards, after } = change;
  if (isFormKeyTaken(error) && form) return findEarlierSubmit(by, form);
  if (isInUse(error)) return { result: "gone" };
  const failed = failedAssertion(error);
  const refused = refusalOf(failed, { ...guards, ...after });
  if (refused === null) throw error;
  if (form) {
    const before = await findEarlierSubmit(by, form);
    // The row that a guard found may be the one that this form made.
    if (before.result === "repeated" || (form.result && before.result === "form used")) return before;
  }
  return refused;
}

function writesWhatCounts({ inserts = {}, updates = {}, sets = [], deletes = [] }: Change): boolean {
  const rows = [...Object.entries(inserts), ...Object.entries(updates)] as [PartName, readonly object[]][];
  const named = [...rows.filter(([, { length }]) => length > 0).map(([part]) => part), ...sets.map(({ part }) => part)];
  return [...named, ...deletes.map(({ part }) => part)].some(isCountedBy);
}

function refusalOf(failed: string | null, guards: object): ChangeResult | null {
  if (failed === GONE || failed === CHANGED_SINCE) return { result: failed };
  return failed !== null && failed in guards ? { result: "refused", guard: failed } : null;
}

/** Whether the change may leave every row as it was. */
function mayChangeNothing({ inserts, deletes = [], alongside = [], continues, isForGood }: Change): boolean {
  const others = [...Object.values(inserts ?? {}), deletes, alongside];
  return continues === undefined && !isForGood && others.every(({ length }) => length === 0);
}

/** What a change has of the form of one row that was opened at a version: its key, and the row as it was seen. */
export function editOf(part: PartName, edit: Edit): Required<Pick<Change, "form" | "seen">> {
  return { form: editForm(part, edit), seen: [{ part, ref: edit.ref, version: edit.version }] };
}

/** The same of the form that deletes a row, with the deletion. */
export function deletionOf(part: PartName, edit: Edit): Required<Pick<Change, "form" | "seen" | "deletes">> {
  const seen = [{ part, ref: edit.ref, version: edit.version }];
  return { form: deletionForm(edit), seen, deletes: [{ part, refs: [edit.ref] }] };
}

/** For the form of a row that was opened at a version: its idempotency key. */
export function editForm(part: PartName, { ref, version, fingerprint }: Edit): FormSubmit {
  return { key: `${ref}/${version}`, fingerprint, result: { part, ref }, isVersioned: true };
}

/** For the form that deletes a row that was shown at a version: its idempotency key. */
export function deletionForm({ ref, version, fingerprint }: Edit): FormSubmit {
  return { key: `${ref}/${version}/deleted`, fingerprint, isVersioned: true };
}

export interface Edit {
  ref: string;
  version: number;
  fingerprint: string;
}

/** Returns a row that the change would write although it is not in `seen`; null when there is none. */
function findUnlistedRow({ seen = [], updates = {}, sets = [], deletes = [] }: Change) {
  const known = new Set(seen.map(({ part, ref }) => `${part}/${ref}`));
  const updated = DIARY_PARTS.flatMap(({ name }) =>
    (updates[name] ?? []).map(({ unique_ref }) => ({ part: name, ref: unique_ref })),
  );
  const named = [...sets, ...deletes].flatMap(({ part, refs }) => refs.map((ref) => ({ part, ref })));
  return [...updated, ...named].find(({ part, ref }) => !known.has(`${part}/${ref}`)) ?? null;
}

function recordStatements({ db, userId, now }: Writer, { message, form, continues }: Change) {
  const number = openChangeNumber(userId);
  const statements: BatchItem<"sqlite">[] = [];
  if (continues === undefined)
    statements.push(db.insert(changes).values({ user_id: userId, number, message, occurred_at: now }));
  if (form) {
    const { key, fingerprint, result, isVersioned } = form;
    const done = { fingerprint, result_ref: result?.ref ?? "", created_at: now, change_number: number };
    const insert = db.insert(idempotencyKeys).values({ user_id: userId, key, ...done });
    const target = [idempotencyKeys.user_id, idempotencyKeys.key];
    statements.push(isVersioned ? insert.onConflictDoUpdate({ target, set: done }) : insert);
  }
  return statements;
}

/**
 * Looks up a form that was sent before.
 * @returns "repeated" if the response is to be the same again, else why it is not
 */
export async function findEarlierSubmit(
  by: Writer,
  { key, fingerprint, result, isVersioned }: FormSubmit,
): Promise<ChangeResult> {
  const { db, userId } = by;
  const isEdit = isVersioned && result !== undefined;
  const [first] = await db
    .select({
      fingerprint: idempotencyKeys.fingerprint,
      ref: idempotencyKeys.result_ref,
      number: idempotencyKeys.change_number,
      undoable: changes.number,
    })
    .from(idempotencyKeys)
    .leftJoin(
      changes,
      and(
        eq(changes.user_id, userId),
        eq(changes.number, idempotencyKeys.change_number),
        isNull(changes.undone_by),
        sql`${changes.occurred_at} > ${by.now - UNDO_WINDOW_MS}`,
        changedRowsOf(userId, changes.number),
      ),
    )
    .where(and(eq(idempotencyKeys.user_id, userId), eq(idempotencyKeys.key, key)));
  if (!first) return { result: "changed since" };
  if (first.fingerprint !== fingerprint) return { result: isEdit ? "changed since" : "form used" };
  if (result) {
    const { table } = partOf(result.part);
    const [row] = await db
      .select({ version: table.version })
      .from(table)
      .where(isAmong(table, userId, [first.ref]));
    if (isEdit && row?.version !== first.number) return { result: row ? "changed since" : "gone" };
    if (!row) return { result: "form used" };
  }
  const { ref, number } = first;
  return { result: "repeated", number, ref, undo: first.undoable === null ? null : String(number) };
}
