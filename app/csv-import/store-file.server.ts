import type { Asked } from "~/accounts/guard.server";
import { type Begun, beginImport } from "./begin.server";
import type { CsvRow } from "./fields";
import { receiveRows } from "./receive.server";
import { type FileFacts, inChunks, sendable } from "./rules";

/** The whole of a file that the server itself has read: what a browser does with script, call by call. */
export async function storeFile(
  asked: Asked,
  facts: FileFacts,
  rows: readonly CsvRow[],
  again: boolean,
): Promise<Begun> {
  const begun = await beginImport(asked, facts, again);
  if (begun.state === "known") return begun;
  for (const chunk of inChunks(sendable(rows))) await receiveRows(asked, begun.import_ref, chunk);
  return begun;
}
