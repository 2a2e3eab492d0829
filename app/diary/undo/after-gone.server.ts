import type { PartName } from "~/diary/aggregate.server";
import { changeThatDeleted } from "~/diary/deleted-by.server";
import type { Writer } from "~/diary/write-rows.server";
import type { Gone } from "~/platform/http/action-result";
import { takeBack } from "./take-back.server";

const PARTS = { session: "sessions", case: "cases", fee: "fees" } as const satisfies Record<string, PartName>;

interface GoneRow extends Writer {
  what: keyof typeof PARTS;
  ref: string;
}

interface Ways<Result> {
  /** What was asked for, now that it is known to be gone. */
  asked: "undo" | "new" | null;
  save: () => Promise<Result | null>;
  saveNew: () => Promise<Result | null>;
}

/** For a form whose row is gone: puts it back and saves, or saves the answers as a new one, or says what can be done. */
export async function afterGone<Result>(
  { what, ref, ...by }: GoneRow,
  { asked, save, saveNew }: Ways<Result>,
): Promise<{ saved: Result } | { saved: null; gone: Gone; error: string | null }> {
  const change = await changeThatDeleted(by, PARTS[what], ref);
  const taken = asked === "undo" && change ? await takeBack(by, String(change.number)) : null;
  const saved = taken?.ok ? await save() : asked === "new" ? await saveNew() : null;
  if (saved) return { saved };
  return { saved: null, gone: { undoable: change !== null }, error: taken && !taken.ok ? taken.error : null };
}
