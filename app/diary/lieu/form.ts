import { z } from "zod";
import type { lieuLedger } from "~/diary/leave/table.server";
import * as fields from "~/platform/http/fields";
import { rowForm } from "~/platform/http/row-form";
import { ukDate } from "~/platform/time/dates";
import type { LondonDate } from "~/platform/time/london";
import { identifierAnswers } from "~/ui/identifiers/form";
import { LIEU_KINDS, LIEU_UNITS, type LieuKind, type LieuUnit } from "./format";

const MAX_AMOUNT = 1_000;

const line = z.object({
  kind: fields.chosen("earned, spent or adjusted", Object.keys(LIEU_KINDS) as LieuKind[]),
  unit: fields.chosen("hours, PAs or days", Object.keys(LIEU_UNITS) as LieuUnit[]),
  amount: fields.number({
    name: "amount",
    min: -MAX_AMOUNT,
    max: MAX_AMOUNT,
    places: 2,
    empty: "Enter how much, such as 1 or 7.5",
  }),
  day: fields.date("date", "Enter the date, such as 27/3/2026"),
  notes: fields.text({ name: "notes", max: 2_000 }),
  ...identifierAnswers,
});

/**
 * Converts the answers to the columns of a line; its notes are not encrypted yet. Spent time is typed without a sign,
 * and stored as negative.
 */
function readLine(answered: z.output<typeof line>, context: z.RefinementCtx) {
  const { kind, unit, amount, day, notes } = answered;
  const refuse = (message: string) => context.addIssue({ code: "custom", path: ["amount"], message });
  if (amount === 0) refuse("Enter an amount other than 0");
  else if (amount < 0 && kind !== "adjusted") {
    refuse(`Enter what was ${kind} without a minus, or choose Adjusted to take time off`);
  }
  const hundredths = Math.round(amount * 100) * (kind === "spent" ? -1 : 1);
  return { line: { kind, unit, hundredths, day }, notes, anyway: answered };
}

export type LieuAnswers = ReturnType<typeof readLine>;

export const newLieuForm = line
  .extend({
    idempotency_key: fields.idempotencyKey,
    /** The session on a bank holiday that earned the line. */
    session_ref: fields.text({ name: "session", max: 22 }),
  })
  .transform(({ idempotency_key, session_ref, ...answered }, context) => {
    return { idempotency_key, session_ref, ...readLine(answered, context) };
  });

/** The form of a line's page, with its two buttons. */
export const lieuLineForm = rowForm(
  line
    .extend({ intent: z.literal("save"), version: fields.version, idempotency_key: fields.editKey })
    .transform(({ intent, version, ...answered }, context) => ({ intent, version, ...readLine(answered, context) })),
  "delete",
);

export function newLieuAnswers(today: LondonDate): Record<string, string> {
  const [kind, unit]: [LieuKind, LieuUnit] = ["earned", "days"];
  return { kind, unit, amount: "", day: ukDate(today), notes: "" };
}

type Line = Pick<typeof lieuLedger.$inferSelect, "kind" | "unit" | "hundredths" | "day" | "version">;

/**
 * The values of the form of a line; spent time has no sign.
 * @param notes the decrypted notes
 */
export function lieuAnswersOf({ kind, unit, hundredths, day, version }: Line, notes: string): Record<string, string> {
  const amount = String((kind === "spent" ? -hundredths : hundredths) / 100);
  return { version: String(version), kind, unit, amount, day: ukDate(day), notes };
}
