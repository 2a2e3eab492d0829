import type { ReactNode } from "react";
import { css } from "styled-system/css";
import { row } from "styled-system/recipes";
import { lowerFirst, upperFirst } from "~/platform/letter-case";
import { nameOfWeekday } from "~/platform/time/dates";
import { SelectField } from "~/ui/forms/choice-fields";
import { DateField, TimeField } from "~/ui/forms/date-and-time-fields";
import { FormSection } from "~/ui/forms/form-section";
import type { FormView } from "~/ui/forms/form-state";
import { RepeatedRows } from "~/ui/forms/repeated-rows";
import { TextField } from "~/ui/forms/text-fields";
import { RECURRENCES } from "../elements";

const DAY_CHOICES = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: nameOfWeekday(day) }));
const RECURRENCE_CHOICES = Object.entries(RECURRENCES).map(([value, label]) => ({
  value,
  label: upperFirst(label),
}));

export const BLANK_TIME = { weekday: "", start: "", end: "", recurrence: "11", anchor_date: "", rota_weeks: "" };

/** The days and times of an element, folded to a line once they are saved. */
export function ScheduleSection({ form }: { form: FormView }) {
  const rows = Array.from({ length: Math.max(1, form.rows("schedule")) }, (_, at) => `schedule[${at}]`);
  const parts = Object.keys(BLANK_TIME);
  return (
    <FormSection
      form={form}
      title="Days and times"
      fields={["schedule", ...rows.flatMap((row) => parts.map((part) => `${row}.${part}`))]}
      message={({ value }) => rows.flatMap((row) => formatTime((part) => value(`${row}.${part}`))).join("; ")}
      nothing="None"
      open={form.value("version") === "" || form.refusal !== undefined}
    >
      <ScheduleFields form={form} name="schedule" legendUnseen />
    </FormSection>
  );
}

/** `Friday 08:00 – 13:00, every 2 weeks`; nothing without a day. */
function formatTime(answer: (part: keyof typeof BLANK_TIME) => string): string[] {
  const day = DAY_CHOICES.find(({ value }) => value === answer("weekday"));
  const often = RECURRENCE_CHOICES.find(({ value }) => value === answer("recurrence") && value !== "11");
  return day
    ? [`${day.label} ${answer("start")} – ${answer("end")}${often ? `, ${lowerFirst(often.label)}` : ""}`]
    : [];
}

/** The fields of the days and times of an element. */
export function ScheduleFields(props: { form: FormView; name: string; legendUnseen?: boolean }) {
  const { form } = props;
  return (
    <RepeatedRows
      {...props}
      blank={BLANK_TIME}
      legend="Days and times"
      hint="For fixed times, and for on call if you like. An end at or before the start is on the next day. For every 2 to 4 weeks, enter any date in a week when it happens; for a rota, any date in its week 1"
      one="time"
    >
      {({ nameOf, remove }) => <TimeFields form={form} nameOf={nameOf} remove={remove} />}
    </RepeatedRows>
  );
}

interface TimeFieldsProps {
  form: FormView;
  nameOf: (part: keyof typeof BLANK_TIME) => string;
  remove: ReactNode;
}

/** One day with its times. */
export function TimeFields({ form, nameOf, remove }: TimeFieldsProps) {
  return (
    <>
      <div className={times}>
        <SelectField form={form} name={nameOf("weekday")} label="Day" blank="Day" choices={DAY_CHOICES} width="ch12" />
        <TimeField form={form} name={nameOf("start")} label="Start" />
        <TimeField form={form} name={nameOf("end")} label="End" />
      </div>
      <div className={`${row({ gap: "4", align: "end" })} ${weekIfNeeded}`}>
        <SelectField
          form={form}
          name={nameOf("recurrence")}
          label="How often"
          choices={RECURRENCE_CHOICES}
          width="ch24"
        />
        <div data-rota={form.value(nameOf("rota_weeks"))}>
          <TextField
            form={form}
            name={nameOf("rota_weeks")}
            label="Weeks"
            hint="Such as 2, 3 and 5 of 8"
            width="ch24"
          />
        </div>
        <div data-week={form.value(nameOf("anchor_date"))}>
          <DateField form={form} name={nameOf("anchor_date")} label="In the week of" hint={undefined} clearable />
        </div>
        {remove}
      </div>
    </>
  );
}

/** Day, start and end stay on one line, on a phone too. */
const times = css({
  display: "grid",
  gap: { base: "2", wide: "4" },
  alignItems: "end",
  gridTemplateColumns: { base: "[minmax(0, 5fr) minmax(0, 4fr) minmax(0, 4fr)]", wide: "[17ch 11ch 11ch]" },
});

/** Of times every week, and of the months, no week need be known; a browser without `:has()` asks for it. */
const weekIfNeeded = css({
  "&:has(:is([value='11'], [value^='2']):checked) > [data-week='']": { display: "none" },
  "&:not(:has([value='31']:checked)) > [data-rota='']": { display: "none" },
});
