import { clockTime, endTime, readClockTime, readEndTime } from "~/platform/time/clock-time";
import { readDate, ukDate } from "~/platform/time/dates";
import type { LondonDate } from "~/platform/time/london";
import { TimeField } from "~/ui/forms/date-and-time-fields";
import { FieldPair } from "~/ui/forms/field-frame";
import { formView } from "~/ui/forms/form-state";
import { TextField } from "~/ui/forms/text-fields";
import type { ListedSession } from "~/ui/no-signal/outbox";
import { type Fields, newId } from "~/ui/no-signal/sealing";

/** Fields of a new session, by their names in its form. */
const DATE = "session_date";
const START = "session_start_time";
const END = "session_end_time";
export const SESSION: readonly string[] = [DATE, START, END];

/** Date and times of a session that is not on the list. */
export function HandSession({ faults, today }: { faults: Record<string, string[]>; today: LondonDate }) {
  const form = formView({ [DATE]: ukDate(today) }, undefined);
  const view = { ...form, error: (name: string) => faults[name]?.[0] };
  return (
    <FieldPair>
      <TextField form={view} name={DATE} label="Date" hint="For example, 27/3/2026" width="ch12" figures />
      <TimeField form={view} name={START} label="Start time" />
      <TimeField form={view} name={END} label="End time" />
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

/** The session that was entered, as the device lists it until it is sent. */
export function enteredSession(fields: Fields): ListedSession {
  const value = (name: string) => fields.find(([each]) => each === name)?.[1] ?? "";
  const [date, start, end] = [readDate(value(DATE)) || "", readClockTime(value(START)), readEndTime(value(END))];
  return {
    ref: null,
    path: `${NEW_SESSION}#${newId()}`,
    date,
    start: clockTime(start || 0),
    end: endTime(end || 0),
    name: "entered here",
    key: newId(),
  };
}

/** The form of a session that was entered; its element is chosen later, in the logbook. Always the same for the same one. */
export function sessionForm({ date, start, end, key }: ListedSession): { path: string; fields: Fields } {
  const fields: Fields = [
    ["idempotency_key", key as string],
    [DATE, ukDate(date)],
    [START, start],
    [END, end],
    ["pa_calculation_basis", "time_calculated"],
  ];
  return { path: NEW_SESSION, fields };
}

const NEW_SESSION = "/logbook/session/new/";
