import { data } from "react-router";
import { isTaken } from "~/platform/db/columns.server";
import type { Saved } from "~/platform/http/answer-save.server";
import { changedBeforeDeletion, changedElsewhere, FORM_WAS_USED, type Refusal } from "~/platform/http/refusal.server";
import { type PartName, partOf } from "./parts.server";
import { type Change, type ChangeResult, deletionOf, type Edit, writeChange } from "./write-change.server";
import { isAmong, type Writer } from "./write-rows.server";

/** What a form saves: its word in messages; for one that was opened at a version also the row. */
interface Subject {
  what: string;
  part?: PartName;
  ref?: string;
  /** The form deletes it. */
  deletes?: boolean | undefined;
}

/** The refusals of a change's guards, by their names. */
type Guarded = Readonly<Record<string, () => Refusal | Promise<Refusal>>>;

/**
 * Writes the change that a form makes of one row: a new one, or the first of those that were seen.
 * @param what its word in messages
 * @throws 404 as `refusalOf`
 */
export async function save(by: Writer, change: Change, what: string, guarded?: Guarded): Promise<Saved> {
  const written = await writeChange(by, change);
  const { form, seen: [row] = [] } = change;
  const refusal = await refusalOf(by, written, { what, ...row, deletes: form?.isVersioned && !form.result }, guarded);
  return refusal ? { refusal } : { undo: undoOf(written) };
}

export function undoOf(written: ChangeResult): string | null {
  return "undo" in written ? written.undo : null;
}

/**
 * The refusal of a save; null if it was written, now or by the same form before.
 * @throws 404 when the row does not exist, or is another user's
 */
export async function refusalOf(
  by: Writer,
  written: ChangeResult,
  { what, part, ref, deletes }: Subject,
  guarded: Guarded = {},
): Promise<Refusal | null> {
  const changed = deletes ? changedBeforeDeletion : changedElsewhere;
  switch (written.result) {
    case "written":
    case "repeated":
      return null;
    case "form used":
      return FORM_WAS_USED;
    case "gone":
      // Of a row that is there, what belongs to it is gone.
      if (!part || !ref) throw data(null, { status: 404 });
      return changed(what, await versionOf(by, part, ref));
    case "refused":
    case "changed since": {
      const refusal = written.result === "refused" ? guarded[written.guard]?.() : undefined;
      return refusal ?? changed(what, part && ref ? await versionOf(by, part, ref) : undefined);
    }
  }
}

interface Deletion {
  what: string;
  /** What is said of it; and in the list of what can be undone, where it names nothing that the user wrote. */
  message: string;
  listed?: string;
}

/**
 * Deletes a row, only once however often its form is sent.
 * @throws 404 as `refusalOf`
 */
export async function deleteRow(by: Writer, part: PartName, edit: Edit, { what, message, listed = message }: Deletion) {
  return { ...(await save(by, { message: listed, ...deletionOf(part, edit) }, what)), message };
}

/** Runs a save, which is refused if another row has its value in a column that is unique (`isTaken`). */
export async function refuseTaken<Done>(
  column: string,
  refusal: Refusal,
  save: () => Promise<Done>,
): Promise<Done | { refusal: Refusal }> {
  try {
    return await save();
  } catch (error) {
    if (!isTaken(error, column)) throw error;
    return { refusal };
  }
}

async function versionOf({ db, userId }: Writer, part: PartName, ref: string): Promise<number> {
  const { table } = partOf(part);
  const [row] = await db
    .select({ version: table.version })
    .from(table)
    .where(isAmong(table, userId, [ref]));
  if (!row) throw data(null, { status: 404 });
  return row.version;
}
