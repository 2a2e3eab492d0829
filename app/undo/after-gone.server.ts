import { cases } from "~/cases/table.server";
import { claims } from "~/claims/table.server";
import { stepThatDeleted } from "~/db/undo-steps.server";
import type { Gone } from "~/http/action-result.server";
import type { Asker } from "~/http/context";
import { sessions } from "~/sessions/table.server";
import { takeBack } from "./take-back.server";

const TABLES = { session: sessions, case: cases, fee: claims };

interface GoneRow extends Pick<Asker, "db" | "userId" | "now"> {
  what: keyof typeof TABLES;
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
  { db, userId, what, ref, now }: GoneRow,
  { asked, save, saveNew }: Ways<Result>,
): Promise<{ saved: Result } | { saved: null; gone: Gone; error: string | null }> {
  const step = await stepThatDeleted(db, userId, TABLES[what], ref, now);
  const taken = asked === "undo" && step ? await takeBack(db, userId, step.ref, now) : null;
  const saved = taken?.ok ? await save() : asked === "new" ? await saveNew() : null;
  if (saved) return { saved };
  return { saved: null, gone: { undoable: step !== null }, error: taken && !taken.ok ? taken.error : null };
}
