import { z } from "zod";
import { type CaseAnswers, caseAnswers, checkAge, readFlags, whenAgeIsRead } from "~/diary/cases/form";
import { choice, idempotencyKey, text } from "~/platform/http/fields";
import { identifierAnswers } from "~/ui/identifiers/form";
import { MOST_CHARACTERS } from "./read-line";

/** Longer than any list of one day. */
export const MOST_CASES = 40;
const TOO_MANY = `Save up to ${MOST_CASES} cases at a time`;

const BLANK = { ...caseAnswers.parse({}), block_flags: {} };

/** What a row has of its own beside the answers of a case. */
const ofRow = {
  line: text({ name: "line", max: MOST_CHARACTERS }),
  /** The line that its cells were read from. */
  read_line: text({ name: "line", max: MOST_CHARACTERS }),
  /** Options that are to be added to those chosen. */
  more: text({ name: "airway or procedures", max: MOST_CHARACTERS }),
  /** Cells that the row has from the one above. */
  inherited: text({ name: "list of cells", max: 200 }),
};

/** A case as a row of the list holds it: what is left blank there is entered in its own form. */
const row = caseAnswers
  .omit({
    ...{ new_airway_option: true, new_extra_option: true, complications: true, reflective_notes: true },
    ...{ case_claim_procedure_code: true, case_claim_amount: true, case_claim_payer: true },
    ...{ case_claim_timesheet_date: true, case_claim_paid_date: true, case_claim_notes: true },
    ...{ identifiers_confirmed: true, identifiers_asked: true, identifiers_reason: true },
  })
  .extend(ofRow)
  .superRefine(checkAge, whenAgeIsRead)
  .transform((sent, context): CaseAnswers => ({ ...BLANK, ...sent, block_flags: readFlags(sent, context) }));

export const caseListForm = z.object({
  idempotency_key: idempotencyKey,
  cases: z
    .array(row, { error: "Open this page again, then send the list once more" })
    .max(MOST_CASES, TOO_MANY)
    .default([]),
  /** Of a page without script: cases that no row stands for yet, one a line. */
  lines: text({ name: "list", max: MOST_CASES * MOST_CHARACTERS }),
  next: choice("what to do", ["read"]),
  ...identifierAnswers,
});

/** A list as it was sent. */
export type CaseList = z.output<typeof caseListForm>;
