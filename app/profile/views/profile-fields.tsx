import type { ReactNode } from "react";
import { css } from "styled-system/css";
import { column } from "styled-system/recipes";
import { NATION_CHOICES, PlanRules } from "~/planning/job-plans/views/plan-rules";
import { MONTHS } from "~/platform/time/dates";
import { type ChoiceGroup, SegmentField, SelectField, TickField } from "~/ui/forms/choice-fields";
import { TimeField } from "~/ui/forms/date-and-time-fields";
import { FieldPair } from "~/ui/forms/field-frame";
import { FieldGroup, FormSection, type SectionAnswers } from "~/ui/forms/form-section";
import type { FormView } from "~/ui/forms/form-state";
import { NoteField, TextField } from "~/ui/forms/text-fields";
import { labelField, SUPERVISION_CODES, SUPERVISION_LABELS } from "../supervision";

const VIEW_CHOICES = [
  { value: "list", label: "List" },
  { value: "week", label: "Week" },
];
const UNIT_CHOICES = [
  { value: "pas", label: "PAs" },
  { value: "hours", label: "Hours" },
];
const AGE_CHOICES = [
  { value: "exact", label: "Exact ages" },
  { value: "bands", label: "Bands only" },
];
const MONTH_CHOICES = MONTHS.map((label, at) => ({ value: String(at + 1), label }));

const LABEL_FIELDS = SUPERVISION_CODES.map(labelField);

/** The only fields for a user without a diary. */
export function NameFields({ form }: { form: FormView }) {
  return (
    <FieldPair>
      <TextField form={form} name="first_name" label="First name" width="ch24" autoComplete="given-name" />
      <TextField form={form} name="last_name" label="Last name" width="ch24" autoComplete="family-name" />
    </FieldPair>
  );
}

interface ProfileFieldsProps {
  form: FormView;
  /** Elements of all plans, for the default of new sessions. */
  elements: readonly ChoiceGroup[];
  /** What of the fields below it cannot be changed, if any. */
  locked: ReactNode;
}

export function ProfileFields({ form, elements, locked }: ProfileFieldsProps) {
  return (
    <div className={`${column({ gap: "6" })} ${css({ maxWidth: "read" })}`}>
      <AboutYou form={form} />
      <FieldGroup legend="New job plans">
        <SelectField
          form={form}
          name="nation"
          label="PA rules of"
          hint="What a new plan starts with. You can change each plan, and plans that you already have stay as they are"
          blank="Same as the last plan, or England"
          choices={NATION_CHOICES}
          width="ch40"
        />
        <PlanRules form={form} title="Rules of your own" />
      </FieldGroup>
      <FieldGroup legend="Logbook and progress">
        <FieldPair>
          <SegmentField form={form} name="first_view" label="The logbook opens as" choices={VIEW_CHOICES} />
          <SegmentField form={form} name="units" label="Progress and reports are in" choices={UNIT_CHOICES} />
        </FieldPair>
        <SelectField
          form={form}
          name="default_element_ref"
          label="A new session starts with"
          hint="On dates in another plan, the element with the same name is used"
          blank="No job plan element"
          groups={elements}
          width="ch40"
        />
        <TickField
          form={form}
          name="round_up_mail"
          label="Friday email"
          hint="Sent at 16:00 on Fridays if anything in your week is left to finish. It contains numbers only"
        />
      </FieldGroup>
      {locked}
      <Cases form={form} />
      <FieldGroup legend="Reports">
        <SelectField
          form={form}
          name="appraisal_month"
          label="Appraisal year starts in"
          choices={MONTH_CHOICES}
          width="ch24"
        />
        <FieldPair>
          <TimeField form={form} name="day_from" label="Out of hours before" hint="hh:mm, Monday to Friday" />
          <TimeField form={form} name="day_until" label="and from" hint="hh:mm" />
        </FieldPair>
      </FieldGroup>
    </div>
  );
}

function AboutYou({ form }: { form: FormView }) {
  return (
    <FieldGroup legend="About you">
      <NameFields form={form} />
      <TextField
        form={form}
        name="gmc_number"
        label="GMC number (optional)"
        hint="7 digits. Shown on your reports with your name"
        width="ch12"
        figures
        inputMode="numeric"
      />
      <FieldPair>
        <TextField form={form} name="grade" label="Grade (optional)" width="ch24" />
        <TextField form={form} name="specialty" label="Specialty (optional)" width="ch24" />
      </FieldPair>
      <NoteField
        form={form}
        name="employers"
        label="Employers (optional)"
        hint="One per line. Offered when you add a job plan"
        lines={2}
      />
      <NoteField
        form={form}
        name="sites"
        label="Sites (optional)"
        hint="One per line. Offered when you add a session"
        lines={4}
      />
    </FieldGroup>
  );
}

function Cases({ form }: { form: FormView }) {
  return (
    <FieldGroup legend="Cases">
      <SegmentField
        form={form}
        name="ages"
        label="Patients’ ages are kept as"
        hint="With bands only, Daybook keeps the youngest age of the band instead of the age that you type, such as 65 for 71. Cases that you have already saved stay as they are"
        choices={AGE_CHOICES}
      />
      <TextField
        form={form}
        name="age_cuts"
        label="A new age band begins at"
        hint="Years, or months with an m: 1m, 1, 6, 16, 65, 80. Reports count by these bands"
        width="ch40"
        inputMode="text"
      />
      <FormSection
        form={form}
        title="Who you supervise"
        fields={LABEL_FIELDS}
        message={ownLabels}
        nothing="The usual labels"
        open={ownLabels(form) !== ""}
      >
        <p className={css({ fontSize: "sm", color: "quiet" })}>
          Your own labels for a case’s supervision. Leave blank to keep the usual label. Saved cases do not change.
        </p>
        {SUPERVISION_CODES.map((code) => (
          <TextField key={code} form={form} name={labelField(code)} label={SUPERVISION_LABELS[code]} width="ch40" />
        ))}
      </FormSection>
    </FieldGroup>
  );
}

function ownLabels({ value }: SectionAnswers): string {
  const own = LABEL_FIELDS.filter((name) => value(name) !== "");
  return own.length > 0 ? `${own.length} of your own` : "";
}
