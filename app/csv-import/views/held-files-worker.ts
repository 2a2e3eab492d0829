import { mappedFileOf, readFileOf, type Wanted } from "../read-file";
import { type MappedRows, mapRows } from "../reading/map-rows";
import { type ReadOptions, readFiles } from "../reading/read-files";
import { rejectedCsv } from "../reading/rejected";
import type { CsvTable } from "../reading/table";
import { inChunks, sendable } from "../rules";

/** What the page asks of the thread that reads, each with the number that its answer carries. */
export type Asked =
  | { act: "read"; files: File[]; options: ReadOptions }
  | ({ act: "map" } & Wanted)
  /** All mapped rows as JSON, a chunk each. */
  | { act: "chunks" }
  /** The rejected rows as a file. */
  | { act: "rejected" };

let table: CsvTable | null = null;
let mapped: MappedRows | null = null;

/** A file of 20,000 rows is read, mapped and written here, away from the thread that answers the hand. */
async function answerTo(asked: Asked): Promise<unknown> {
  if (asked.act === "read") {
    const files = await Promise.all(
      asked.files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
    );
    const reading = await readFiles(files, asked.options);
    if (!reading.ok) return reading;
    table = reading.table;
    return { ok: true, file: readFileOf(table) };
  }
  if (asked.act === "map") {
    mapped = table && mapRows(table, asked.mapping, asked.choices);
    return mapped && mappedFileOf(mapped);
  }
  if (asked.act === "chunks") return inChunks(sendable(mapped?.rows ?? [])).map((rows) => JSON.stringify(rows));
  return table && mapped ? rejectedCsv(table, mapped.faults) : "";
}

addEventListener("message", async ({ data }: MessageEvent<{ number: number; asked: Asked }>) => {
  try {
    postMessage({ number: data.number, answer: await answerTo(data.asked) });
  } catch {
    postMessage({ number: data.number, failed: true });
  }
});
