import { column } from "styled-system/recipes";
import { LIEU_KINDS, LIEU_UNITS } from "~/diary/lieu/format";
import { SegmentField } from "~/ui/forms/choice-fields";
import { DateField } from "~/ui/forms/date-and-time-fields";
import type { FormView } from "~/ui/forms/form-state";
import { NumberField } from "~/ui/forms/text-fields";
import { FreeText, SaveAnyway } from "~/ui/identifiers/views/free-text";

const KIND_CHOICES = Object.entries(LIEU_KINDS).map(([value, label]) => ({ value, label }));
const UNIT_CHOICES = Object.entries(LIEU_UNITS).map(([value, label]) => ({ value, label }));
const TEXTS = ["notes"];

export function LieuFields({ form }: { form: FormView }) {
  return (
    <div className={column({ gap: "5" })}>
      <SegmentField form={form} name="kind" label="What it is" choices={KIND_CHOICES} />
      <NumberField
        form={form}
        name="amount"
        label="How much"
        hint="For example, 1 or 7.5. Use a minus only to adjust downwards"
        inputMode="text"
      />
      <SegmentField form={form} name="unit" label="Counted in" choices={UNIT_CHOICES} />
      <DateField form={form} name="day" label="Date" />
      <FreeText
        form={form}
        name="notes"
        label="Notes (optional)"
        hint="No names, numbers or dates of birth of patients"
      />
      <SaveAnyway form={form} names={TEXTS} />
    </div>
  );
}
