import { column, note } from "styled-system/recipes";
import type { LondonDate } from "~/platform/time/london";
import { EnterSaves, SubmitButton } from "~/ui/button";
import { type Choice, SelectField } from "~/ui/choice-fields";
import type { FormView } from "~/ui/form-state";
import { FreeText, SaveAnyway } from "~/ui/identifiers/views/free-text";
import { TextField } from "~/ui/text-fields";
import { WORK_KINDS } from "../kinds";
import { FeeWarning } from "./fee-warning";
import { MoneyField } from "./money-field";
import { PaidSection } from "./paid-section";
import { PayerField } from "./payer-field";
import { Procedures, RateSection } from "./rate-section";
import { WorkTimes } from "./work-times";

const TEXTS = ["payer", "reference", "notes"];
const KIND_CHOICES = Object.entries(WORK_KINDS).map(([value, label]) => ({ value, label }));

/** The answer to "Work out the fee". */
export interface Worked {
  /** New each time: the fields that it filled in start afresh. */
  ref: string;
  words: string;
  warning: string | null;
}

export interface FeeFieldsProps {
  form: FormView;
  /** What the fee is for; null for work that stands alone. */
  what: "session" | "case" | null;
  /** Of a session or case. */
  workDate: LondonDate | null;
  rates: readonly Choice[];
  payers: readonly string[];
  worked: Worked | null;
}

/** All answers of a fee: what it is for, how it is calculated, and what became of it. */
export function FeeFields({ form, what, workDate, rates, payers, worked }: FeeFieldsProps) {
  const fresh = worked?.ref ?? "";
  return (
    <div className={column({ gap: "5" })}>
      <EnterSaves />
      {what === null && <WorkTimes form={form} />}
      <SelectField form={form} name="kind" label="Kind of work" choices={KIND_CHOICES} blank="Not said" width="ch40" />
      <PayerField key={`payer ${fresh}`} form={form} payers={payers} />
      <div className={column({ gap: "3" })}>
        <div>
          <RateSection key={`rate ${fresh}`} form={form} rates={rates} open={what === null || worked !== null} />
          {what !== "session" && <Procedures form={form} />}
        </div>
        <div>
          <SubmitButton visual="normal" name="act" value="work_out">
            Work out the fee
          </SubmitButton>
        </div>
        <div aria-live="polite">{worked && <WorkedOut {...worked} />}</div>
        <MoneyField
          key={`amount ${fresh}`}
          form={form}
          name="amount"
          label="Fee (£)"
          hint="For example, 1200 or 310.50. Blank: it is worked out from the rate"
        />
      </div>
      {what !== "session" && (
        <TextField
          form={form}
          name="procedure_codes"
          label="Procedure codes"
          hint="One to three, such as W8500 C7520"
          width="ch24"
          figures
        />
      )}
      <PaidSection form={form} workDate={workDate} />
      <TextField
        form={form}
        name="reference"
        label="Invoice or claim reference"
        hint="Up to 40 characters, nothing of a patient"
        width="ch40"
      />
      <FreeText form={form} name="notes" label="Notes" hint="Encrypted, as all notes are" lines={2} />
      <SaveAnyway form={form} names={TEXTS} />
    </div>
  );
}

function WorkedOut({ words, warning }: Worked) {
  return (
    <div className={column({ gap: "2" })} data-worked-out="">
      <p className={note({ tone: "good" })}>{words}</p>
      {warning && <FeeWarning words={warning} />}
    </div>
  );
}
