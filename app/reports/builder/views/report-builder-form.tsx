import { Form } from "react-router";
import { css } from "styled-system/css";
import { choice, column, field, row, text } from "styled-system/recipes";
import { chips } from "~/diary/cases/views/chips";
import { formatCountedIfAny } from "~/platform/time/counted";
import { SelectField } from "~/ui/forms/choice-fields";
import { ChoiceList } from "~/ui/forms/choice-list";
import { DateField } from "~/ui/forms/date-and-time-fields";
import { FormSection, type SectionAnswers } from "~/ui/forms/form-section";
import type { FormView } from "~/ui/forms/form-state";
import { SubmitButton } from "~/ui/layout/button";
import { FORM_MARK, PERIODS } from "../../document/choices";
import { SECTIONS } from "../../document/types";
import type { ReportBuilderPage } from "../page.server";

type Filters = Pick<ReportBuilderPage, "elements" | "specialties" | "employers" | "sites">;

interface ReportBuilderFormProps extends Filters, Pick<ReportBuilderPage, "plans"> {
  form: FormView;
}

const SECTION_CHOICES = Object.entries(SECTIONS).map(([value, label]) => ({ value, label }));
const PERIOD_CHOICES = Object.entries(PERIODS)
  .filter(([value]) => value !== "plan")
  .map(([value, label]) => ({ value, label }));

/** The choices of a report: a plain GET that loads the print page as a new document. */
export function ReportBuilderForm({ form, plans, ...filters }: ReportBuilderFormProps) {
  const ofPlans = [{ value: "plan", label: "Current job plan" }, ...plans];
  return (
    <Form method="get" action="/reports/paper/" reloadDocument noValidate className={column({ gap: "5" })}>
      <input type="hidden" name={FORM_MARK} value="1" />
      <div className={period}>
        <SelectField
          form={form}
          name="period"
          label="Period"
          width="ch40"
          choices={PERIOD_CHOICES}
          groups={plans.length > 0 ? [{ label: "Job plans", choices: ofPlans }] : []}
        />
        <div className={row({ gap: "4", align: "end" })} data-dates="">
          <DateField form={form} name="from" label="First day" />
          <DateField form={form} name="until" label="Last day" />
        </div>
      </div>
      <div>
        <FormSection
          form={form}
          title="Sections and small counts"
          fields={["section"]}
          message={formatSections}
          nothing="None"
          open={form.value("small") !== ""}
        >
          <ChoiceList
            form={form}
            name="section"
            label="Sections"
            labelUnseen
            type="checkbox"
            choices={SECTION_CHOICES}
            className={sections}
          />
          <label className={choice()}>
            <input type="checkbox" name="small" value="1" defaultChecked={form.value("small") !== ""} />
            <span>
              Hide counts of cases under 5, round the others and leave out single cases, for a report that you share
            </span>
          </label>
        </FormSection>
        <FilterFields form={form} {...filters} />
      </div>
      <div className={row({ gap: "4" })}>
        <SubmitButton>Show report</SubmitButton>
        <span className={text({ kind: "hint" })}>Then print it, download its tables, or save it under a name.</span>
      </div>
    </Form>
  );
}

/** `11 of 13 sections, small counts hidden`. */
function formatSections({ value, values }: SectionAnswers): string {
  const hidden = value("small") && ", small counts hidden";
  return `${values("section").length} of ${SECTION_CHOICES.length} sections${hidden}`;
}

/** Plural names of the filters, by kind. */
const FILTERS = { element: "Elements", specialty: "Specialties", employer: "Employers", site: "Sites" } as const;

/** The filters. Within a kind, work that matches any ticked option is included. */
function FilterFields({ form, elements, specialties, employers, sites }: Filters & { form: FormView }) {
  if (elements.length + specialties.length + employers.length + sites.length === 0) return null;
  const named = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));
  const choicesOf = {
    ...{ element: elements, specialty: named(specialties) },
    ...{ employer: named(employers), site: named(sites) },
  };
  const kinds = Object.keys(FILTERS) as (keyof typeof FILTERS)[];
  return (
    <FormSection
      form={form}
      title="Only some of the work"
      fields={kinds}
      message={formatTicked}
      nothing="All of it"
      open={formatTicked(form) !== ""}
    >
      <div className={column({ gap: "4" })}>
        {kinds
          .filter((kind) => choicesOf[kind].length > 0)
          .map((kind) => (
            <fieldset key={kind} className={field().root}>
              <legend className={field().label}>{FILTERS[kind]}</legend>
              <div className={chips}>
                {choicesOf[kind].map(({ value, label }) => (
                  <label key={value}>
                    <input
                      type="checkbox"
                      name={kind}
                      value={value}
                      defaultChecked={form.values(kind).includes(value)}
                    />
                    {label}
                  </label>
                ))}
              </div>
            </fieldset>
          ))}
      </div>
    </FormSection>
  );
}

/** `2 elements, 1 site`. */
function formatTicked({ values }: SectionAnswers): string {
  return Object.entries(FILTERS)
    .map(([kind, several]) => formatCountedIfAny(values(kind).length, kind, several.toLowerCase()))
    .filter(Boolean)
    .join(", ");
}

const sections = css({
  display: "grid",
  gap: "1",
  gridTemplateColumns: { base: "minmax(0, 1fr)", wide: "1fr 1fr", desk: "repeat(3, 1fr)" },
});

/** The dates are shown only while custom dates are chosen; a browser without `:has()` always shows them. */
const period = css({
  display: "grid",
  gap: "4",
  "&:not(:has([value=custom]:checked)) > [data-dates]": { display: "none" },
});
