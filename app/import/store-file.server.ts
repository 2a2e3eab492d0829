import type { Asked } from "~/account/guard.server";
import { beginImport } from "./begin.server";
import type { CsvRow } from "./fields";
import { receiveRows } from "./receive.server";
import type { Received } from "./received";
import { type FileFacts, inChunks, sendable } from "./rules";

/** The whole of a file that the server itself has read: what a browser does with script, call by call. */
export async function storeFile(asked: Asked, facts: FileFacts, rows: readonly CsvRow[]): Promise<Received | null> {
  const { import_ref } = await beginImport(asked, facts);
  let last: Received | null = null;
  for (const chunk of inChunks(sendable(rows))) last = await receiveRows(asked, import_ref, chunk);
  return last;
}
