import { css } from "styled-system/css";
import { column } from "styled-system/recipes";
import { MONTHS } from "~/platform/time/dates";
import { SegmentField, SelectField } from "~/ui/forms/choice-fields";
import { DateField } from "~/ui/forms/date-and-time-fields";
import { FieldPair } from "~/ui/forms/field-frame";
import { FieldGroup } from "~/ui/forms/form-section";
import type { FormView } from "~/ui/forms/form-state";
import { NumberField } from "~/ui/forms/text-fields";
import { BANK_HOLIDAY_WAYS } from "../bank-holiday-ways";

const MONTH_CHOICES = MONTHS.map((label, at) => ({ value: String(at + 1), label }));

const START_CHOICES = [
  { value: "later", label: "Later years only" },
  { value: "all", label: "All years" },
];

const BANK_HOLIDAY_CHOICES = Object.entries(BANK_HOLIDAY_WAYS).map(([value, label]) => ({ value, label }));

const ANNUAL_UNIT_CHOICES = [
  { value: "days", label: "Days" },
  { value: "hours", label: "Hours" },
];

const UNIT_CHOICES = [
  { value: "days", label: "Days" },
  { value: "pas", label: "PAs" },
];

/**
 * The fields of the leave settings.
 * @param year label and dates of the year: `2026/27, 1 April 2026 to 31 March 2027`
 */
export function SettingsFields({ form, year }: { form: FormView; year: string }) {
  return (
    <div className={column({ gap: "6" })}>
      <FieldGroup legend={`Leave year ${year}`}>
        <SegmentField
          form={form}
          name="annual_unit"
          label="Annual leave is in"
          hint="Days of full time, or hours of your own post. In hours, a day off takes the hours of the PAs that your job plan has on that day"
          choices={ANNUAL_UNIT_CHOICES}
        />
        <FieldPair>
          <NumberField
            form={form}
            name="annual"
            label="Annual leave"
            hint="32 days, or 34 after 7 years. In hours: what your employer gives you"
          />
          <NumberField
            form={form}
            name="carried"
            label="Carried over"
            hint="For this year only. Can be less than 0"
            inputMode="text"
          />
        </FieldPair>
        <NumberField
          form={form}
          name="fraction"
          label="Part of full time"
          hint="1 is full time; 0.6 for three days. Your days of leave are multiplied by it, hours are not"
        />
        <SegmentField
          form={form}
          name="bank_holidays"
          label="Bank holidays"
          hint="As they fall: a bank holiday on a day you work is a day off. In proportion, for less than full time: your part of all bank holidays is added to your annual leave, and each on a day you work is taken from it"
          choices={BANK_HOLIDAY_CHOICES}
        />
        <p className={css({ fontSize: "sm", color: "quiet" })}>
          These apply to later years too, until you change them, except what is carried over.
        </p>
        <DateField
          form={form}
          name="post_begins"
          label="First day in this post"
          hint="For a post that starts within this leave year. Leave blank for the first day of your first job plan"
          clearable
        />
      </FieldGroup>
      <FieldGroup legend="Study and professional leave">
        <FieldPair>
          <NumberField form={form} name="study_days" label="Days a year" hint="For full time" />
          <NumberField form={form} name="study_days_of_three" label="Days in any three years" hint="For full time" />
        </FieldPair>
      </FieldGroup>
      <FieldGroup legend="How leave is shown">
        <FieldPair>
          <NumberField form={form} name="year_start_day" label="Leave year starts on day" />
          <SelectField form={form} name="year_start_month" label="Month" choices={MONTH_CHOICES} width="ch24" />
        </FieldPair>
        <SegmentField
          form={form}
          name="new_start"
          label="A new start applies to"
          hint="If later years only, this year lasts until the new start, and years before stay as they are"
          choices={START_CHOICES}
        />
        <SegmentField
          form={form}
          name="shown_first"
          label="Shown first"
          hint="Annual leave in hours is shown in hours first"
          choices={UNIT_CHOICES}
        />
      </FieldGroup>
    </div>
  );
}
