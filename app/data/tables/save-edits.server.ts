import { findEarlierSubmit, writeChange } from "~/diary/changes.server";
import { inOneLine } from "~/diary/sessions/sentences";
import { changeRow } from "~/diary/undo/queries.server";
import type { RowChanges } from "~/diary/write-rows.server";
import type { Actor } from "~/platform/context";
import type { FormKey } from "~/platform/db/idempotency.server";
import { FORM_WAS_USED, type Refusal } from "~/platform/http/refusal.server";
import { formatCounted } from "~/platform/time/counted";
import type { ChoiceGroup } from "~/ui/forms/choice-fields";
import { changedMessage, type Done, type Ticked } from "./bulk-action.server";
import type { TableKind } from "./columns";
import { type CellFields, fieldOfRow, type RowAnswers, type ValidatedRow } from "./fields";
import type { SentRow } from "./form";
import type { DataLine } from "./rows.server";

/** How the rows of one table are edited. */
export interface EditedTable<Row extends StoredRow, World> {
  kind: TableKind;
  part: Ticked["part"];
  cells: CellFields;
  read(by: Actor, refs: readonly string[]): Promise<{ rows: Row[]; world: World }>;
  /** Current answers of a row. */
  answers(row: Row): RowAnswers;
  judge(row: Row, changed: RowAnswers, world: World): Promise<ValidatedRow>;
  /** The rows as the table shows them. */
  lines(by: Actor, rows: readonly Row[], columns: readonly string[]): Promise<DataLine[]>;
  /** The rows of a form that is shown again, with their present values, in the order in which they were sent. */
  inForm(by: Actor, refs: readonly string[], columns: readonly string[]): Promise<EditedLines>;
}

export interface EditedLines {
  lines: DataLine[];
  /** Lists of elements; a line names its list by index. */
  offers: ChoiceGroup[][];
}

export interface StoredRow {
  unique_ref: string;
  version: number;
}

/** Why nothing was written; `values` are those of the page's fields that differ from what was sent. */
export interface EditRefusal extends Refusal {
  values: Record<string, string[]>;
}

/** Most tries of a save, when rows change between its read and its batch. */
const TRIES = 3;

/**
 * Saves what was changed on a page of a table, all of it in one batch or nothing. Only rows with new values are
 * written, and each changed row must have the version that was shown.
 */
export async function saveEdits<Row extends StoredRow, World>(
  by: Actor,
  table: EditedTable<Row, World>,
  form: FormKey,
  sent: readonly SentRow[],
  tries = TRIES,
): Promise<Done | EditRefusal> {
  const changed = sent.filter((row) => Object.keys(row.changed).length > 0);
  if (changed.length === 0) return { message: "Nothing was changed", undo: null };
  const { rows, world } = await table.read(
    by,
    changed.map(({ ref }) => ref),
  );
  const stored = new Map(rows.map((row) => [row.unique_ref, row]));
  if (changed.some(({ ref, version }) => stored.get(ref)?.version !== version)) {
    return (await earlierMessage(by, form)) ?? changedElsewhere(by, table, changed, stored);
  }
  const errors: Record<string, string> = {};
  const updates: object[] = [];
  const noted: { row: SentRow; notes: string[] }[] = [];
  for (const row of changed) {
    const found = stored.get(row.ref) as Row;
    const judged = await table.judge(found, row.changed, world);
    if (!judged.ok) Object.assign(errors, errorsOfCells(table.cells, row, judged.errors));
    else if (judged.columns) updates.push({ ...judged.columns, unique_ref: row.ref });
    if (judged.ok && judged.notes.length > 0) noted.push({ row, notes: judged.notes });
  }
  if (Object.keys(errors).length > 0) return { errors, status: 422, values: {} };
  if (updates.length === 0) return { message: "Nothing was changed", undo: null };
  const message = `${formatCounted(updates.length, table.kind.one)} changed in the table`;
  const written = await writeChange(by, {
    ...{ message, form },
    seen: changed.map(({ ref, version }) => ({ part: table.part, ref, version })),
    updates: { [table.part]: updates } as RowChanges["updates"],
  });
  if (written.result === "form used") return { ...FORM_WAS_USED, values: {} };
  if (!("undo" in written)) {
    // A row, or the element chosen for it, has changed since it was read: judge again.
    if (tries > 1) return saveEdits(by, table, form, sent, tries - 1);
    return { ...changedMessage(table.part, updates.length), values: {} };
  }
  const { undo } = written;
  const [first, ...others] = noted;
  if (!first) return { message, undo };
  const name = await currentName(by, table, first.row);
  const notes = first.notes.map((note) => `${name}: ${note}`);
  const more = others.length > 0 ? `Look at ${formatCounted(others.length, "other row")} too` : null;
  return { message: inOneLine([message, ...notes, more]), undo };
}

/** Name of a row after the save, which may have changed its times. */
async function currentName<Row extends StoredRow, World>(
  by: Actor,
  table: EditedTable<Row, World>,
  { ref, name }: SentRow,
): Promise<string> {
  const { rows } = await table.read(by, [ref]);
  const [line] = await table.lines(by, rows, []);
  return line?.name ?? name;
}

/** The result of this form if it was sent before, for a retry after a lost response. */
async function earlierMessage(by: Actor, form: FormKey): Promise<Done | null> {
  const before = await findEarlierSubmit(by, form);
  if (!("undo" in before)) return null;
  const [change] = before.undo === null ? [] : await changeRow(by.db, by.userId, before.undo);
  return { message: change?.message ?? "Changed in the table", undo: before.undo };
}

/** Fields of a row's own form that have no cell, each with the field that shows its message. */
const FIELDS_WITHOUT_CELL = new Map([
  ["session_end_date", "session_end_time"],
  ["session_end_time_which", "session_end_time"],
  ["whole_day", "session_start_time"],
  ["case_day", "start_time"],
]);

/**
 * Moves messages from the fields of a row's own form to the cells of the page. A message without a cell is shown at the
 * first answer that was changed.
 */
function errorsOfCells(cells: CellFields, { place, was, changed }: SentRow, errors: Record<string, string>) {
  const [first = ""] = Object.keys(changed);
  const known = Object.values(cells).flatMap((fields) => fields.map(({ name }) => name));
  const cellOf = (name: string) => {
    const at = FIELDS_WITHOUT_CELL.get(name);
    return [at ?? name].find((each) => known.includes(each) && each in was) ?? first;
  };
  return Object.fromEntries(
    Object.entries(errors).map(([name, message]) => [fieldOfRow(place, cellOf(name)), message]),
  );
}

/**
 * Refuses the save, with a message for each row that is not as it was shown. The user's answers are kept beside the
 * present values, and replace them when saved again; unchanged answers take the present values.
 */
async function changedElsewhere<Row extends StoredRow, World>(
  by: Actor,
  table: EditedTable<Row, World>,
  changed: readonly SentRow[],
  stored: ReadonlyMap<string, Row>,
): Promise<EditRefusal> {
  const { one } = table.kind;
  const errors: Record<string, string> = {};
  const values: Record<string, string[]> = {};
  const gone = changed.filter(({ ref }) => !stored.has(ref)).map(({ name }) => name);
  if (gone.length > 0) {
    const which = gone.length === 1 ? `This ${one} was` : `These ${table.kind.many} were`;
    errors[""] =
      `${which} deleted elsewhere after you opened this page: ${gone.join("; ")}. Nothing is saved yet: save again to keep your changes of the others`;
  }
  const stale = changed.filter(({ ref, version }) => (stored.get(ref)?.version ?? version) !== version);
  const rows = stale.flatMap(({ ref }) => stored.get(ref) ?? []);
  const lines = await table.lines(
    by,
    rows,
    table.kind.columns.map(({ id }) => id).filter((id) => id in table.cells),
  );
  for (const row of stale) {
    const found = stored.get(row.ref) as Row;
    const cells = lines.find(({ unique_ref }) => unique_ref === row.ref)?.cells ?? {};
    const now = table.answers(found);
    values[fieldOfRow(row.place, "version")] = [String(found.version)];
    values[fieldOfRow(row.place, "was")] = [
      JSON.stringify(Object.fromEntries(Object.keys(row.was).map((name) => [name, now[name] ?? ""]))),
    ];
    for (const name of Object.keys(row.was)) {
      if (!(name in row.changed)) values[fieldOfRow(row.place, name)] = [now[name] ?? ""];
    }
    for (const { id, label } of table.kind.columns) {
      const name = table.cells[id]?.find((each) => each.name in row.changed)?.name;
      if (!name) continue;
      errors[fieldOfRow(row.place, name)] =
        `This ${one} was changed elsewhere after you opened this page. ${label} now: ${cells[id] || "nothing"}. Your answer is kept, and not saved yet: save again to put it in place of that`;
    }
  }
  return { errors, status: 409, values };
}
