import { z } from "zod";
import { rowOf } from "~/data/records/codec.server";
import { RECORD_KINDS, type RecordKind } from "~/data/records/kinds.server";
import { BackupFileError, linesOf, type RecordLine, readLines } from "~/data/records/lines.server";
import type { StagedRow } from "./stage.server";

/** A record of a user's file, checked by itself: not yet against other records. */
interface CheckedRow extends StagedRow {
  kind: RecordKind;
}

/** Reads the records of a file while its bytes arrive. @throws BackupFileError */
export async function* readFile(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<CheckedRow> {
  for await (const line of readLines(linesOf(bytes))) yield checked(line);
}

const KINDS = new Map<unknown, { kind: RecordKind; schema: z.ZodType }>(
  RECORD_KINDS.map((kind) => {
    const all = Object.entries({ ...kind.fields, ...kind.texts?.fields });
    const schema = z.strictObject(Object.fromEntries(all.map(([name, { check }]) => [name, check])));
    return [kind.name, { kind, schema }];
  }),
);

function checked({ name, line, record }: RecordLine): CheckedRow {
  const known = KINDS.get(name);
  if (!known) throw new BackupFileError(`Line ${line} is not something that Daybook recognises`);
  const { kind, schema } = known;
  const { data, error } = schema.safeParse(record);
  if (error) {
    const field = error.issues[0]?.path[0] ?? "a field that it does not know";
    throw new BackupFileError(`Line ${line}, of ${kind.name}: Daybook cannot read ${String(field).slice(0, 60)}`);
  }
  const read = rowOf(kind, data as typeof record);
  const at = kind.disagrees?.(read.row) ?? null;
  if (at !== null)
    throw new BackupFileError(`Line ${line}, of ${kind.name}: its ${at} do not agree with the rest of it`);
  return { kind, line, ...read };
}
