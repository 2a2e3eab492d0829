import { Form, Link } from "react-router";
import { css } from "styled-system/css";
import { button, segments } from "styled-system/recipes";
import type { Toggle, ViewForm } from "~/progress/controls";
import { SelectField } from "~/ui/forms/choice-fields";
import { formView } from "~/ui/forms/form-state";

const styles = segments();

/** Shows every option as a link. The page does not scroll when another is chosen. */
export function ToggleLinks({ toggle }: { toggle: Toggle }) {
  return (
    <nav aria-label={toggle.label} className={`${styles.root} ${offPaper}`}>
      {toggle.answers.map(({ words, to, here }) => (
        <Link
          key={words}
          to={to}
          preventScrollReset
          className={`${styles.item} ${plain}`}
          aria-current={here ? "true" : undefined}
        >
          {words}
        </Link>
      ))}
    </nav>
  );
}

const plain = css({
  textDecorationLine: "none",
  textAlign: "center",
  // On a phone three methods must fit side by side.
  paddingInline: { base: "2", wide: "4" },
  fontSize: { base: "sm", wide: "md" },
  "&:not([aria-current])": { color: "ink" },
});
const offPaper = css({ _print: { display: "none" } });

/** Chooses a plan, a year of it or a part of it: a plain GET, so that the view has an address. */
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
