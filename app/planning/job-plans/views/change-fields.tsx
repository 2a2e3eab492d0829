import { css } from "styled-system/css";
import { SelectField, TickField } from "~/ui/forms/choice-fields";
import { DateField } from "~/ui/forms/date-and-time-fields";
import { FieldGroup, FormSection } from "~/ui/forms/form-section";
import type { FormView } from "~/ui/forms/form-state";
import { RepeatedRows } from "~/ui/forms/repeated-rows";
import { NumberField, TextField } from "~/ui/forms/text-fields";
import { CATEGORY_CHOICES } from "./element-form";
import { BLANK_TIME, ScheduleFields, TimeFields } from "./schedule-fields";

/** An element of the plan as it is now. */
export interface ChangeableElement {
  ref: string;
  description: string;
  when: string;
  /** Which of its figures can be changed here. */
  hasTimes: boolean;
  hasPa: boolean;
}

/** What becomes of the elements of a plan: each is kept, with the same times and PAs or others, or dropped. */
export function ChangeFields({ form, elements }: { form: FormView; elements: readonly ChangeableElement[] }) {
  const lines = Array.from({ length: form.rows("lines") }, (_, at) => {
    const name = `lines[${at}]`;
    const element = elements.find(({ ref }) => ref === form.value(`${name}.ref`));
    return element ? [{ name, element }] : [];
  }).flat();
  return (
    <>
      <FieldGroup legend="Elements that go on">
        <div>
          {lines.map(({ name, element }) => (
            <Line key={element.ref} form={form} name={name} element={element} />
          ))}
        </div>
      </FieldGroup>
      <FormSection
        form={form}
        title="New elements"
        fields={fieldsOf(form, "added")}
        message={({ values }) => values("added[0].description").filter(Boolean).join(", ")}
        nothing="None"
        open={form.rows("added") > 1 || form.value("added[0].description") !== ""}
      >
        <RepeatedRows
          form={form}
          name="added"
          blank={{ description: "", category: "", pa: "", ...BLANK_TIME }}
          legend="New elements"
          legendUnseen
          hint="With a day and times, or with PAs a week. You can complete them once the plan is changed"
          one="element"
        >
          {({ nameOf, remove }) => (
            <>
              <TextField form={form} name={nameOf("description")} label="Description" width="ch40" />
              <SelectField
                form={form}
                name={nameOf("category")}
                label="Category"
                choices={CATEGORY_CHOICES}
                blank="Choose a category"
                width="ch40"
              />
              <TimeFields form={form} nameOf={nameOf} remove={null} />
              <NumberField
                form={form}
                name={nameOf("pa")}
                label="PAs a week"
                hint="Leave blank with a day and times to work them out"
              />
              {remove}
            </>
          )}
        </RepeatedRows>
      </FormSection>
      <DateField
        form={form}
        name="date_end"
        label="End date of the new plan"
        hint="Leave blank if the plan has no end"
        clearable
      />
    </>
  );
}

function Line({ form, name, element }: { form: FormView; name: string; element: ChangeableElement }) {
  const { description, when, hasTimes, hasPa } = element;
  const fields = fieldsOf(form, name).filter((field) => !field.endsWith(".keep"));
  const isChanged = (value: FormView["value"]) => fields.some((field) => value(field) !== form.start(field));
  return (
    <fieldset className={line}>
      <legend className={css({ srOnly: true })}>{description}</legend>
      <input type="hidden" name={`${name}.ref`} value={element.ref} />
      <TickField form={form} name={`${name}.keep`} label={description} />
      <FormSection
        form={form}
        title="Times and PAs"
        fields={fields}
        message={({ value }) => (isChanged(value) ? "Changed" : when)}
        open={isChanged(form.value)}
      >
        {hasTimes && <ScheduleFields form={form} name={`${name}.schedule`} />}
        {hasPa && (
          <NumberField
            form={form}
            name={`${name}.pa`}
            label="PAs"
            hint="Average PAs a week, or PAs each time for a number of times a year"
          />
        )}
      </FormSection>
    </fieldset>
  );
}

/** The tick and what folds under it are one row between lines. */
const line = css({
  border: "none",
  borderTop: "line",
  minWidth: "0",
  paddingTop: "2",
  "& > :last-child": { borderBlock: "none", paddingLeft: "6" },
  "&:last-child": { borderBottom: "line" },
});

/** The names of a group that the form has answers or errors for. */
function fieldsOf(form: FormView, group: string): string[] {
  const parts = ["weekday", "start", "end", "recurrence", "anchor_date", "rota_weeks"];
  const times = Array.from({ length: Math.max(1, form.rows(`${group}.schedule`)) }, (_, at) =>
    parts.map((part) => `${group}.schedule[${at}].${part}`),
  ).flat();
  const rows = Array.from({ length: Math.max(1, form.rows(group)) }, (_, at) =>
    ["description", "category", "pa", ...parts].map((part) => `${group}[${at}].${part}`),
  ).flat();
  return group === "added" ? rows : [`${group}.pa`, ...times];
}
