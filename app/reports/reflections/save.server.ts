import { and, eq, inArray } from "drizzle-orm";
import { data } from "react-router";
import { z } from "zod";
import { writeChange } from "~/changes/write-change.server";
import type { Writer } from "~/changes/write-rows.server";
import { cases } from "~/diary/cases/table.server";
import type { Database } from "~/platform/db/database.server";
import * as fields from "~/platform/http/fields";
import { formatCounted } from "~/platform/time/counted";
import { GMC_DOMAINS, REFLECTION_TYPES, type ReflectionType } from "~/reports/appraisal";

const DOMAIN_KEYS = Object.keys(GMC_DOMAINS);

export const NOTES_PER_PAGE = 10;

const TAMPERED = "Reload this page, then sort its notes again";

const note = z.object(
  {
    case_ref: fields.reference(TAMPERED),
    version: fields.version,
    type: fields.choice("a type", Object.keys(REFLECTION_TYPES) as ReflectionType[]),
    domains: fields.ticks("the domains", DOMAIN_KEYS.length).transform((keys, context) => {
      if (keys.every((key) => DOMAIN_KEYS.includes(key))) return keys.toSorted().join(",");
      context.addIssue({ code: "custom", message: "Choose the domains from the list" });
      return z.NEVER;
    }),
  },
  { error: TAMPERED },
);

type SortedNote = z.output<typeof note>;

/** Form of a page of reflective notes: the type and the domains of each. */
export const notesForm = z.object({
  notes: z.array(note, { error: TAMPERED }).min(1, TAMPERED).max(NOTES_PER_PAGE, TAMPERED),
});

/** Why nothing of a page was written. */
interface NotesRefusal {
  /**
   * Notes that were changed elsewhere, by index in the page, with their current version; empty if the only problem is
   * that cases are deleted.
   */
  stale: readonly { place: number; version: number }[];
  gone: boolean;
}

/**
 * Writes the types and domains of a page of notes, all or none. Notes that are stored so already are not written again,
 * so that a form can be sent twice.
 * @returns how many were changed, or why none was
 * @throws 404 when none of the cases exists, or they are not the user's
 */
export async function sortNotes(by: Writer, notes: readonly SortedNote[]): Promise<number | NotesRefusal> {
  const stored = await storedOf(by.db, by.userId, notes);
  if (stored.size === 0) throw data(null, { status: 404 });
  const changed = notes.filter(({ case_ref, type, domains }) => {
    const was = stored.get(case_ref);
    return was?.type !== type || was.domains !== domains;
  });
  const gone = notes.some(({ case_ref }) => !stored.has(case_ref));
  const stale = changed.flatMap((note) => {
    const version = stored.get(note.case_ref)?.version;
    return version === undefined || version === note.version ? [] : [{ place: notes.indexOf(note), version }];
  });
  if (gone || stale.length > 0) return { gone, stale };
  if (changed.length === 0) return 0;
  const written = await writeChange(by, {
    message: `${formatCounted(changed.length, "reflective note")} sorted`,
    seen: changed.map(({ case_ref, version }) => ({ part: "cases", ref: case_ref, version })),
    updates: {
      cases: changed.map(({ case_ref, type, domains }) => ({
        unique_ref: case_ref,
        reflection_type: type,
        reflection_domains: domains,
      })),
    },
  });
  // A case was changed between the read and the write: the next read shows which.
  return written.result === "written" ? changed.length : sortNotes(by, notes);
}

async function storedOf(db: Database, userId: number, notes: readonly SortedNote[]) {
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
  return new Map(rows.map((row) => [row.unique_ref, row]));
}
