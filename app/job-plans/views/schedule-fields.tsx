import { useEffect, useRef } from "react";
import { css } from "styled-system/css";
import { column, field, row } from "styled-system/recipes";
import { nameOfWeekday } from "~/time/dates";
import { SubmitButton } from "~/ui/button";
import { SelectField } from "~/ui/choice-fields";
import { DateField, TimeField } from "~/ui/date-and-time-fields";
import type { FormView } from "~/ui/form-state";
import { RECURRENCES } from "../elements";

const DAY_CHOICES = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: nameOfWeekday(day) }));
const RECURRENCE_CHOICES = Object.entries(RECURRENCES).map(([value, label]) => ({
  value,
  label: label.charAt(0).toUpperCase() + label.slice(1),
}));

/** A button of this name and value adds a row on the server (a Conform intent), with script or without. */
const ADD_ROW = `insert(${JSON.stringify({
  name: "schedule",
  defaultValue: { weekday: "", start: "", end: "", recurrence: "11", anchor_date: "" },
})})`;

function removeRow(index: number): string {
  return `remove(${JSON.stringify({ name: "schedule", index })})`;
}

/** The days and times of an element: at least one row, blank if need be. */
export function ScheduleFields({ form }: { form: FormView }) {
  const count = Math.max(1, form.rows("schedule"));
  const rows = useFocusOnChange(count);
  return (
    <fieldset ref={rows} className={field().root}>
      <legend className={field().label}>Days and times</legend>
      <span className={field().hint}>
        For fixed times, and if you wish for on call. An end at or before the start is on the next day. Every 2 to 4
        weeks: give any date of a week in which it happens.
      </span>
      <div className={column({ gap: "3" })}>
        {Array.from({ length: count }, (_, index) => (
          // Rows have no name but their place.
          <ScheduleRowFields key={rowKey(form, index)} form={form} index={index} removable={count > 1} />
        ))}
      </div>
      <div className={css({ paddingTop: "2" })}>
        <SubmitButton visual="normal" name="__INTENT__" value={ADD_ROW}>
          Add another time
        </SubmitButton>
      </div>
    </fieldset>
  );
}

/** A new row takes the focus; when one is taken away, the row before it does. */
function useFocusOnChange(count: number) {
  const rows = useRef<HTMLFieldSetElement>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count !== before.current) rows.current?.querySelector<HTMLElement>("fieldset:last-of-type select")?.focus();
    before.current = count;
  }, [count]);
  return rows;
}

/** Controls keep what they started with: a row whose answers come from the server is a new row. */
function rowKey(form: FormView, index: number): string {
  const names = ["weekday", "start", "end", "recurrence", "anchor_date"];
  return [index, form.rows("schedule"), ...names.map((name) => form.value(`schedule[${index}].${name}`))].join("/");
}

function ScheduleRowFields({ form, index, removable }: { form: FormView; index: number; removable: boolean }) {
  const name = (part: string) => `schedule[${index}].${part}`;
  return (
    <fieldset className={rowBox}>
      <legend className={css({ srOnly: true })}>Time {index + 1}</legend>
      <div className={times}>
        <SelectField form={form} name={name("weekday")} label="Day" blank="Day" choices={DAY_CHOICES} width="ch12" />
        <TimeField form={form} name={name("start")} label="Start" />
        <TimeField form={form} name={name("end")} label="End" />
      </div>
      <div className={row({ gap: "4", align: "end" })}>
        <SelectField
          form={form}
          name={name("recurrence")}
          label="How often"
          choices={RECURRENCE_CHOICES}
          width="ch24"
        />
        <DateField form={form} name={name("anchor_date")} label="In the week of" hint={undefined} clearable />
        {removable && (
          <SubmitButton visual="plain" name="__INTENT__" value={removeRow(index)}>
            Remove<span className={css({ srOnly: true })}> time {index + 1}</span>
          </SubmitButton>
        )}
      </div>
    </fieldset>
  );
}

const rowBox = css({ border: "none", borderTop: "line", paddingTop: "3", minWidth: "0", display: "grid", gap: "3" });

/** Day, start and end stay on one line, on a phone too. */
const times = css({
  display: "grid",
  gap: { base: "2", wide: "4" },
  alignItems: "end",
  gridTemplateColumns: { base: "[minmax(0, 5fr) minmax(0, 4fr) minmax(0, 4fr)]", wide: "[17ch 11ch 11ch]" },
});
