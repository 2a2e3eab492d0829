import { londonIso } from "~/platform/time/instants";
import { RECORD_KINDS } from "./kinds.server";
import {
  type Reader,
  readRecords,
  type Snapshot,
  stockSince,
  takeSnapshot,
  type WrittenRecord,
} from "./records.server";

/** Of the file: one with another number is another format. */
export const FORMAT = 1;

/** What is not there is left out: half of a case is empty. */
function lineOf(record: string, fields: WrittenRecord): string {
  const filled = Object.entries(fields).filter(([name, value]) => value !== null && !(value === "" && TEXTS.has(name)));
  return JSON.stringify({ record, ...Object.fromEntries(filled) });
}

const TEXTS = new Set(RECORD_KINDS.flatMap(({ text_encrypted }) => Object.keys(text_encrypted?.texts ?? {})));

/**
 * All records as one JSON text, a record a line, so that a file of any length is read line by line.
 * @param account who they are of: for whoever reads the file, not for taking it back
 */
export async function* jsonFile(by: Reader, account: object, now: number): AsyncGenerator<string> {
  yield `{"daybook": ${FORMAT},\n"made_at": ${JSON.stringify(londonIso(now))},\n"account": ${JSON.stringify(account)},\n"records": [`;
  const stock = await takeSnapshot(by.db, by.userId);
  let before = "\n";
  for await (const lines of linesOf(by, stock)) {
    yield before + lines;
    before = ",\n";
  }
  for await (const lines of linesOf(by, await stockSince(by, stock))) {
    yield before + lines;
    before = ",\n";
  }
  yield "\n]}\n";
}

async function* linesOf(by: Reader, stock: Snapshot): AsyncGenerator<string> {
  for (const { name } of RECORD_KINDS) {
    for await (const records of readRecords(by, stock, name)) {
      if (records.length > 0) yield records.map((fields) => lineOf(name, fields)).join(",\n");
    }
  }
}
