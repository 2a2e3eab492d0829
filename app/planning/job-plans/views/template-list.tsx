import { css } from "styled-system/css";
import { column, table, text } from "styled-system/recipes";
import type { TemplatePreview } from "~/planning/job-plans/templates";
import { ChoiceList } from "~/ui/forms/choice-list";
import type { FormView } from "~/ui/forms/form-state";
import { LinkButton } from "~/ui/layout/button";
import { showPa } from "../pa-rules";
import { inShownParts, type WeeklySums } from "../weekly";
import { CategorySquare } from "./category";

/** The templates, each with its weekly sums; the empty plan comes last. */
export function TemplateList({ templates }: { templates: TemplatePreview[] }) {
  return (
    <ul className={css({ borderTop: "ink" })}>
      {templates.map((template) => (
        <li key={template.key} className={line}>
          <div className={column({ gap: "1" })}>
            <h2>{template.name}</h2>
            <p className={text({ kind: "quiet" })}>{template.about}</p>
            <p className={text({ kind: "strong" })}>{formatSum(template.sums)} PA a week</p>
            <TemplateElements elements={template.elements} />
          </div>
          <Use to={`/job_plans/new/?template=${template.key}`} name={template.name} />
        </li>
      ))}
      <li className={line}>
        <div className={column({ gap: "1" })}>
          <h2>Empty</h2>
          <p className={text({ kind: "quiet" })}>Dates and terms only. You add each element yourself.</p>
        </div>
        <Use to="/job_plans/new/" name="Empty" />
      </li>
    </ul>
  );
}

function Use({ to, name }: { to: string; name: string }) {
  return (
    <div>
      <LinkButton to={to}>
        Use this plan <span className={css({ srOnly: true })}>{name}</span>
      </LinkButton>
    </div>
  );
}

export function TemplateElements({ elements }: Pick<TemplatePreview, "elements">) {
  return (
    <details>
      <summary>{elements.length} elements</summary>
      <table className={table()}>
        <thead>
          <tr>
            <th scope="col">Element</th>
            <th scope="col">When</th>
            <th scope="col" className="r">
              PA a week
            </th>
          </tr>
        </thead>
        <tbody>
          {inShownParts(elements).map(({ description, category, when, weekly_pa_units }) => (
            <tr key={description}>
              <td>
                <CategorySquare category={category} />
                {description}
              </td>
              <td>{when.join("; ")}</td>
              <td className="r">{showPa(weekly_pa_units)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** `DCC 7.50 + SPA 2.50 = 10.00`. */
export function formatSum({ categories, total }: WeeklySums): string {
  return `${categories.map(({ category, units }) => `${category} ${showPa(units)}`).join(" + ")} = ${showPa(total)}`;
}

const line = css({
  display: "grid",
  gridTemplateColumns: { base: "[minmax(0, 1fr)]", wide: "[minmax(0, 1fr) auto]" },
  gap: "3",
  paddingBlock: "4",
  borderBottom: "line",
});

/** The templates as choices of a form, each with its weekly sums and elements. */
export function TemplateChoice({ form, templates }: { form: FormView; templates: readonly TemplatePreview[] }) {
  const choices = templates.map(({ key, name, about, sums, elements }) => ({
    value: key,
    label: <strong>{name}</strong>,
    hint: `${about} ${formatSum(sums)} PA a week.`,
    children: <TemplateElements elements={elements} />,
  }));
  return <ChoiceList form={form} name="template" label="Template" type="radio" choices={choices} />;
}
