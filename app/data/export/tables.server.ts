import { csvLine, UTF8_MARK } from "~/platform/http/csv";
import type { Written } from "./fields.server";
import type { RecordKind } from "./kind.server";
import { kindOf, RECORD_KINDS } from "./kinds.server";
import { type Reader, readRecords, type Snapshot, takeSnapshot } from "./records.server";
import type { ZipEntry } from "./zip.server";

/** Each kind of record as a table, with what tells of them. */
export async function* tableFiles(by: Reader): AsyncGenerator<ZipEntry> {
  const stock = await takeSnapshot(by.db, by.userId);
  yield { name: "README.txt", pieces: [README] };
  yield { name: "data-dictionary.csv", pieces: [dictionary()] };
  for (const { name } of RECORD_KINDS) yield { name: `${name}.csv`, pieces: tableOf(by, stock, name) };
}

async function* tableOf(by: Reader, stock: Snapshot, name: RecordKind["name"]): AsyncGenerator<string> {
  const columns = Object.keys(columnsOf(kindOf(name)));
  yield UTF8_MARK + csvLine(columns);
  for await (const records of readRecords(by, stock, name)) {
    yield records.map((record) => csvLine(columns.map((column) => cellOf(record[column] ?? null)))).join("");
  }
}

function columnsOf({ fields, text_encrypted }: RecordKind) {
  return { ...fields, ...text_encrypted?.texts };
}

function cellOf(value: Written): string {
  if (value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** What each column of each table is. */
function dictionary(): string {
  const lines = RECORD_KINDS.flatMap((kind) =>
    Object.entries(columnsOf(kind)).map(([column, { shape, words }]) =>
      csvLine([`${kind.name}.csv`, kind.description, column, shape, words]),
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
  "unique_ref: the session_ref of a case is the unique_ref of its session.",
  "Times are London's, with how far its clocks were ahead: 2026-07-17T08:00:00+01:00. PAs are whole units of 1/3600 PA,",
  "so that sums are exact; money is in pence.",
  "An apostrophe stands before text that a spreadsheet would take for a formula. It is not part of the text.",
  "",
  "To bring your diary back into Daybook, use the JSON file of the same page: these tables are for reading.",
  "",
].join("\r\n");
