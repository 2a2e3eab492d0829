import { data } from "react-router";
import { newRef } from "~/platform/db/columns.server";
import type { FormResult, FormState } from "~/platform/http/action-result";
import { moneyText, poundsText } from "~/platform/money";
import type { DecidedFee } from "./decide-fee";
import type { Worked } from "./views/fee-fields";

type Decided = Extract<DecidedFee, { ok: true }>;

/** The page again with what the rate comes to in place of the fee, and what else the rate says. Nothing is saved. */
export function answerWorkedOut(state: FormState, { columns, worked }: Decided) {
  const { amount_pence, basis, payer } = columns;
  const values = { ...state.values, amount: [poundsText(amount_pence)], basis: [basis], payer: [payer] };
  const { words, warning } = worked ?? { words: moneyText(amount_pence), warning: null };
  return data<FormResult<{ worked: Worked }>>({
    form: { values, errors: {} },
    worked: { ref: newRef(), words, warning },
  });
}

/** What the next page says of a saved fee. */
export function formatSaved(what: string, { columns, worked, warnings }: Decided): string[] {
  const same = worked?.pence === columns.amount_pence;
  return [same ? `${what}: ${worked.words}` : `${what}: ${moneyText(columns.amount_pence)}`, ...warnings];
}
