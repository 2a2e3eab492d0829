import { z } from "zod";
import * as fields from "~/platform/http/fields";
import { byButton, takesNoRoom } from "~/platform/http/form-schemas";
import type { LondonDate } from "~/platform/time/london";
import { identifierAnswers } from "~/ui/identifiers/form";
import { LIEU_KINDS, LIEU_UNITS, type LieuKind, type LieuUnit } from "./format";

const MOST = 1_000;

const line = z.object({
  kind: fields.chosen("earned, spent or adjusted", Object.keys(LIEU_KINDS) as LieuKind[]),
  unit: fields.chosen("hours, PAs or days", Object.keys(LIEU_UNITS) as LieuUnit[]),
  amount: fields
    .number({ name: "amount", min: -MOST, max: MOST, places: 2, empty: "Enter how much, such as 1 or 7.5" })
    .transform((value) => value as number),
  day: fields.date("date", "Enter the date, such as 31/8/2026").transform((day) => day as LondonDate),
  notes: fields.text({ name: "notes", max: 2_000 }),
  ...identifierAnswers,
});

/** What a person says of a line, as its row keeps it; notes still open. What is spent is typed without a sign. */
function readLine(answered: z.output<typeof line>, context: z.RefinementCtx) {
  const { kind, unit, amount, day, notes } = answered;
  const refuse = (message: string) => context.addIssue({ code: "custom", path: ["amount"], message });
  if (amount === 0) refuse("Enter an amount other than 0");
  else if (amount < 0 && kind !== "adjusted") {
    refuse(`Enter what was ${kind} without a minus, or choose Adjusted to take time off`);
  }
  const hundredths = Math.round(amount * 100) * (kind === "spent" ? -1 : 1);
  const { identifiers_confirmed, identifiers_asked, identifiers_reason } = answered;
  return {
    line: { kind, unit, hundredths, day },
    notes,
    anyway: { identifiers_confirmed, identifiers_asked, identifiers_reason },
  };
}

export type LieuAnswers = ReturnType<typeof readLine>;

export const newLieuForm = line
  .extend({
    idempotency_key: fields.idempotencyKey,
    /** The session on a bank holiday that earned it. */
    session_ref: fields.text({ name: "session", max: 22 }),
  })
  .transform(({ idempotency_key, session_ref, ...answered }, context) => {
    return { idempotency_key, session_ref, ...readLine(answered, context) };
  });

/** The two buttons of a line's page. */
export const lieuLineForm = takesNoRoom(
  z
    .discriminatedUnion(
      "act",
      [
        z.object({ act: z.literal("delete"), version: fields.version }),
        line.extend({ act: z.literal("save"), version: fields.version }),
      ],
      "Press one of the buttons of this page",
    )
    .transform((answered, context) => {
      const { act, version } = answered;
      return act === "delete" ? { act, version } : { act, version, ...readLine(answered, context) };
    }),
  byButton("act", "delete"),
);
