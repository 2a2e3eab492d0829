import type { TemplatePreview } from "~/planning/job-plans/templates";
import { formatSum, TemplateElements } from "~/planning/job-plans/views/template-list";
import { ChoiceList } from "~/ui/choice-list";
import type { FormView } from "~/ui/form-state";

/** The templates as answers, each with what it adds up to and its elements. */
export function TemplateChoice({ form, templates }: { form: FormView; templates: readonly TemplatePreview[] }) {
  const choices = templates.map(({ key, name, about, sums, elements }) => ({
    value: key,
    label: <strong>{name}</strong>,
    hint: `${about} ${formatSum(sums)} PA a week.`,
    children: <TemplateElements elements={elements} />,
  }));
  return <ChoiceList form={form} name="template" label="Template" type="radio" choices={choices} />;
}
