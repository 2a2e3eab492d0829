import { column, note, row, text } from "styled-system/recipes";
import { codeWarnings, dateWarnings, readCodes } from "~/diary/fees/rules";
import { ambiguousTimes } from "~/diary/fees/standalone-times";
import { readDate } from "~/platform/time/dates";
import type { LondonDate } from "~/platform/time/london";
import { type Choice, SelectField } from "~/ui/forms/choice-fields";
import { AmbiguousTimeField, DateField, TimeField } from "~/ui/forms/date-and-time-fields";
import { FieldPair } from "~/ui/forms/field-frame";
import { FormSection, hasAnswer, type SectionAnswers } from "~/ui/forms/form-section";
import type { FormView } from "~/ui/forms/form-state";
import { TextField } from "~/ui/forms/text-fields";
import { useFollowed } from "~/ui/forms/use-followed";
import { FreeText, SaveAnyway } from "~/ui/identifiers/views/free-text";
import { EnterSaves } from "~/ui/layout/button";
import { WORK_KINDS } from "../kinds";
import { MoneyField, PayerField } from "./fee-inputs";
import { FeeWarning } from "./fee-status";
import { RateSection } from "./rate-section";

const LATER = [
  { number: 1, which: "Second" },
  { number: 2, which: "Third" },
  { number: 3, which: "Fourth" },
];
const LATER_FIELDS = LATER.flatMap(({ number }) => [`later_date_${number}`, `later_amount_${number}`]);

const PAID_FIELDS = ["timesheet_date", "paid_date", "paid_amount", ...LATER_FIELDS, "written_off_date"];

/** Payments after the first, each with the day on which it came: by that it falls in a tax year. */
function FurtherPayments({ form }: { form: FormView }) {
  const message = ({ value }: SectionAnswers) =>
    LATER.flatMap(({ number }) => value(`later_amount_${number}`) || [])
      .map((amount) => `£${amount}`)
      .join(", ");
  return (
    <FormSection
      form={form}
      title="Further payments"
      fields={LATER_FIELDS}
      message={message}
      nothing="None"
      open={hasAnswer(form, LATER_FIELDS)}
    >
      {LATER.map(({ number, which }) => (
        <div key={number} className={row({ gap: "4", align: "start" })}>
          <DateField form={form} name={`later_date_${number}`} label={`${which} payment on`} clearable />
          <MoneyField form={form} name={`later_amount_${number}`} label={`${which} payment (£)`} />
        </div>
      ))}
    </FormSection>
  );
}

/** Fields for claim, payment and writing off. Warnings change with the dates as they are typed. */
function PaidSection({ form, workDate }: { form: FormView; workDate: LondonDate | null }) {
  const dateIn = ({ value }: SectionAnswers, name: string) => readDate(value(name)) || null;
  const message = (answers: SectionAnswers) => {
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
    return warnings.map((words) => <FeeWarning key={words} words={words} />);
  };
  return (
    <FormSection
      form={form}
      title="Claimed and paid"
      fields={PAID_FIELDS}
      message={message}
      under={under}
      open={hasAnswer(form, PAID_FIELDS)}
    >
      <DateField form={form} name="timesheet_date" label="Timesheet date" clearable />
      <div className={row({ gap: "4", align: "start" })}>
        <DateField form={form} name="paid_date" label="Paid date" clearable />
        <MoneyField form={form} name="paid_amount" label="Amount paid (£)" hint="Leave blank for the whole fee" />
      </div>
      <FurtherPayments form={form} />
      <DateField
        form={form}
        name="written_off_date"
        label="Written off on"
        hint="Leave blank while you wait to be paid. If a fee was paid in part, the rest is written off"
        clearable
      />
    </FormSection>
  );
}

const TEXTS = ["payer", "reference", "notes"];
const KIND_CHOICES = Object.entries(WORK_KINDS).map(([value, label]) => ({ value, label }));

/** The answer to "Work out the fee". */
export interface Worked {
  /** New for each calculation, so that the fields that it filled in are mounted afresh. */
  ref: string;
  words: string;
  warning: string | null;
}

interface FeeFieldsProps {
  form: FormView;
  /** What the fee is for; null for stand-alone work. */
  what: "session" | "case" | null;
  /** Date of the session or case; null for stand-alone work. */
  workDate: LondonDate | null;
  rates: readonly Choice[];
  payers: readonly string[];
  worked: Worked | null;
}

/** All fields of a fee: its work, its calculation, and its claim and payment. */
export function FeeFields({ form, what, workDate, rates, payers, worked }: FeeFieldsProps) {
  const fresh = worked?.ref ?? "";
  return (
    <div className={column({ gap: "5" })}>
      <EnterSaves />
      {what === null && <DateField form={form} name="work_date" label="Date of the work" />}
      <SelectField
        form={form}
        name="kind"
        label="Kind of work"
        choices={KIND_CHOICES}
        blank="Not stated"
        width="ch40"
      />
      <PayerField key={`payer ${fresh}`} form={form} payers={payers} />
      <div className={column({ gap: "3" })}>
        <MoneyField
          key={`amount ${fresh}`}
          form={form}
          name="amount"
          label="Fee (£)"
          hint="For example, 1200 or 310.50. Leave blank to work it out from the rate"
        />
        <div aria-live="polite">{worked && <WorkedOut {...worked} />}</div>
      </div>
      <div>
        {what === null && <WorkTimes form={form} />}
        <RateSection key={`rate ${fresh}`} form={form} rates={rates} hasProcedures={what !== "session"} />
        <PaidSection form={form} workDate={workDate} />
        <MoreSection form={form} hasCodes={what !== "session"} />
      </div>
      <SaveAnyway form={form} names={TEXTS} />
    </div>
  );
}

function WorkedOut({ words, warning }: Worked) {
  return (
    <div className={column({ gap: "2" })} data-worked-out="">
      <p className={note({ tone: "good" })}>{words}</p>
      {warning && <FeeWarning words={warning} />}
    </div>
  );
}

const TIMES = ["start_time", "end_time", "start_time_which", "end_time_which"];

/** Times of stand-alone work. Without scripts, the form asks which of two equal times is meant after it was sent. */
function WorkTimes({ form }: { form: FormView }) {
  const { place, shown: twice } = useFollowed(form, null, ambiguousTimes);
  const message = ({ value }: SectionAnswers) => [value("start_time"), value("end_time")].filter(Boolean).join(" to ");
  return (
    <FormSection
      form={form}
      title="Times"
      fields={TIMES}
      message={message}
      nothing="Not entered"
      open={hasAnswer(form, TIMES)}
    >
      <div ref={place}>
        <FieldPair>
          <TimeField form={form} name="start_time" label="Start" />
          <TimeField form={form} name="end_time" label="End" />
        </FieldPair>
      </div>
      <AmbiguousTimeField form={form} name="start_time_which" twice={twice.start} />
      <AmbiguousTimeField form={form} name="end_time_which" twice={twice.end} />
      <p className={text({ kind: "hint" })}>
        You can leave the times blank, unless the fee is paid by the hour. An end at or before the start is on the next
        day.
      </p>
    </FormSection>
  );
}

const MORE_FIELDS = ["procedure_codes", "reference", "notes"];

/** Folded away, since most fees need none of it. */
function MoreSection({ form, hasCodes }: { form: FormView; hasCodes: boolean }) {
  const message = ({ value }: SectionAnswers) =>
    [value("procedure_codes"), value("reference"), value("notes") && "Notes"].filter(Boolean).join(" · ");
  return (
    <FormSection
      form={form}
      title={hasCodes ? "Codes, reference, notes" : "Reference, notes"}
      fields={MORE_FIELDS}
      message={message}
      nothing="None"
      open={hasAnswer(form, MORE_FIELDS)}
    >
      {hasCodes && (
        <TextField
          form={form}
          name="procedure_codes"
          label="Procedure codes"
          hint="One to three, such as W8500 C7520"
          width="ch24"
          figures
        />
      )}
      <TextField
        form={form}
        name="reference"
        label="Invoice or claim reference"
        hint="Up to 40 characters. Nothing about a patient"
        width="ch40"
      />
      <FreeText form={form} name="notes" label="Notes" hint="Encrypted, as all notes are" lines={2} />
    </FormSection>
  );
}
