import { z } from "zod";
import { type CaseAnswers, caseAnswers, checkAge, readFlags, whenAgeIsRead } from "~/diary/cases/form";
import { choice, idempotencyKey, text } from "~/platform/http/fields";
import { identifierAnswers } from "~/ui/identifiers/form";
import { MAX_CHARACTERS } from "./read-line";

/** Longer than any list of one day. */
export const MAX_CASES = 40;
const TOO_MANY = `Save up to ${MAX_CASES} cases at a time`;

const BLANK = { ...caseAnswers.parse({}), block_flags: {} };

/** Fields that a row has besides the answers of a case. */
const ofRow = {
  // Its length is checked once for the list, with the number of the case.
  line: text({ name: "line", max: Infinity }),
  /** The line that its cells were read from. */
  read_line: text({ name: "line", max: Infinity }),
  /** Options to add to those chosen. */
  more: text({ name: "airway or procedures", max: MAX_CHARACTERS }),
  /** The cells taken over from the rows above, each with its value: `urgency=4`. */
  inherited: text({ name: "what is as above", max: 200 }),
};

/** A case as a row of the list. Answers without a field here are entered in the form of the case. */
const row = caseAnswers
  .omit({
    ...{ new_airway_option: true, new_extra_option: true, complications: true, reflective_notes: true },
    ...{ case_claim_procedure_code: true, case_claim_amount: true, case_claim_payer: true },
    ...{ case_claim_timesheet_date: true, case_claim_paid_date: true, case_claim_notes: true },
    ...{ identifiers_confirmed: true, identifiers_asked: true, identifiers_reason: true },
  })
  .extend(ofRow)
  .superRefine(checkAge, whenAgeIsRead)
  .transform((sent, context): CaseAnswers & { line: string } => ({
    ...BLANK,
    ...sent,
    block_flags: readFlags(sent, context),
  }));

const WORDS_SHOWN = 40;

/** Error message for a line that is too long, with the number of its case; null for any other. */
export function lineProblem(index: number, line: unknown): string | null {
  if (typeof line !== "string" || line.trim().length <= MAX_CHARACTERS) return null;
  const begins = line
    .trim()
    .slice(0, WORDS_SHOWN)
    .replace(/\s+\S*$/, "");
  return `Case ${index + 1}: shorten the line “${begins}…” to ${MAX_CHARACTERS} characters or fewer`;
}

export const caseListForm = z.object({
  idempotency_key: idempotencyKey,
  cases: z
    .array(row, { error: "Open this page again, then send the list once more" })
    .max(MAX_CASES, TOO_MANY)
    .superRefine((rows, context) => {
      for (const [index, { line }] of rows.entries()) {
        const message = lineProblem(index, line);
        if (message) context.addIssue({ code: "custom", message, path: [index, "line"] });
      }
    }, whenAgeIsRead)
    .default([]),
  /** Sent by a page without script: cases that have no row yet, one per line. */
  lines: text({ name: "list", max: MAX_CASES * MAX_CHARACTERS }),
  next: choice("what to do", ["read"]),
  ...identifierAnswers,
});

/** The parsed answers of the list's form. */
export type CaseList = z.output<typeof caseListForm>;
