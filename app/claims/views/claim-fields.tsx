import { css } from "styled-system/css";
import { column, note, row, text } from "styled-system/recipes";
import { FreeText } from "~/identifiers/views/free-text";
import { SaveAnyway } from "~/identifiers/views/save-anyway";
import { readDate } from "~/time/dates";
import type { LondonDate } from "~/time/london";
import { EnterSaves, SubmitButton } from "~/ui/button";
import { type Choice, SelectField } from "~/ui/choice-fields";
import { DateField, TimeField } from "~/ui/date-and-time-fields";
import { FieldPair } from "~/ui/field-frame";
import { FormSection, type SectionAnswers } from "~/ui/form-section";
import type { FormView } from "~/ui/form-state";
import { Icon } from "~/ui/icon";
import { TextField } from "~/ui/text-fields";
import { BASES, type Basis, WORK_KINDS } from "../kinds";
import { moneyText, readFee } from "../money";
import { codeWarnings, dateWarnings, readCodes } from "../rules";
import { rateWords } from "../work-out";
import { MoneyField, priced } from "./money-field";
import { PayerField } from "./payer-field";

const TEXTS = ["payer", "reference", "notes"];
const RATE_FIELDS = ["rate", "basis", "rate_amount", "quantity"];
const PRICES = ["price_1", "price_2", "price_3"];
const PRICE_LABELS = ["Dearest (£)", "Second (£)", "Third (£)"];
const PAID_FIELDS = ["timesheet_date", "paid_date", "paid_amount", "written_off_date"];
const KIND_CHOICES = choicesOf(WORK_KINDS);
const BASIS_CHOICES = choicesOf(BASES);

/** The answer to "Work out the fee". */
export interface Worked {
  /** New each time: the fields that it filled in start afresh. */
  ref: string;
  words: string;
  warning: string | null;
}

export interface ClaimFieldsProps {
  form: FormView;
  /** What the fee is for; null for work that stands alone. */
  what: "session" | "case" | null;
  /** Of a session or case. */
  workDate: LondonDate | null;
  rates: readonly Choice[];
  payers: readonly string[];
  worked: Worked | null;
}

/** All answers of a fee: what it is for, how it is reckoned, and what became of it. */
export function ClaimFields({ form, what, workDate, rates, payers, worked }: ClaimFieldsProps) {
  const fresh = worked?.ref ?? "";
  return (
    <div className={column({ gap: "5" })}>
      <EnterSaves />
      {what === null && (
        <div className={column({ gap: "3" })}>
          <DateField form={form} name="work_date" label="Date of the work" />
          <FieldPair>
            <TimeField form={form} name="start_time" label="Start" />
            <TimeField form={form} name="end_time" label="End" />
          </FieldPair>
          <p className={text({ kind: "hint" })}>
            Times may stay blank, unless the fee is paid by the hour. An end at or before the start is on the next day.
          </p>
        </div>
      )}
      <SelectField form={form} name="kind" label="Kind of work" choices={KIND_CHOICES} blank="Not said" width="ch40" />
      <PayerField key={`payer ${fresh}`} form={form} payers={payers} />
      <div className={column({ gap: "3" })}>
        <div>
          <RateSection key={`rate ${fresh}`} form={form} rates={rates} open={what === null || worked !== null} />
          {what !== "session" && <Procedures form={form} />}
        </div>
        <div>
          <SubmitButton visual="normal" name="act" value="work_out">
            Work out the fee
          </SubmitButton>
        </div>
        <div aria-live="polite">{worked && <WorkedOut {...worked} />}</div>
        <MoneyField
          key={`amount ${fresh}`}
          form={form}
          name="amount"
          label="Fee (£)"
          hint="For example, 1200 or 310.50. Blank: it is worked out from the rate"
        />
      </div>
      {what !== "session" && (
        <TextField
          form={form}
          name="procedure_codes"
          label="Procedure codes"
          hint="One to three, such as W8500 C7520"
          width="ch24"
          figures
        />
      )}
      <PaidSection form={form} workDate={workDate} />
      <TextField
        form={form}
        name="reference"
        label="Invoice or claim reference"
        hint="Up to 40 characters, nothing of a patient"
        width="ch40"
      />
      <FreeText form={form} name="notes" label="Notes" hint="Sealed, as all notes are" lines={2} />
      <SaveAnyway form={form} names={TEXTS} />
    </div>
  );
}

function choicesOf(words: Readonly<Record<string, string>>): Choice[] {
  return Object.entries(words).map(([value, label]) => ({ value, label }));
}

function WorkedOut({ words, warning }: Worked) {
  return (
    <div className={column({ gap: "2" })} data-worked-out="">
      <p className={note({ tone: "good" })}>{words}</p>
      {warning && <Warning words={warning} />}
    </div>
  );
}

function Warning({ words }: { words: string }) {
  return (
    <p className={note({ tone: "warn", icon: true })}>
      <Icon name="warning" />
      {words}
    </p>
  );
}

/** How much one unit is paid: a rate of one's own, or one that is typed here. */
function RateSection({ form, rates, open }: { form: FormView; rates: readonly Choice[]; open: boolean }) {
  const says = ({ value }: SectionAnswers) => {
    const own = rates.find((rate) => rate.value === value("rate"))?.label;
    const typed = readFee(value("rate_amount"));
    const basis = value("basis") as Basis;
    return own ?? (typeof typed === "number" ? rateWords(basis, typed) : (BASES[basis] ?? ""));
  };
  return (
    <FormSection form={form} title="Rate" fields={RATE_FIELDS} says={says} open={open}>
      {rates.length > 0 && (
        <SelectField
          form={form}
          name="rate"
          label="One of your rates"
          choices={rates}
          blank="None: as typed below"
          width="ch40"
        />
      )}
      <div className={priced}>
        <SelectField form={form} name="basis" label="Basis" choices={BASIS_CHOICES} />
        <MoneyField form={form} name="rate_amount" label="Rate (£)" />
      </div>
      <TextField
        form={form}
        name="quantity"
        label="How many"
        hint="Hours, PAs, lists or cases, such as 2.5. Blank: as the work says"
        width="ch6"
        inputMode="decimal"
        figures
      />
    </FormSection>
  );
}

function Procedures({ form }: { form: FormView }) {
  const says = ({ value }: SectionAnswers) => {
    const prices = PRICES.map((name) => readFee(value(name))).filter((price) => typeof price === "number");
    return prices.map(moneyText).join(" + ");
  };
  return (
    <FormSection form={form} title="Several procedures" fields={PRICES} says={says} nothing="None">
      <p className={css({ fontSize: "sm", color: "quiet" })}>
        The price of each in the schedule of one insurer: the dearest counts in full, the second by half, the third by a
        quarter.
      </p>
      <div className={prices}>
        {PRICES.map((name, at) => (
          <MoneyField key={name} form={form} name={name} label={PRICE_LABELS[at] ?? ""} />
        ))}
      </div>
    </FormSection>
  );
}

const prices = css({
  display: "grid",
  gap: { base: "2", wide: "4" },
  alignItems: "end",
  gridTemplateColumns: "[repeat(3, minmax(0, 14ch))]",
});

/** What became of the fee. Warnings follow the dates as they are typed. */
function PaidSection({ form, workDate }: { form: FormView; workDate: LondonDate | null }) {
  const dateIn = ({ value }: SectionAnswers, name: string) => readDate(value(name)) || null;
  const says = (answers: SectionAnswers) => {
    if (dateIn(answers, "written_off_date")) return "Written off";
    if (!dateIn(answers, "timesheet_date")) return "Not yet claimed";
    return dateIn(answers, "paid_date") ? "Paid" : "Not yet paid";
  };
  const under = (answers: SectionAnswers) => {
    const [timesheet, paid] = [dateIn(answers, "timesheet_date"), dateIn(answers, "paid_date")];
    const writtenOff = dateIn(answers, "written_off_date");
    const work = workDate ?? (readDate(form.value("work_date")) || null);
    const dates = dateWarnings({ work, timesheet, paid, writtenOff });
    const warnings = [...codeWarnings(readCodes(form.value("procedure_codes"))), ...dates];
    return warnings.map((words) => <Warning key={words} words={words} />);
  };
  return (
    <FormSection form={form} title="Claimed and paid" fields={PAID_FIELDS} says={says} under={under} open>
      <DateField form={form} name="timesheet_date" label="Timesheet date" clearable />
      <div className={row({ gap: "4", align: "start" })}>
        <DateField form={form} name="paid_date" label="Paid date" clearable />
        <MoneyField form={form} name="paid_amount" label="Amount paid (£)" hint="Blank: the whole fee" />
      </div>
      <DateField
        form={form}
        name="written_off_date"
        label="Written off on"
        hint="Blank while you wait for it. Of a fee that was paid in part, what is missing is written off"
        clearable
      />
    </FormSection>
  );
}
