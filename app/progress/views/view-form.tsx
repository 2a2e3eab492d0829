import { Form } from "react-router";
import { css } from "styled-system/css";
import { button } from "styled-system/recipes";
import { SelectField } from "~/ui/choice-fields";
import { formView } from "~/ui/form-state";
import type { ViewForm } from "../view-form";

/** Another plan, another year of it, or a part of it alone: a plain GET, so that the view has an address. */
export function ProgressViewForm({ shown }: { shown: ViewForm }) {
  const form = formView({ plan: shown.plan, day: shown.year, of: shown.part }, undefined);
  return (
    <Form method="get" action="/progress/" preventScrollReset className={fields}>
      {shown.hidden.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {shown.plans.length > 1 && <SelectField form={form} name="plan" label="Plan" choices={shown.plans} />}
      {shown.years.length > 1 && <SelectField form={form} name="day" label="Plan year" choices={shown.years} />}
      <SelectField form={form} name="of" label="Part of the plan" blank="All of it" groups={shown.parts} />
      <button type="submit" className={button()}>
        Show
      </button>
    </Form>
  );
}

const fields = css({
  display: { base: "grid", wide: "flex" },
  gap: "3",
  alignItems: "flex-end",
  _print: { display: "none" },
});
