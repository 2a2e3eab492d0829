import { css } from "styled-system/css";
import { column, row } from "styled-system/recipes";
import { BAND_DAY_CHOICES } from "~/diary/fees/rates";
import { SelectField, TickField } from "~/ui/forms/choice-fields";
import { TimeField } from "~/ui/forms/date-and-time-fields";
import { fieldsOf } from "~/ui/forms/field-names";
import type { FormView } from "~/ui/forms/form-state";
import { RepeatedRows } from "~/ui/forms/repeated-rows";
import { TextField } from "~/ui/forms/text-fields";
import { SaveAnyway } from "~/ui/identifiers/views/free-text";
import { EnterSaves } from "~/ui/layout/button";
import { BASES, WORK_KINDS } from "../kinds";
import type { newRateForm } from "../rate-form";
import { MoneyField, PayerField, priced } from "./fee-inputs";

const TEXTS = ["name", "payer"];
const BASIS_CHOICES = Object.entries(BASES).map(([value, label]) => ({ value, label }));

const WORK_CHOICES = Object.entries(WORK_KINDS).map(([value, label]) => ({ value, label }));

const BLANK_BAND = { days: "", from: "", until: "", rate: "" };

/** All fields of a rate. */
export function RateFields({ form, payers }: { form: FormView; payers: readonly string[] }) {
  const field = fieldsOf<typeof newRateForm>(form);
  return (
    <div className={column({ gap: "5" })}>
      <EnterSaves />
      <TextField {...field("name")} label="Name" hint="For example, Weekend list" width="ch40" />
      <div className={priced}>
        <SelectField {...field("basis")} label="Paid" choices={BASIS_CHOICES} blank="Choose" />
        <MoneyField {...field("rate_amount")} label="Rate (£)" />
      </div>
      <BandFields form={form} />
      <TickField {...field("bank_holidays_as_sunday")} label="Bank holidays are paid as a Sunday" />
      <SelectField
        {...field("work_kind")}
        label="Usual for (optional)"
        hint="A fixed amount, or one per list, is filled in as the fee of a new session of this kind"
        choices={WORK_CHOICES}
        blank="No kind of work"
      />
      <PayerField form={form} payers={payers} hint="Filled in when you use this rate. Leave blank for none" />
      <SaveAnyway form={form} names={TEXTS} />
    </div>
  );
}

/** Fields of the time bands, for a price per hour that depends on the time of the week. */
function BandFields({ form }: { form: FormView }) {
  return (
    <RepeatedRows
      form={form}
      name="bands"
      blank={BLANK_BAND}
      legend="Time bands"
      hint="Use these if the price of an hour depends on the time of the week, and leave the rate above blank. An end at or before the start is on the next day, so 23:00 to 07:00 is a night"
      one="time band"
      rowClass={bandRow}
    >
      {({ nameOf, remove }) => (
        <>
          <SelectField
            form={form}
            name={nameOf("days")}
            label="Days"
            blank="Choose"
            choices={BAND_DAY_CHOICES}
            width="ch24"
          />
          <div className={times}>
            <TimeField form={form} name={nameOf("from")} label="From" />
            <TimeField form={form} name={nameOf("until")} label="Until" />
            <MoneyField form={form} name={nameOf("rate")} label="£ an hour" />
          </div>
          {remove && <div className={row()}>{remove}</div>}
        </>
      )}
    </RepeatedRows>
  );
}

const bandRow = css({
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
