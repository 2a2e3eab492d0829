import { css } from "styled-system/css";
import { choice, column, field, text } from "styled-system/recipes";
import type { TemplatePreview } from "~/planning/job-plans/templates";
import { formatSum, TemplateElements } from "~/planning/job-plans/views/template-list";
import { FieldError, wiring } from "~/ui/field-frame";
import type { FormView } from "~/ui/form-state";

/** The templates as answers, each with what it adds up to and its elements. */
export function TemplateChoice({ form, templates }: { form: FormView; templates: readonly TemplatePreview[] }) {
  const styles = field();
  const { id, "aria-describedby": described } = wiring({ form, name: "template" });
  return (
    <fieldset
      className={styles.root}
      data-invalid={form.error("template") ? "" : undefined}
      aria-describedby={described}
    >
      <legend className={styles.label}>Template</legend>
      <FieldError form={form} name="template" />
      <div className={column({ gap: "3" })}>
        {templates.map(({ key, name, about, sums, elements }, index) => (
          <div key={key}>
            <label className={choice()}>
              <input
                type="radio"
                id={index === 0 ? id : undefined}
                name="template"
                value={key}
                defaultChecked={form.value("template") === key}
              />
              <span>
                <strong>{name}</strong>
                <span className={`${text({ kind: "hint" })} ${css({ display: "block" })}`}>
                  {about} {formatSum(sums)} PA a week.
                </span>
              </span>
            </label>
            <div className={css({ paddingLeft: "[28px]" })}>
              <TemplateElements elements={elements} />
            </div>
          </div>
        ))}
      </div>
    </fieldset>
  );
}
