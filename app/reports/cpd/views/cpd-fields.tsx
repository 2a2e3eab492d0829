import { choice, column, field } from "styled-system/recipes";
import { GMC_DOMAINS } from "~/reports/appraisal";
import { SelectField } from "~/ui/choice-fields";
import { DateField } from "~/ui/date-and-time-fields";
import { FieldError, FieldPair } from "~/ui/field-frame";
import type { FormView } from "~/ui/form-state";
import { FreeText, SaveAnyway } from "~/ui/identifiers/views/free-text";
import { TextField } from "~/ui/text-fields";
import { CPD_TYPES } from "../kinds";

const TYPE_CHOICES = Object.entries(CPD_TYPES).map(([value, label]) => ({ value, label }));
const TEXTS = ["title", "reflection"];

export function CpdFields({ form }: { form: FormView }) {
  return (
    <div className={column({ gap: "5" })}>
      <FieldPair>
        <DateField form={form} name="day" label="Date" />
        <TextField
          form={form}
          name="hours"
          label="Hours"
          hint="Such as 1.5 or 1:30, for one day"
          width="ch6"
          figures
          inputMode="text"
        />
      </FieldPair>
      <TextField form={form} name="title" label="Title" hint="What it was, and who gave it" />
      <SelectField form={form} name="type" label="Type" choices={TYPE_CHOICES} blank="Choose" width="ch40" />
      <DomainTicks form={form} />
      <FreeText
        form={form}
        name="reflection"
        label="Reflection (optional)"
        hint="What you learned, and what you will do differently. Do not enter anything that identifies a patient"
        lines={6}
      />
      <SaveAnyway form={form} names={TEXTS} />
    </div>
  );
}

/** The domains of Good medical practice, under the name `domains`. */
function DomainTicks({ form }: { form: FormView }) {
  const styles = field();
  const error = form.error("domains");
  return (
    <fieldset
      className={styles.root}
      data-invalid={error ? "" : undefined}
      aria-describedby={error ? "domains-error" : undefined}
    >
      <legend className={styles.label}>GMC domains (optional)</legend>
      <FieldError form={form} name="domains" />
      <div className={column({ gap: "2" })}>
        {Object.entries(GMC_DOMAINS).map(([code, label], index) => (
          <label key={code} className={choice()}>
            <input
              type="checkbox"
              id={index === 0 ? "domains" : undefined}
              name="domains"
              value={code}
              defaultChecked={form.values("domains").includes(code)}
            />
            <span>
              {code} {label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Names of the fields, for an entry that was changed elsewhere. */
export const CPD_LABELS: Record<string, string> = {
  day: "Date",
  hours: "Hours",
  title: "Title",
  type: "Type",
  reflection: "Reflection",
};

export const CPD_CHOICES = { type: TYPE_CHOICES };
