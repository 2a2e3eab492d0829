import { column, field } from "styled-system/recipes";
import { chips } from "~/diary/cases/views/chips";
import type { Choice } from "~/ui/choice-fields";
import { FormSection, type SectionAnswers } from "~/ui/form-section";
import type { FormView } from "~/ui/form-state";
import type { ReportBuilderPage } from "../page.server";

interface FilterFieldsProps extends Pick<ReportBuilderPage, "elements" | "specialties" | "employers" | "sites"> {
  form: FormView;
}

/** Each with what one and several of it are called. */
const WORDS = {
  element: ["element", "elements"],
  specialty: ["specialty", "specialties"],
  employer: ["employer", "employers"],
  site: ["site", "sites"],
} as const;
const NAMES = Object.keys(WORDS);

/** Only some of the work: what is ticked of one kind lets through what has any of it. */
export function FilterFields({ form, elements, specialties, employers, sites }: FilterFieldsProps) {
  if (elements.length + specialties.length + employers.length + sites.length === 0) return null;
  return (
    <FormSection form={form} title="Only some of the work" fields={NAMES} message={message} nothing="All of it">
      <div className={column({ gap: "4" })}>
        <Ticks form={form} name="element" label="Elements" choices={elements} />
        <Ticks form={form} name="specialty" label="Specialties" choices={named(specialties)} />
        <Ticks form={form} name="employer" label="Employers" choices={named(employers)} />
        <Ticks form={form} name="site" label="Sites" choices={named(sites)} />
      </div>
    </FormSection>
  );
}

function message({ values }: SectionAnswers): string {
  return Object.entries(WORDS)
    .map(([name, [one, several]]) => ({ many: values(name).length, one, several }))
    .filter(({ many }) => many > 0)
    .map(({ many, one, several }) => (many === 1 ? `1 ${one}` : `${many} ${several}`))
    .join(", ");
}

interface TicksProps {
  form: FormView;
  name: string;
  label: string;
  choices: readonly Choice[];
}

function Ticks({ form, name, label, choices }: TicksProps) {
  if (choices.length === 0) return null;
  const ticked = form.values(name);
  return (
    <fieldset className={field().root}>
      <legend className={field().label}>{label}</legend>
      <div className={chips}>
        {choices.map((each) => (
          <label key={each.value}>
            <input type="checkbox" name={name} value={each.value} defaultChecked={ticked.includes(each.value)} />
            {each.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function named(names: readonly string[]): Choice[] {
  return names.map((name) => ({ value: name, label: name }));
}
