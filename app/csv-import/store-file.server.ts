import type { Asked } from "~/accounts/guard.server";
import { beginImport } from "./begin.server";
import type { CsvRow } from "./fields";
import { type Received, receiveRows } from "./receive.server";
import { type FileFacts, inChunks, sendable } from "./rules";

/**
 * The whole of a file that the server itself has read: what a browser does with script, call by call. @returns what
 * came of it by the last of its rows; null when it was imported before and `again` is not said, or closed meanwhile.
 */
export async function storeFile(
  asked: Asked,
  facts: FileFacts,
  rows: readonly CsvRow[],
  again: boolean,
): Promise<Received | null> {
  const begun = await beginImport(asked, facts, again);
  if (begun.state === "known") return null;
  let last: Received | null = null;
  for (const chunk of inChunks(sendable(rows))) last = await receiveRows(asked, begun.import_ref, chunk);
  return last;
}
