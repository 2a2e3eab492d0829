import { date, number, text } from "~/http/fields";

const amount = () => number({ name: "fee", min: 0.01, max: 99_999.99, places: 2 });

/** The fee of a session; the names are those of the specification (3.4), or follow them. */
export const sessionClaimAnswers = {
  extra_claim_amount: amount(),
  extra_claim_payer: text({ name: "payer", max: 80 }),
  extra_claim_timesheet_date: date("timesheet date"),
  extra_claim_paid_date: date("paid date"),
  extra_claim_notes: text({ name: "fee notes", max: 2000 }),
};

/** The fee of a case; the names are those of the specification (3.6). */
export const caseClaimAnswers = {
  case_claim_procedure_code: text({ name: "procedure code", max: 40 }),
  case_claim_amount: amount(),
  case_claim_payer: text({ name: "payer", max: 80 }),
  case_claim_timesheet_date: date("timesheet date"),
  case_claim_paid_date: date("paid date"),
  case_claim_notes: text({ name: "fee notes", max: 2000 }),
};
