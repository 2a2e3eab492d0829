import { readClockTime, readEndTime } from "~/platform/time/clock-time";
import { readDate, shortDate, ukDate } from "~/platform/time/dates";
import type { LondonDate } from "~/platform/time/london";
import { TimeField } from "~/ui/forms/date-and-time-fields";
import { FieldPair } from "~/ui/forms/field-frame";
import { formView } from "~/ui/forms/form-state";
import { TextField } from "~/ui/forms/text-fields";
import { type Fields, newId } from "~/ui/no-signal/sealing";

/** Fields of a new session, by their names in its form. */
const DATE = "session_date";
const START = "session_start_time";
const END = "session_end_time";
const NOTES = "description";
export const SESSION: readonly string[] = [DATE, START, END, NOTES];

/** Date and times of a session that is not on the list. */
export function HandSession({ faults, today }: { faults: Record<string, string[]>; today: LondonDate }) {
  const form = formView({ [DATE]: ukDate(today) }, undefined);
  const view = { ...form, error: (name: string) => faults[name]?.[0] };
  return (
    <FieldPair>
      <TextField form={view} name={DATE} label="Date" hint="For example, 27/3/2026" width="ch12" figures />
      <TimeField form={view} name={START} label="Start time" />
      <TimeField form={view} name={END} label="End time" />
      <TextField form={view} name={NOTES} label="Notes" />
    </FieldPair>
  );
}

/** What is missing, by field: all else is checked by Daybook, as on the pages themselves. */
export function faultsOf(fields: Fields, isByHand: boolean): Record<string, string[]> {
  const value = (name: string) => fields.find(([each]) => each === name)?.[1] ?? "";
  const faults: Record<string, string[]> = {};
  if (isByHand && !readDate(value(DATE))) faults[DATE] = ["Please choose a date"];
  for (const name of isByHand ? [START, END] : []) {
    const minute = name === START ? readClockTime(value(name)) : readEndTime(value(name));
    if (minute === null || minute === false) faults[name] = ["Please check the time is in the format hh:mm"];
  }
  return faults;
}

/** The form of a new session; its element is chosen later, in the logbook. */
export function handSession(fields: Fields) {
  const typed = fields.filter(([name]) => SESSION.includes(name));
  const date = readDate(typed.find(([name]) => name === DATE)?.[1] ?? "");
  const added: Fields = [
    ["idempotency_key", newId()],
    ["pa_calculation_basis", "time_calculated"],
  ];
  return {
    path: "/logbook/session/new/",
    fields: [...added, ...typed],
    label: `${date ? shortDate(date) : ""}, a session that you entered`,
  };
}
