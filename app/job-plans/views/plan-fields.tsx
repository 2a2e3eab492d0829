import { css } from "styled-system/css";
import { choice, column, field, row } from "styled-system/recipes";
import { BANK_HOLIDAY_REGIONS } from "~/time/bank-holidays";
import { nameOfWeekday } from "~/time/dates";
import { SelectField, TickField } from "~/ui/choice-fields";
import { DateField, TimeField } from "~/ui/date-and-time-fields";
import { FieldError, FieldPair } from "~/ui/field-frame";
import { FormSection, type SectionAnswers } from "~/ui/form-section";
import type { FormView } from "~/ui/form-state";
import { SuggestField } from "~/ui/suggest-field";
import { NoteField, TextField } from "~/ui/text-fields";
import type { Method } from "../elements";
import { NATIONS } from "../pa-rules";

const METHOD_CHOICES: { value: Method; label: string }[] = [
  { value: "weekly_leave_adjusted", label: "Week by week, less leave as it is taken" },
  { value: "annualised_paced", label: "Over the year, at the pace of the weeks worked" },
  { value: "annualised_linear", label: "Over the year, in equal steps" },
];

export const NATION_CHOICES = Object.entries(NATIONS).map(([value, label]) => ({ value, label }));
const REGION_CHOICES = Object.entries(BANK_HOLIDAY_REGIONS).map(([value, label]) => ({ value, label }));

const RULE_FIELDS = [
  "hours_per_pa_standard",
  "hours_per_pa_premium",
  "standard_start",
  "standard_end",
  "premium_days",
  "bank_holiday_region",
];
const MORE_FIELDS = ["method", "opening_balance_pa", "tolerance_percent"];

interface PlanFieldsProps {
  form: FormView;
  /** Offered while one types. */
  employers?: readonly string[];
}

export function PlanFields({ form, employers = [] }: PlanFieldsProps) {
  return (
    <div className={column({ gap: "5" })}>
      <TextField form={form} name="title" label="Title" width="ch40" />
      <SuggestField
        form={form}
        name="employer"
        label="Employer"
        hint="If you work for more than one"
        width="ch40"
        known={employers}
      />
      <FieldPair>
        <DateField form={form} name="date_start" label="Start date" />
        <DateField form={form} name="date_end" label="End date" hint="Blank while the plan is open" clearable />
      </FieldPair>
      <FieldPair>
        <TextField
          form={form}
          name="contracted_pa"
          label="Contracted PAs a week"
          hint="0.25 to 16, such as 10"
          width="ch6"
          figures
          inputMode="decimal"
        />
        <TextField
          form={form}
          name="weeks_per_year"
          label="Weeks a year"
          hint="52 − (annual leave + bank holidays + study leave, in days) ÷ 5"
          width="ch6"
          figures
          inputMode="decimal"
        />
      </FieldPair>
      <SelectField form={form} name="nation" label="PA rules of" choices={NATION_CHOICES} width="ch24" />
      <div>
        <PlanRules form={form} title="Rules of this plan" />
        <PlanProgress form={form} />
      </div>
      <NoteField form={form} name="notes" label="Notes" lines={4} />
    </div>
  );
}

/** Folded away, since most plans keep their nation's rules; open when one of its own is set or faulty. */
export function PlanRules({ form, title }: { form: FormView; title: string }) {
  return (
    <FormSection
      form={form}
      title={title}
      fields={RULE_FIELDS}
      says={ownRules}
      nothing="Those of the nation"
      open={ownRules(form) !== ""}
    >
      <p className={css({ fontSize: "sm", color: "quiet" })}>
        What you leave blank is the nation’s own: a PA is 4 hours in standard time and 3 in premium time (Wales: 3.75 at
        all times); standard time is 07:00 to 19:00 (Scotland: 08:00 to 20:00).
      </p>
      <FieldPair>
        <HoursField form={form} name="hours_per_pa_standard" label="Hours of a PA, standard time" />
        <HoursField form={form} name="hours_per_pa_premium" label="Hours of a PA, premium time" />
      </FieldPair>
      <FieldPair>
        <TimeField form={form} name="standard_start" label="Standard time starts" hint="hh:mm" />
        <TimeField form={form} name="standard_end" label="Standard time ends" hint="hh:mm" />
      </FieldPair>
      <PremiumDays form={form} />
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

/** The rules that are not the nation’s, as far as they are typed in place of them. */
function ownRules({ value }: SectionAnswers): string {
  const own = RULE_FIELDS.filter((name) => name !== "premium_days" && value(name) !== "");
  return own.length > 0 ? `${own.length} of its own` : "";
}

function HoursField({ form, name, label }: { form: FormView; name: string; label: string }) {
  return (
    <TextField
      form={form}
      name={name}
      label={label}
      hint="1 to 12, in quarters"
      width="ch6"
      figures
      inputMode="decimal"
    />
  );
}

function PremiumDays({ form }: { form: FormView }) {
  const styles = field();
  return (
    <fieldset className={styles.root} data-invalid={form.error("premium_days") ? "" : undefined}>
      <legend className={styles.label}>Days that are premium all day</legend>
      <FieldError form={form} name="premium_days" />
      <div className={row({ gap: "4" })}>
        {[1, 2, 3, 4, 5, 6, 7].map((day) => (
          <label key={day} className={choice()}>
            <input
              type="checkbox"
              id={day === 1 ? "premium_days" : undefined}
              name="premium_days"
              value={day}
              defaultChecked={form.values("premium_days").includes(String(day))}
            />
            <span>{nameOfWeekday(day)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function PlanProgress({ form }: { form: FormView }) {
  return (
    <FormSection form={form} title="How progress is reckoned" fields={MORE_FIELDS} says={methodWords}>
      <SelectField form={form} name="method" label="Ahead or behind is reckoned" choices={METHOD_CHOICES} />
      <FieldPair>
        <TextField
          form={form}
          name="opening_balance_pa"
          label="PAs brought forward"
          hint="Less than 0 when behind"
          width="ch6"
          figures
          inputMode="text"
        />
        <TextField
          form={form}
          name="tolerance_percent"
          label="Tolerance in %"
          hint="0 to 25: within it you are on track"
          width="ch6"
          figures
          inputMode="numeric"
        />
      </FieldPair>
    </FormSection>
  );
}

function methodWords({ value }: SectionAnswers): string {
  return METHOD_CHOICES.find((method) => method.value === value("method"))?.label ?? "";
}

/** Names of the fields, for a plan that was changed elsewhere. */
export const PLAN_LABELS: Record<string, string> = {
  title: "Title",
  employer: "Employer",
  date_start: "Start date",
  date_end: "End date",
  contracted_pa: "Contracted PAs a week",
  weeks_per_year: "Weeks a year",
  nation: "PA rules of",
  hours_per_pa_standard: "Hours of a PA, standard time",
  hours_per_pa_premium: "Hours of a PA, premium time",
  standard_start: "Standard time starts",
  standard_end: "Standard time ends",
  bank_holidays_premium: "Bank holidays are premium all day",
  bank_holiday_region: "Bank holidays of",
  method: "Ahead or behind is reckoned",
  opening_balance_pa: "PAs brought forward",
  tolerance_percent: "Tolerance in %",
  notes: "Notes",
};

export const PLAN_WORDS = { nation: NATION_CHOICES, bank_holiday_region: REGION_CHOICES, method: METHOD_CHOICES };
