import { row } from "styled-system/recipes";
import { readDate } from "~/platform/time/dates";
import type { LondonDate } from "~/platform/time/london";
import { DateField } from "~/ui/date-and-time-fields";
import { FormSection, type SectionAnswers } from "~/ui/form-section";
import type { FormView } from "~/ui/form-state";
import { codeWarnings, dateWarnings, readCodes } from "../rules";
import { FeeWarning } from "./fee-warning";
import { MoneyField } from "./money-field";

const PAID_FIELDS = ["timesheet_date", "paid_date", "paid_amount", "written_off_date"];

/** What became of the fee. Warnings follow the dates as they are typed. */
export function PaidSection({ form, workDate }: { form: FormView; workDate: LondonDate | null }) {
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
    <FormSection form={form} title="Claimed and paid" fields={PAID_FIELDS} message={message} under={under} open>
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
