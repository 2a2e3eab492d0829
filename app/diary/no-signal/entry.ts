import { z } from "zod";

const MAX_PATH = 300;
const MAX_NAME = 100;
const MAX_FIELDS = 2_500;
const MAX_LABEL = 100;
/** More than one sending of a phone that was without signal for a week. */
const MAX_ENTRIES = 20;
const MAX_WAITING = 10_000;

const ref = z.string().regex(/^[\w-]{16,64}$/, "Must be a reference");
const fields = z.array(z.tuple([z.string().max(MAX_NAME), z.string()])).max(MAX_FIELDS);

/** What is sealed: a form as its page would send it. */
export const noSignalEntry = z.object({
  path: z.string().max(MAX_PATH),
  fields,
  /** By the clock of the device. */
  typed_at: z.number(),
  /** What its user knows it by: `Tuesday 24/11/2026, Theatre 3`. */
  label: z.string().max(MAX_LABEL),
  /** The list of cases of the session that the first form makes. */
  // biome-ignore lint/suspicious/noThenProperty: never awaited
  then: z.object({ path: z.literal("cases/"), fields }).optional(),
  /** Its page was closed before its user kept it. */
  abandoned: z.literal(true).optional(),
});

export type NoSignalEntry = z.output<typeof noSignalEntry>;

/** An entry that was refused, with the reason. */
export interface KeptEntry extends NoSignalEntry {
  why: string;
}

/** Why cases wait whose session was saved from its form. */
export const CHOOSE_SESSION = "Its session is saved. Choose it, then save the cases";

/** What a device sends once it has signal. */
export const sentEntries = z.object({
  device: ref,
  /** How many wait on the device, those of this call included. */
  waiting: z.number().int().min(0).max(MAX_WAITING),
  /** When the first of them was typed, by the clock of the device. */
  since: z.number().optional(),
  entries: z.array(z.object({ id: ref, sealed: z.string() })).max(MAX_ENTRIES),
});

export const newDevice = z.object({ name: z.string().trim().min(1).max(MAX_LABEL), consent: z.boolean() });
export const oneDevice = z.object({ device: ref });
export const sealedDraft = z.object({ device: ref, draft: z.object({ id: ref, sealed: z.string() }).optional() });

/** The answers of a form, as its page is filled in with them. */
export function formOf({ fields }: Pick<NoSignalEntry, "fields">) {
  const values: Record<string, string[]> = {};
  for (const [name, value] of fields) values[name] = [...(values[name] ?? []), value];
  return { values, errors: {} };
}
