import { z } from "zod";
import * as fields from "~/platform/http/fields";
import { rowForm } from "~/platform/http/row-form";
import { ukDate } from "~/platform/time/dates";
import type { LondonDate } from "~/platform/time/london";
import { domainsOf } from "~/reports/appraisal";
import type { cpd } from "~/reports/table.server";
import { identifierAnswers } from "~/ui/identifiers/form";
import { CPD_TYPES, type CpdType, cpdHours } from "./kinds";

const EMPTY = "Enter the hours, such as 1.5";

const decimalHours = fields.number({ name: "hours", min: 0.1, max: 24, places: 2, empty: EMPTY });

/** Reads hours as a decimal number or as a length of time, `1.5` or `1:30`, into whole minutes. */
const minutes = fields.text({ name: "hours", max: 20, empty: EMPTY }).transform((typed, context): number => {
  const [, whole, part] = /^(\d{1,2}):([0-5]\d)$/.exec(typed) ?? [];
  const exact = part === undefined ? null : Number(whole) * 60 + Number(part);
  const read = decimalHours.safeParse(exact === null ? typed : (exact / 60).toFixed(2));
  if (read.success) return exact ?? Math.round(Number(read.data) * 60);
  context.addIssue({ code: "custom", message: read.error.issues[0]?.message ?? EMPTY });
  return z.NEVER;
});

const entry = z.object({
  day: fields.date("date", "Enter the date, such as 27/3/2026"),
  hours: minutes,
  title: fields.text({ name: "title", max: 200, empty: "Enter a title" }),
  type: fields.chosen("a type", Object.keys(CPD_TYPES) as CpdType[]),
  domains: fields.ticks("domains", 4).transform((codes, context): string => {
    const stored = domainsOf(codes.join());
    if (stored.length === codes.length) return stored.join();
    context.addIssue({ code: "custom", message: "Choose domains from the list" });
    return z.NEVER;
  }),
  reflection: fields.text({ name: "reflection", max: 10_000 }),
  ...identifierAnswers,
});

/** Splits the answers about an entry into the fields of its row and its texts, which are not encrypted yet. */
function readEntry(answered: z.output<typeof entry>) {
  const { day, hours, type, domains, title, reflection } = answered;
  return { row: { day, minutes: hours, type, domains }, texts: { title, reflection }, anyway: answered };
}

export type CpdAnswers = ReturnType<typeof readEntry>;

export const newCpdForm = entry
  .extend({ idempotency_key: fields.idempotencyKey })
  .transform(({ idempotency_key, ...answered }) => ({ idempotency_key, ...readEntry(answered) }));

/** Form of an entry's page, by its two buttons: save and delete. */
export const cpdForm = rowForm(
  entry
    .extend({ intent: z.literal("save"), version: fields.version, idempotency_key: fields.editKey })
    .transform(({ intent, version, ...answered }) => ({ intent, version, ...readEntry(answered) })),
  "delete",
);

type Entry = typeof cpd.$inferSelect;

export function newCpdAnswers(today: LondonDate) {
  return { day: ukDate(today), hours: "", title: "", type: "", domains: [], reflection: "" };
}

/** The answers of an entry's form, from its row and its decrypted texts. */
export function cpdAnswersOf(
  { day, minutes, type, domains, version }: Pick<Entry, "day" | "minutes" | "type" | "domains" | "version">,
  { title, reflection }: { title: string; reflection: string },
) {
  return {
    ...{ version: String(version), day: ukDate(day), hours: typedHours(minutes), title, type, reflection },
    domains: domainsOf(domains).map(String),
  };
}

/** Hours as they can be typed: `1.5`, or as a length of time, `1:20`, where two decimals would not be exact. */
function typedHours(minutes: number): string {
  const hours = cpdHours(minutes);
  if (Number(hours) * 60 === minutes) return hours;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}
