import { type FormEvent, useState } from "react";
import { column, text } from "styled-system/recipes";
import { DateField, TimeField, TwiceField } from "~/ui/date-and-time-fields";
import { FieldPair } from "~/ui/field-frame";
import type { FormView } from "~/ui/form-state";
import { twiceTimes } from "../twice-times";

/** When work that stands alone was done. Without script the page that comes back asks which times are meant. */
export function WorkTimes({ form }: { form: FormView }) {
  const [typed, setTyped] = useState<FormData | null>(null);
  const twice = twiceTimes((name) => (typed ? String(typed.get(name) ?? "") : form.value(name)));

  function onInput({ target }: FormEvent): void {
    const page = (target as HTMLInputElement).form;
    if (page) setTyped(new FormData(page));
  }

  return (
    <div className={column({ gap: "3" })} onInput={onInput}>
      <DateField form={form} name="work_date" label="Date of the work" />
      <FieldPair>
        <TimeField form={form} name="start_time" label="Start" />
        <TimeField form={form} name="end_time" label="End" />
      </FieldPair>
      <TwiceField form={form} name="start_time_which" twice={twice.start} />
      <TwiceField form={form} name="end_time_which" twice={twice.end} />
      <p className={text({ kind: "hint" })}>
        Times may stay blank, unless the fee is paid by the hour. An end at or before the start is on the next day.
      </p>
    </div>
  );
}
