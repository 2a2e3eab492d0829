import { useEffect, useRef } from "react";
import { css } from "styled-system/css";
import { column, field, row } from "styled-system/recipes";
import { SaveAnyway } from "~/identifiers/views/save-anyway";
import { EnterSaves, SubmitButton } from "~/ui/button";
import { SelectField, TickField } from "~/ui/choice-fields";
import { TimeField } from "~/ui/date-and-time-fields";
import type { FormView } from "~/ui/form-state";
import { TextField } from "~/ui/text-fields";
import { BAND_DAY_CHOICES } from "../bands";
import { BASES } from "../kinds";
import { MoneyField, priced } from "./money-field";
import { PayerField } from "./payer-field";

const TEXTS = ["name", "payer"];
const PARTS = ["days", "from", "until", "rate"];
const BASIS_CHOICES = Object.entries(BASES).map(([value, label]) => ({ value, label }));

/** A button of this name and value adds a row on the server (a Conform intent), with script or without. */
const ADD_ROW = `insert(${JSON.stringify({
  name: "bands",
  defaultValue: { days: "", from: "", until: "", rate: "" },
})})`;

function removeRow(index: number): string {
  return `remove(${JSON.stringify({ name: "bands", index })})`;
}

/** All answers of a rate. */
export function RateFields({ form, payers }: { form: FormView; payers: readonly string[] }) {
  return (
    <div className={column({ gap: "5" })}>
      <EnterSaves />
      <TextField form={form} name="name" label="Name" hint="For example, Weekend list" width="ch40" />
      <div className={priced}>
        <SelectField form={form} name="basis" label="Paid" choices={BASIS_CHOICES} blank="Choose" />
        <MoneyField form={form} name="rate_amount" label="Rate (£)" />
      </div>
      <BandFields form={form} />
      <TickField form={form} name="bank_holidays_as_sunday" label="Bank holidays are paid as a Sunday" />
      <PayerField form={form} payers={payers} hint="Filled in for a fee by this rate. Blank: none" />
      <SaveAnyway form={form} names={TEXTS} />
    </div>
  );
}

/** Of an hour whose price changes with the time of the week: the bands, at least one row, blank if need be. */
function BandFields({ form }: { form: FormView }) {
  const count = Math.max(1, form.rows("bands"));
  const rows = useFocusOnChange(count);
  return (
    <fieldset ref={rows} className={field().root}>
      <legend className={field().label}>Time bands</legend>
      <span className={field().hint}>
        Only where an hour is paid by the time of the week: leave the rate above blank then. An end at or before the
        start is on the next day, so 23:00 to 07:00 is a night.
      </span>
      <div className={column({ gap: "3" })}>
        {Array.from({ length: count }, (_, index) => (
          // Rows have no name but their place.
          <BandRow key={rowKey(form, index)} form={form} index={index} removable={count > 1} />
        ))}
      </div>
      <div className={css({ paddingTop: "2" })}>
        <SubmitButton visual="normal" name="__INTENT__" value={ADD_ROW}>
          Add another time band
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
  return [index, form.rows("bands"), ...PARTS.map((part) => form.value(`bands[${index}].${part}`))].join("/");
}

function BandRow({ form, index, removable }: { form: FormView; index: number; removable: boolean }) {
  const name = (part: string) => `bands[${index}].${part}`;
  return (
    <fieldset className={rowBox}>
      <legend className={css({ srOnly: true })}>Time band {index + 1}</legend>
      <SelectField
        form={form}
        name={name("days")}
        label="Days"
        blank="Choose"
        choices={BAND_DAY_CHOICES}
        width="ch24"
      />
      <div className={times}>
        <TimeField form={form} name={name("from")} label="From" />
        <TimeField form={form} name={name("until")} label="Until" />
        <MoneyField form={form} name={name("rate")} label="£ an hour" />
      </div>
      {removable && (
        <div className={row()}>
          <SubmitButton visual="plain" name="__INTENT__" value={removeRow(index)}>
            Remove<span className={css({ srOnly: true })}> time band {index + 1}</span>
          </SubmitButton>
        </div>
      )}
    </fieldset>
  );
}

const rowBox = css({
  border: "none",
  borderTop: "line",
  paddingTop: "3",
  minWidth: "0",
  display: "grid",
  gap: { base: "3", wide: "4" },
  alignItems: "end",
  gridTemplateColumns: { base: "[minmax(0, 1fr)]", wide: "[minmax(0, 1fr) auto auto]" },
});

const times = css({
  display: "grid",
  gap: { base: "2", wide: "4" },
  alignItems: "end",
  gridTemplateColumns: { base: "[minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1fr)]", wide: "[9ch 9ch 11ch]" },
});
