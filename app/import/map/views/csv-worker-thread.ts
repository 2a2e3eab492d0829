import { createBirpc } from "birpc";
import { type MappedRows, mapRows, rejectedCsv } from "~/import/parse/map-rows";
import { peopleOf } from "~/import/parse/people";
import { type ReadOptions, readFiles } from "~/import/parse/read-files";
import type { CsvTable } from "~/import/parse/table";
import {
  inChunks,
  type MappedFile,
  mappedFileOf,
  type ReadFile,
  type ReadingRequest,
  readFileOf,
  rowsToSend,
} from "~/import/read-file";

type Reading = { ok: true; file: ReadFile } | { ok: false; message: string };

let table: CsvTable | null = null;
/** The mapping that was asked for last. */
let mapped: Promise<MappedRows> | null = null;

/** Reads, maps and writes a file, also of 20,000 rows, in a worker, so that the main thread stays responsive. */
const reader = {
  async read(files: readonly File[], options: ReadOptions): Promise<Reading> {
    const named = await Promise.all(
      files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
    );
    const reading = await readFiles(named, options);
    if (!reading.ok) return reading;
    table = reading.table;
    return { ok: true, file: readFileOf(table) };
  },
  async map(wanted: ReadingRequest): Promise<MappedFile> {
    if (!table) throw new Error("No file was read");
    mapped = mappedBy(table, wanted);
    return mappedFileOf(await mapped);
  },
  /** The JSON of each chunk of rows. */
  chunks: async () => inChunks(rowsToSend((await mapped)?.rows ?? [])).map((rows) => JSON.stringify(rows)),
  /** The rejected rows as a CSV file. */
  rejected: async () => (table && mapped ? rejectedCsv(table, (await mapped).faults) : ""),
};

async function mappedBy(read: CsvTable, { mapping, choices, own, today }: ReadingRequest): Promise<MappedRows> {
  return mapRows(read, mapping, choices, own, today, await peopleOf(read, mapping));
}

/** The calls that a page may make to the worker. */
export type Reader = typeof reader;

createBirpc<object, Reader>(reader, {
  post: (answer) => postMessage(answer),
  on: (hear) => addEventListener("message", ({ data }) => hear(data)),
});
