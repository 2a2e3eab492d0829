import { column } from "styled-system/recipes";
import { SegmentField, TickField } from "~/ui/choice-fields";
import type { FormView } from "~/ui/form-state";
import { SaveAnyway } from "~/ui/identifiers/views/free-text";
import { TextField } from "~/ui/text-fields";
import { PAYER_KINDS } from "../kinds";

const TEXTS = ["name"];
const KIND_CHOICES = Object.entries(PAYER_KINDS).map(([value, label]) => ({ value, label }));

interface PayerFieldsProps {
  form: FormView;
  /** How many fees name it: their words can change with it. */
  fees?: number;
  /** As `fees`. */
  rates?: number;
}

/** All answers of a payer. */
export function PayerFields({ form, fees = 0, rates = 0 }: PayerFieldsProps) {
  return (
    <div className={column({ gap: "4" })}>
      <TextField
        form={form}
        name="name"
        label="Name"
        hint="A trust, insurer or group. Never the name of a patient"
        width="ch40"
      />
      <SegmentField form={form} name="kind" label="Kind" choices={KIND_CHOICES} />
      {fees + rates > 0 && <TickField form={form} name="rename_fees" label={formatRename(fees, rates)} />}
      <SaveAnyway form={form} names={TEXTS} />
    </div>
  );
}

function formatRename(fees: number, rates: number): string {
  if (fees === 1 && rates === 0) return "Give the fee of this payer its new name too";
  const counted = (many: number, one: string) => (many === 1 ? one : `${many} ${one}s`);
  const which = [fees > 0 && counted(fees, "fee"), rates > 0 && counted(rates, "rate")].filter(Boolean);
  return `Give its ${which.join(" and ")} the new name too`;
}
