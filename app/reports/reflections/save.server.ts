import { and, eq, inArray } from "drizzle-orm";
import { data } from "react-router";
import { z } from "zod";
import { writeChange } from "~/changes/write-change.server";
import type { Writer } from "~/changes/write-rows.server";
import { cases } from "~/diary/cases/table.server";
import type { Database } from "~/platform/db/database.server";
import type { Saved } from "~/platform/http/answer-save.server";
import * as fields from "~/platform/http/fields";
import type { Refusal } from "~/platform/http/refusal.server";
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

const CHANGED: Refusal = {
  errors: {
    "": "A case of this page was changed or deleted elsewhere after you opened it, and nothing is saved yet. The notes are shown as they are now, with your answers: save again to keep them",
  },
  status: 409,
};

/**
 * Writes the types and domains of a page of notes, all or none. Notes that are stored so already are not written again,
 * so that a form can be sent twice.
 * @throws 404 when none of the cases exists, or they are not the user's
 */
export async function sortNotes(by: Writer, notes: readonly SortedNote[]): Promise<Saved & { message?: string }> {
  const stored = await storedOf(by.db, by.userId, notes);
  if (stored.size === 0) throw data(null, { status: 404 });
  if (notes.some(({ case_ref }) => !stored.has(case_ref))) return { refusal: CHANGED };
  const changed = notes.filter(({ case_ref, type, domains }) => {
    const was = stored.get(case_ref);
    return was?.type !== type || was.domains !== domains;
  });
  if (changed.length === 0) return { undo: null, message: "These notes were saved already" };
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
  if (written.result !== "written") return { refusal: CHANGED };
  return { undo: written.undo, message: `${formatCounted(changed.length, "note")} saved` };
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
