import { column } from "styled-system/recipes";
import type { newLieuForm } from "~/diary/lieu/form";
import { LIEU_KINDS, LIEU_UNITS } from "~/diary/lieu/format";
import { SegmentField } from "~/ui/forms/choice-fields";
import { DateField } from "~/ui/forms/date-and-time-fields";
import { fieldsOf } from "~/ui/forms/field-names";
import type { FormView } from "~/ui/forms/form-state";
import { NumberField } from "~/ui/forms/text-fields";
import { FreeText, SaveAnyway } from "~/ui/identifiers/views/free-text";

const KIND_CHOICES = Object.entries(LIEU_KINDS).map(([value, label]) => ({ value, label }));
const UNIT_CHOICES = Object.entries(LIEU_UNITS).map(([value, label]) => ({ value, label }));
const TEXTS = ["notes"];

export function LieuFields({ form }: { form: FormView }) {
  const field = fieldsOf<typeof newLieuForm>(form);
  return (
    <div className={column({ gap: "5" })}>
      <SegmentField {...field("kind")} label="What it is" choices={KIND_CHOICES} />
      <NumberField
        {...field("amount")}
        label="How much"
        hint="For example, 1 or 7.5. Use a minus only to adjust downwards"
        inputMode="text"
      />
      <SegmentField {...field("unit")} label="Counted in" choices={UNIT_CHOICES} />
      <DateField {...field("day")} label="Date" />
      <FreeText {...field("notes")} label="Notes (optional)" hint="No names, numbers or dates of birth of patients" />
      <SaveAnyway form={form} names={TEXTS} />
    </div>
  );
}
