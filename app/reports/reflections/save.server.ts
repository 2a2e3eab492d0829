import { and, eq, inArray } from "drizzle-orm";
import { data } from "react-router";
import { cases } from "~/diary/cases/table.server";
import { writeChange } from "~/diary/changes.server";
import type { Writer } from "~/diary/write-rows.server";
import type { Database } from "~/platform/db/database.server";
import { counted } from "~/platform/time/counted";
import type { SortedNote } from "./form";

/** Why nothing of a page was written. */
export interface NotesRefusal {
  /** By the place of a note in its page; none where what is wrong is that cases are gone. */
  stale: readonly { place: number; version: number }[];
  gone: boolean;
}

/**
 * Writes what a page says of its notes, all of it or nothing. What is stored as it is said is not written again: a form
 * that is sent twice is told what it was told.
 * @returns how many were changed, or why none was.
 * @throws 404 when none of the cases is there, or they are not the user's.
 */
export async function sortNotes(by: Writer, notes: readonly SortedNote[]): Promise<number | NotesRefusal> {
  const stored = await storedOf(by.db, by.userId, notes);
  if (stored.size === 0) throw data(null, { status: 404 });
  const changed = notes.filter((note) => differs(stored.get(note.case_ref), note));
  const refusal = refusalOf(notes, changed, stored);
  if (refusal) return refusal;
  if (changed.length === 0) return 0;
  const written = await writeChange(by, {
    message: `${counted(changed.length, "reflective note")} sorted`,
    seen: changed.map(({ case_ref, version }) => ({ part: "cases", ref: case_ref, version })),
    updates: {
      cases: changed.map(({ case_ref, type, domains }) => ({
        unique_ref: case_ref,
        reflection_type: type,
        reflection_domains: domains,
      })),
    },
  });
  // Somebody was between the look and the change: the next look tells who.
  return written.result === "written" ? changed.length : sortNotes(by, notes);
}

type Stored = Map<string, { version: number; type: string | null; domains: string }>;

async function storedOf(db: Database, userId: number, notes: readonly SortedNote[]): Promise<Stored> {
  const refs = notes.map(({ case_ref }) => case_ref);
  const rows = await db
    .select({
      unique_ref: cases.unique_ref,
      version: cases.version,
      type: cases.reflection_type,
      domains: cases.reflection_domains,
    })
    .from(cases)
    .where(and(eq(cases.user_id, userId), inArray(cases.unique_ref, refs)));
  return new Map(rows.map(({ unique_ref, ...row }) => [unique_ref, row]));
}

function differs(stored: { type: string | null; domains: string } | undefined, note: SortedNote): boolean {
  return stored?.type !== note.type || stored.domains !== note.domains;
}

function refusalOf(notes: readonly SortedNote[], changed: readonly SortedNote[], stored: Stored): NotesRefusal | null {
  const gone = notes.some(({ case_ref }) => !stored.has(case_ref));
  const stale = changed.flatMap((note) => {
    const version = stored.get(note.case_ref)?.version;
    return version === undefined || version === note.version ? [] : [{ place: notes.indexOf(note), version }];
  });
  return gone || stale.length > 0 ? { gone, stale } : null;
}
