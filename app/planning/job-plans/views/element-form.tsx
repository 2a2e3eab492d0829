import { css } from "styled-system/css";
import { column } from "styled-system/recipes";
import { CATEGORY_NAMES, type Category, type Counting, type Pattern } from "~/planning/job-plans/elements";
import { formatOnCall, ON_CALL_CATEGORIES, type OnCallCategory } from "~/planning/job-plans/on-call";
import { SelectField, TickField } from "~/ui/forms/choice-fields";
import { FieldPair } from "~/ui/forms/field-frame";
import { FormSection, hasAnswer, type SectionAnswers } from "~/ui/forms/form-section";
import type { FormView } from "~/ui/forms/form-state";
import { NumberField, TextField } from "~/ui/forms/text-fields";
import { ScheduleSection } from "./schedule-fields";

export const CATEGORY_CHOICES = (Object.keys(CATEGORY_NAMES) as Category[]).map((value) => ({
  value,
  label: CATEGORY_NAMES[value],
}));

const PATTERN_CHOICES: { value: Pattern; label: string }[] = [
  { value: "fixed_times", label: "On fixed days, at fixed times" },
  { value: "flexible_week", label: "Flexible within the week" },
  { value: "flexible_year", label: "A number of times a year" },
  { value: "on_call", label: "On call" },
  { value: "not_timed", label: "Not timed, such as email and admin" },
];

const BASIS_CHOICES = [
  { value: "time_calculated", label: "Time: worked out from start and end" },
  { value: "fixed", label: "Fixed: a set number of PAs" },
];

const COUNTING_CHOICES: { value: Counting; label: string }[] = [
  { value: "logged", label: "Logged: by its sessions" },
  { value: "as_planned", label: "As planned, without being logged" },
];

export function ElementFields({ form }: { form: FormView }) {
  return (
    <div className={`${column({ gap: "5" })} ${asItHappens}`}>
      <TextField
        form={form}
        name="description"
        label="Description"
        hint="For example, All-day orthopaedics"
        width="ch40"
      />
      <SelectField
        form={form}
        name="category"
        label="Category"
        choices={CATEGORY_CHOICES}
        blank="Choose a category"
        width="ch40"
      />
      <SelectField
        form={form}
        name="pattern"
        label="When it happens"
        choices={PATTERN_CHOICES}
        {...(form.start("pattern") === "" && { blank: "Choose when it happens" })}
        width="ch40"
      />
      <div data-schedule={form.rows("schedule") > 1 || hasAnswer(form, FIRST_TIME) ? "filled" : ""}>
        <ScheduleSection form={form} />
      </div>
      <div data-pas={hasAnswer(form, ["pa", "occurrences_per_year"]) ? "filled" : ""}>
        <FieldPair>
          <NumberField
            form={form}
            name="pa"
            label="PAs"
            hint="Average PAs a week, or PAs each time for a number of times a year. Leave blank with fixed times to work them out"
          />
          <div data-yearly={form.value("occurrences_per_year") ? "filled" : ""}>
            <NumberField form={form} name="occurrences_per_year" label="Times a year" inputMode="numeric" />
          </div>
        </FieldPair>
      </div>
      <div data-on-call={hasAnswer(form, ON_CALL_FIELDS) ? "filled" : ""}>
        <OnCallFrequency form={form} />
      </div>
      <ForSessions form={form} />
    </div>
  );
}

const ON_CALL_FIELDS = ["on_call_one_in", "on_call_category"];

/** How often one is on call, and the category of the availability supplement. */
function OnCallFrequency({ form }: { form: FormView }) {
  return (
    <FormSection form={form} title="On-call frequency" fields={ON_CALL_FIELDS} message={formatFrequency}>
      <NumberField
        form={form}
        name="on_call_one_in"
        label="On call 1 in"
        hint="For example, 6 for 1 in 6"
        inputMode="numeric"
      />
      <SelectField
        form={form}
        name="on_call_category"
        label="Category of the availability supplement"
        blank="Not recorded"
        choices={ON_CALL_CHOICES}
        width="ch40"
      />
    </FormSection>
  );
}

const ON_CALL_CHOICES: { value: OnCallCategory; label: string }[] = [
  { value: "A", label: "A: usually return at once" },
  { value: "B", label: "B: advise by telephone, or return later" },
];

function formatFrequency({ value }: SectionAnswers): string {
  const category = ON_CALL_CATEGORIES.find((each) => each === value("on_call_category"));
  return formatOnCall({ on_call_one_in: Number(value("on_call_one_in")), on_call_category: category ?? null }) ?? "";
}

const FIRST_TIME = ["schedule[0].weekday", "schedule[0].start", "schedule[0].end"];

/** Only what "When it happens" needs, nothing before it is chosen, or is filled in; a browser without `:has()` shows it all. */
const asItHappens = css({
  "&:has([name=pattern] > [value='']:checked) > [data-pas='']": { display: "none" },
  "&:not(:has(:is([value=fixed_times], [value=on_call]):checked)) > [data-schedule='']": { display: "none" },
  "&:not(:has([value=flexible_year]:checked)) [data-yearly='']": { display: "none" },
  "&:not(:has([value=on_call]:checked)) > [data-on-call='']": { display: "none" },
});

const MORE_FIELDS = [
  "counts_to_balance",
  "counting",
  "default_basis",
  "default_fixed_pa",
  "custom_hours_per_pa",
  "specialty",
  "location",
];

/** Whether it counts, and the defaults of its new sessions. */
function ForSessions({ form }: { form: FormView }) {
  return (
    <FormSection
      form={form}
      title="How it counts, and new sessions"
      fields={MORE_FIELDS}
      message={formatStart}
      nothing="As usual"
    >
      <TickField
        form={form}
        name="counts_to_balance"
        label="Counts towards the PAs of the plan"
        hint="Extra work outside the plan never counts"
      />
      <SelectField
        form={form}
        name="counting"
        label="How it counts"
        hint="As planned: it counts in each week of work, less leave, without being logged. You can say otherwise for a week or a day"
        choices={COUNTING_CHOICES}
        width="ch40"
      />
      <SelectField
        form={form}
        name="default_basis"
        label="PA basis"
        blank="Usual: Fixed for on call, Time for everything else"
        choices={BASIS_CHOICES}
        width="ch40"
      />
      <FieldPair>
        <NumberField
          form={form}
          name="default_fixed_pa"
          label="Fixed PAs of a session"
          hint="0 to 12, in steps of 0.05"
        />
        <NumberField
          form={form}
          name="custom_hours_per_pa"
          label="Hours of a PA, if agreed locally"
          hint="1 to 12, in quarters. For example, for resident nights"
        />
      </FieldPair>
      <FieldPair>
        <TextField form={form} name="specialty" label="Specialty" width="ch24" />
        <TextField form={form} name="location" label="Site" width="ch24" />
      </FieldPair>
    </FormSection>
  );
}

/** `As planned, Fixed, 1.5 PA, Orthopaedics`. */
function formatStart({ value }: SectionAnswers): string {
  const [basis, pa, hours] = [value("default_basis"), value("default_fixed_pa"), value("custom_hours_per_pa")];
  const words = [
    value("counts_to_balance") === "" && "Not counted",
    value("counting") === "as_planned" && "As planned",
    basis && (basis === "fixed" ? "Fixed" : "Time"),
    pa && `${pa} PA`,
    hours && `${hours} hours a PA`,
    value("specialty"),
    value("location"),
  ];
  return words.filter(Boolean).join(", ");
}
