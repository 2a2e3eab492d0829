import type { Field, FileValue, Names } from "~/data/records/fields.server";
import { RECORD_KINDS, type RecordKind } from "~/data/records/kinds.server";
import { type Reader, readRecords, type Snapshot, takeSnapshot } from "~/data/records/read-rows.server";
import { csvLine, UTF8_MARK } from "~/platform/http/csv";
import type { ZipEntry } from "./file-response.server";

/**
 * Tables for people: names where the file of records has codes and references to what has a name, PAs where it has their
 * units.
 */

/** Yields the files of the ZIP: a README, the data dictionary, and each kind of record as a CSV table. */
export async function* tableFiles(by: Reader): AsyncGenerator<ZipEntry> {
  const snapshot = await takeSnapshot(by, RECORD_KINDS);
  const names = await namesOf(by, snapshot);
  yield { name: "README.txt", pieces: [README] };
  yield { name: "data-dictionary.csv", pieces: [dictionary()] };
  for (const kind of RECORD_KINDS) yield { name: `${kind.name}.csv`, pieces: tableOf(by, snapshot, kind, names) };
}

/** The names that tables show, by reference. */
async function namesOf(by: Reader, snapshot: Snapshot): Promise<Names> {
  const names = new Map<string, string>();
  const named = new Map(
    RECORD_KINDS.flatMap(({ name, nameField }) => (nameField ? [[name as string, nameField]] : [])),
  );
  const rows = snapshot.filter(({ kind }) => named.has(kind.name));
  for await (const [{ name }, records] of readRecords(by, rows)) {
    for (const record of records) names.set(String(record.unique_ref), String(record[named.get(name) ?? ""]));
  }
  return names;
}

async function* tableOf(by: Reader, snapshot: Snapshot, kind: RecordKind, names: Names): AsyncGenerator<string> {
  const columns = columnsOf(kind);
  yield UTF8_MARK + csvLine(columns.map(({ head }) => head));
  const rows = snapshot.filter((each) => each.kind === kind);
  for await (const [, records] of readRecords(by, rows)) {
    yield records
      .map((record) => csvLine(columns.map(({ name, field }) => cellOf(record[name] ?? null, field, names))))
      .join("");
  }
}

const NAMED = RECORD_KINDS.flatMap(({ name, nameField }) => (nameField ? [name] : []));

function columnsOf({ fields, texts }: RecordKind) {
  return Object.entries({ ...fields, ...texts?.fields }).map(([name, field]) => {
    const isNamed = field.refs && !field.refs.isList && NAMED.includes(field.refs.kind);
    const shown = isNamed ? { ...field, inTable: { shape: "name", show: nameOf } } : field;
    return { name, head: isNamed ? name.replace(/_ref$/, "") : name.replace(/pa_units$/, "pas"), field: shown };
  });
}

function nameOf(ref: FileValue, names: Names): FileValue {
  return names.get(String(ref)) ?? ref;
}

function cellOf(written: FileValue, { inTable }: Field, names: Names): string {
  if (written === null) return "";
  const value = inTable ? inTable.show(written, names) : written;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The data dictionary as CSV: what each column of each table means. */
function dictionary(): string {
  const lines = RECORD_KINDS.flatMap((kind) =>
    columnsOf(kind).map(({ head, field: { shape, words, inTable } }) =>
      csvLine([`${kind.name}.csv`, kind.description, head, inTable?.shape ?? shape, words]),
    ),
  );
  return UTF8_MARK + csvLine(["Table", "Each row is", "Column", "Looks like", "What it is"]) + lines.join("");
}

const README = [
  "Daybook: everything in your diary, as tables.",
  "",
  ...RECORD_KINDS.map(({ name, description }) => `${name}.csv  ${description}, one a row`),
  "data-dictionary.csv  what each column of each table is",
  "",
  "The tables are CSV (RFC 4180) in UTF-8, and open in any spreadsheet. Rows of one table name those of another by",
  "what they are called, or else by unique_ref: the session_ref of a case is the unique_ref of its session.",
  "Times are London's, with how far its clocks were ahead: 2026-07-17T08:00:00+01:00.",
  "Money is in pence.",
  "An apostrophe stands before text that a spreadsheet would take for a formula. It is not part of the text.",
  "",
  "To bring your diary back into Daybook, use the JSON file of the same page: these tables are for reading.",
  "",
].join("\r\n");
