import { column } from "styled-system/recipes";
import { GMC_DOMAINS } from "~/reports/appraisal";
import { SelectField } from "~/ui/forms/choice-fields";
import { ChoiceList } from "~/ui/forms/choice-list";
import { DateField } from "~/ui/forms/date-and-time-fields";
import { FieldPair } from "~/ui/forms/field-frame";
import { fieldsOf } from "~/ui/forms/field-names";
import type { FormView } from "~/ui/forms/form-state";
import { NumberField, TextField } from "~/ui/forms/text-fields";
import { FreeText, SaveAnyway } from "~/ui/identifiers/views/free-text";
import type { newCpdForm } from "../form";
import { CPD_TYPES } from "../kinds";

const TYPE_CHOICES = Object.entries(CPD_TYPES).map(([value, label]) => ({ value, label }));
/** The domains of Good medical practice. */
const DOMAIN_CHOICES = Object.entries(GMC_DOMAINS).map(([value, label]) => ({ value, label: `${value} ${label}` }));
const TEXTS = ["title", "reflection"];

export function CpdFields({ form }: { form: FormView }) {
  const field = fieldsOf<typeof newCpdForm>(form);
  return (
    <div className={column({ gap: "5" })}>
      <FieldPair>
        <DateField {...field("day")} label="Date" />
        <NumberField {...field("hours")} label="Hours" hint="Such as 1.5 or 1:30, for one day" inputMode="text" />
      </FieldPair>
      <TextField {...field("title")} label="Title" hint="What it was, and who gave it" />
      <SelectField {...field("type")} label="Type" choices={TYPE_CHOICES} blank="Choose" width="ch40" />
      <ChoiceList {...field("domains")} label="GMC domains (optional)" type="checkbox" choices={DOMAIN_CHOICES} />
      <FreeText
        {...field("reflection")}
        label="Reflection (optional)"
        hint="What you learned, and what you will do differently. Do not enter anything that identifies a patient"
        lines={6}
      />
      <SaveAnyway form={form} names={TEXTS} />
    </div>
  );
}
