import { css } from "styled-system/css";
import { column } from "styled-system/recipes";
import { SegmentField, SelectField } from "~/ui/forms/choice-fields";
import { DateField } from "~/ui/forms/date-and-time-fields";
import { FieldPair } from "~/ui/forms/field-frame";
import { FormSection, type SectionAnswers } from "~/ui/forms/form-section";
import type { FormView } from "~/ui/forms/form-state";
import { NoteField, NumberField, SuggestField, TextField } from "~/ui/forms/text-fields";
import type { Method } from "../elements";
import type { Counts } from "../plan-form";
import { NATION_CHOICES, PlanRules } from "./plan-rules";

const METHOD_CHOICES: { value: Method; label: string }[] = [
  { value: "weekly_leave_adjusted", label: "Week by week, allowing for leave as you take it" },
  { value: "annualised_paced", label: "Over the year, at the pace of the weeks you work" },
  { value: "annualised_linear", label: "Over the year, in equal steps" },
];

const MORE_FIELDS = ["method", "counts_from", "opening_balance_pa", "tolerance_percent"];

const COUNTS_CHOICES: { value: Counts; label: string }[] = [
  { value: "today", label: "Today" },
  { value: "start", label: "The plan’s start" },
  { value: "balance", label: "Today, with a balance so far" },
];

interface PlanFieldsProps {
  form: FormView;
  /** Suggested while the user types. */
  employers?: readonly string[];
  /** The form of a new plan asks from when it counts; an existing plan has a field for that date. */
  isNew?: boolean;
}

export function PlanFields({ form, employers = [], isNew = false }: PlanFieldsProps) {
  return (
    <div className={column({ gap: "5" })}>
      <TextField form={form} name="title" label="Title" width="ch40" />
      <SuggestField
        form={form}
        name="employer"
        label="Employer"
        hint="If you have more than one"
        width="ch40"
        known={employers}
      />
      <FieldPair>
        <DateField form={form} name="date_start" label="Start date" />
        <DateField form={form} name="date_end" label="End date" hint="Leave blank if the plan has no end" clearable />
      </FieldPair>
      {isNew && <CountsFrom form={form} />}
      <FieldPair>
        <NumberField form={form} name="contracted_pa" label="Contracted PAs a week" hint="0.25 to 16, such as 10" />
        <NumberField
          form={form}
          name="weeks_per_year"
          label="Weeks a year"
          hint="52 − (annual leave + bank holidays + study leave, in days) ÷ 5"
        />
      </FieldPair>
      <SelectField form={form} name="nation" label="PA rules of" choices={NATION_CHOICES} width="ch24" />
      <div>
        <PlanRules form={form} title="Rules of this plan" />
        <PlanProgress form={form} isNew={isNew} />
      </div>
      <NoteField form={form} name="notes" label="Notes" lines={4} />
    </div>
  );
}

/** Asks from when a plan counts, so that a user who begins today is not behind by the months before. */
function CountsFrom({ form }: { form: FormView }) {
  return (
    <div className={`${column()} ${balanceWhenChosen}`}>
      <SegmentField
        form={form}
        name="counts"
        label="Counts from"
        hint="Work is expected and counted from then on. Choose the plan’s start if you will log earlier work"
        choices={COUNTS_CHOICES}
      />
      <div data-balance="">
        <Balance form={form} label="Balance so far, in PAs" />
      </div>
    </div>
  );
}

function Balance({ form, label }: { form: FormView; label: string }) {
  return (
    <NumberField
      form={form}
      name="opening_balance_pa"
      label={label}
      hint="Enter a minus if you are behind"
      inputMode="text"
    />
  );
}

// Shown by CSS only, so that it works without scripts.
const balanceWhenChosen = css({ "&:not(:has([value=balance]:checked)) > [data-balance]": { display: "none" } });

function PlanProgress({ form, isNew }: { form: FormView; isNew: boolean }) {
  return (
    <FormSection form={form} title="How progress is calculated" fields={MORE_FIELDS} message={formatMethod}>
      <SelectField form={form} name="method" label="Ahead or behind is calculated" choices={METHOD_CHOICES} />
      {!isNew && (
        <DateField
          form={form}
          name="counts_from"
          label="Counts from"
          hint="Leave blank to count from its start date"
          clearable
        />
      )}
      <FieldPair>
        {!isNew && <Balance form={form} label="PAs brought forward" />}
        <NumberField
          form={form}
          name="tolerance_percent"
          label="Tolerance in %"
          hint="0 to 25: within it you are on track"
          inputMode="numeric"
        />
      </FieldPair>
    </FormSection>
  );
}

function formatMethod({ value }: SectionAnswers): string {
  return METHOD_CHOICES.find((method) => method.value === value("method"))?.label ?? "";
}
