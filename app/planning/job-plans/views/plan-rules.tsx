import { css } from "styled-system/css";
import { row } from "styled-system/recipes";
import { BANK_HOLIDAY_REGIONS } from "~/platform/time/bank-holidays";
import { nameOfWeekday } from "~/platform/time/dates";
import { SelectField, TickField } from "~/ui/forms/choice-fields";
import { ChoiceList } from "~/ui/forms/choice-list";
import { TimeField } from "~/ui/forms/date-and-time-fields";
import { FieldPair } from "~/ui/forms/field-frame";
import { FormSection, type SectionAnswers } from "~/ui/forms/form-section";
import type { FormView } from "~/ui/forms/form-state";
import { NumberField } from "~/ui/forms/text-fields";
import { NATIONS } from "../pa-rules";
export const NATION_CHOICES = Object.entries(NATIONS).map(([value, label]) => ({ value, label }));
export const REGION_CHOICES = Object.entries(BANK_HOLIDAY_REGIONS).map(([value, label]) => ({ value, label }));

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: nameOfWeekday(day) }));

const QUARTERS = "1 to 12, in quarters";

const RULE_FIELDS = [
  "hours_per_pa_standard",
  "hours_per_pa_premium",
  "standard_start",
  "standard_end",
  "premium_days",
  "bank_holiday_region",
];

/** The rule fields, collapsed since most plans keep their nation's rules; open when one differs or has an error. */
export function PlanRules({ form, title }: { form: FormView; title: string }) {
  return (
    <FormSection
      form={form}
      title={title}
      fields={RULE_FIELDS}
      message={ownRules}
      nothing="The nation’s usual days"
      open={ownRules(form) !== ""}
    >
      <p className={css({ fontSize: "sm", color: "quiet" })}>
        Leave blank to use the nation’s rules: a PA is 4 hours in standard time and 3 in premium time (Wales: 3.75 at
        all times); standard time is 07:00 to 19:00 (Scotland: 08:00 to 20:00).
      </p>
      <FieldPair>
        <NumberField form={form} name="hours_per_pa_standard" label="Hours of a PA, standard time" hint={QUARTERS} />
        <NumberField form={form} name="hours_per_pa_premium" label="Hours of a PA, premium time" hint={QUARTERS} />
      </FieldPair>
      <FieldPair>
        <TimeField form={form} name="standard_start" label="Standard time starts" hint="hh:mm" />
        <TimeField form={form} name="standard_end" label="Standard time ends" hint="hh:mm" />
      </FieldPair>
      <ChoiceList
        form={form}
        name="premium_days"
        label="Days that are premium all day"
        type="checkbox"
        choices={WEEKDAYS}
        className={row({ gap: "4" })}
      />
      <TickField form={form} name="bank_holidays_premium" label="Bank holidays are premium all day" />
      <SelectField
        form={form}
        name="bank_holiday_region"
        label="Bank holidays of"
        blank="The same nation"
        choices={REGION_CHOICES}
        width="ch24"
      />
    </FormSection>
  );
}

/** Counts the typed rules that replace those of the nation. */
function ownRules({ value }: SectionAnswers): string {
  const own = RULE_FIELDS.filter((name) => name !== "premium_days" && value(name) !== "");
  return own.length > 0 ? `${own.length} of its own` : "";
}
