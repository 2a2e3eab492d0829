import { Form } from "react-router";
import { css } from "styled-system/css";
import { choice, column, field, row, text } from "styled-system/recipes";
import { SubmitButton } from "~/ui/button";
import { SelectField } from "~/ui/choice-fields";
import { DateField } from "~/ui/date-and-time-fields";
import { FieldError } from "~/ui/field-frame";
import type { FormView } from "~/ui/form-state";
import { PERIODS } from "../../document/choices";
import { SECTIONS } from "../../document/types";
import type { ReportBuilderPage } from "../page.server";
import { FORM_MARK } from "../sent";
import { FilterFields } from "./filter-fields";

interface ReportBuilderFormProps
  extends Pick<ReportBuilderPage, "plans" | "elements" | "specialties" | "employers" | "sites"> {
  form: FormView;
}

const PERIOD_CHOICES = Object.entries(PERIODS)
  .filter(([value]) => value !== "plan")
  .map(([value, label]) => ({ value, label }));

/** What a report is of: a plain GET to the paper, a document of its own. */
export function ReportBuilderForm({ form, plans, ...filters }: ReportBuilderFormProps) {
  const ofPlans = [{ value: "plan", label: "Job plan of today" }, ...plans];
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
      <SectionTicks form={form} />
      <FilterFields form={form} {...filters} />
      <label className={choice()}>
        <input type="checkbox" name="small" value="1" defaultChecked={form.value("small") !== ""} />
        <span>Keep counts under 5 back, and list no single cases, for a report that is shared</span>
      </label>
      <div className={row({ gap: "4" })}>
        <SubmitButton>Show report</SubmitButton>
        <span className={text({ kind: "hint" })}>Then print it, download its tables, or save it under a name.</span>
      </div>
    </Form>
  );
}

function SectionTicks({ form }: { form: FormView }) {
  const styles = field();
  const ticked = form.values("section");
  return (
    <fieldset className={styles.root} data-invalid={form.error("section") ? "" : undefined}>
      <legend className={styles.label}>Sections</legend>
      <FieldError form={form} name="section" />
      <div className={sections}>
        {Object.entries(SECTIONS).map(([name, title], at) => (
          <label key={name} className={choice()}>
            <input
              type="checkbox"
              id={at === 0 ? "section" : undefined}
              name="section"
              value={name}
              defaultChecked={ticked.includes(name)}
            />
            <span>{title}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const sections = css({
  display: "grid",
  gap: "1",
  gridTemplateColumns: { base: "minmax(0, 1fr)", wide: "1fr 1fr", desk: "repeat(3, 1fr)" },
});

/** Dates of one's own show with their choice; a browser that cannot tell shows them always. */
const period = css({
  display: "grid",
  gap: "4",
  "&:not(:has([value=custom]:checked)) > [data-dates]": { display: "none" },
});
