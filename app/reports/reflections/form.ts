import { z } from "zod";
import * as fields from "~/platform/http/fields";
import { GMC_DOMAINS } from "../domains";
import { REFLECTION_TYPES, type ReflectionType } from "./kinds";

const DOMAIN_KEYS = Object.keys(GMC_DOMAINS);

export const NOTES_A_PAGE = 10;

const TAMPERED = "Open this page again, then sort its notes once more";

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

/** A page of reflective notes: what each is of, and which domains it speaks for. */
export const notesForm = z.object({
  notes: z.array(note, { error: TAMPERED }).min(1, TAMPERED).max(NOTES_A_PAGE, TAMPERED),
});

export type SortedNote = z.output<typeof note>;
