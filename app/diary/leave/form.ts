import { z } from "zod";
import { money } from "~/diary/fees/form";
import { LIEU_UNITS, type LieuUnit } from "~/diary/lieu/format";
import type { LieuSpending } from "~/diary/lieu/write.server";
import { paText, paUnits } from "~/planning/job-plans/pa-rules";
import * as fields from "~/platform/http/fields";
import { withCrossFieldChecks } from "~/platform/http/form-schemas";
import { poundsText } from "~/platform/money";
import { longDate, ukDate } from "~/platform/time/dates";
import { daysBetween, type LondonDate } from "~/platform/time/london";
import { identifierAnswers } from "~/ui/identifiers/form";
import { type DayPart, LEAVE_STATUSES, LEAVE_TYPES, type LeaveStatus, type LeaveType, MAX_LEAVE_DAYS } from "./kinds";
import { spanOf, spendsLieu } from "./rules";
import type { leave } from "./table.server";

const PARTS: readonly DayPart[] = ["full", "am", "pm"];

const MAX_STUDY_PENCE = 2_000_000;

/** Part of a day; the whole day if left out. */
function part(name: string) {
  return fields.choice(name, PARTS).transform((value): DayPart => value ?? "full");
}

const answers = z.object({
  /** Used without script: shows what the leave takes, and saves nothing. */
  intent: fields.choice("what to do", ["worth"]),
  type: fields.chosen("a type of leave", Object.keys(LEAVE_TYPES) as LeaveType[]),
  name: fields.text({ name: "name of your own", max: 60 }),
  date_start: fields.date("first day", "Enter the first day"),
  date_end: fields.date("last day"),
  start_part: part("what of the first day"),
  end_part: part("what of the last day"),
  status: fields.chosen("a status", Object.keys(LEAVE_STATUSES) as LeaveStatus[]),
  pa: fields.number({ name: "PAs", min: 0, max: 400, places: 4 }),
  study_cost: money({ name: "study cost", blank: "leave it blank for none", most: MAX_STUDY_PENCE }),
  lieu_amount: fields.number({ name: "time in lieu", min: 0.01, max: 1_000, places: 2 }),
  lieu_unit: fields
    .choice("hours, PAs or days", Object.keys(LIEU_UNITS) as LieuUnit[])
    .transform((unit) => unit ?? ("days" as const)),
  notes: fields.text({ name: "notes", max: 10_000 }),
  ...identifierAnswers,
});

type Answers = z.output<typeof answers>;

/** Converts the answers to the columns of a leave; its notes are not encrypted yet. */
const leaveForm = withCrossFieldChecks(answers, (answered, context) => {
  const { type, study_cost, lieu_amount, date_start, date_end, start_part = "full", end_part = "full" } = answered;
  if (typeof study_cost === "number" && type !== undefined && type !== "study") {
    const message = "Only study leave has a study cost. Clear it, or choose study leave";
    context.addIssue({ code: "custom", path: ["study_cost"], message });
  }
  if (typeof lieu_amount === "number" && type !== undefined && !spendsLieu(type)) {
    const message =
      "Only time off in lieu and bank holidays in lieu spend time in lieu. Clear it, or choose one of them";
    context.addIssue({ code: "custom", path: ["lieu_amount"], message });
  }
  if (date_start !== undefined && date_end !== undefined) {
    readSpan({ date_start, date_end, start_part, end_part }, context);
  }
}).transform((answered, context) => {
  const { type, name, status, pa, study_cost, notes } = answered;
  const span = readSpan(answered, context);
  return {
    ...{ intent: answered.intent, notes, lieu: lieuOf(answered), anyway: answered },
    leave: {
      ...{ type, name, status, ...span },
      stated_pa_units: pa === null ? null : paUnits(pa),
      study_cost_pence: study_cost,
    },
  };
});

type Span = Pick<Answers, "date_start" | "date_end" | "start_part" | "end_part">;

function readSpan(answered: Span, context: z.RefinementCtx) {
  const { date_start } = answered;
  const whole = { date_start, date_end: date_start, start_part: "full", end_part: "full" } as const;
  // Without a last day the leave is the first day only.
  const date_end = answered.date_end ?? date_start;
  const refuse = (field: string, message: string) => {
    context.addIssue({ code: "custom", path: [field], message });
    return whole;
  };
  if (date_end < date_start) {
    return refuse("date_end", `Last day must be the same as or after ${longDate(date_start)}`);
  }
  if (daysBetween(date_start, date_end) >= MAX_LEAVE_DAYS) {
    return refuse("date_end", `Leave can be ${MAX_LEAVE_DAYS} days at most. Enter a longer leave in parts`);
  }
  const span = spanOf({ ...answered, date_end });
  return "problem" in span ? refuse(span.field, span.problem) : span;
}

/** Cancelled leave spends no time in lieu. */
function lieuOf({ status, lieu_amount, lieu_unit }: Answers): LieuSpending | null {
  if (lieu_amount === null || status === "cancelled") return null;
  return { unit: lieu_unit, hundredths: Math.round(lieu_amount * 100) };
}

export type LeaveAnswers = z.output<typeof leaveForm>;

export const newLeaveForm = z.intersection(z.object({ idempotency_key: fields.idempotencyKey }), leaveForm);
export const leaveEditForm = z.intersection(
  z.object({ version: fields.version, idempotency_key: fields.editKey }),
  leaveForm,
);

/** The first values of the form of new leave. */
export function newLeaveAnswers(
  date: LondonDate | null = null,
  until: LondonDate | null = null,
  type: LeaveType = "annual",
): Record<string, string> {
  const [status, part]: [LeaveStatus, DayPart] = ["approved", "full"];
  const dates = { date_start: date ? ukDate(date) : "", ...(until && until !== date && { date_end: ukDate(until) }) };
  return { type, ...dates, start_part: part, end_part: part, status, lieu_unit: "days" };
}

/**
 * The values of the form of a saved leave. The last day of a single day is blank.
 * @param notes the decrypted notes
 * @param spent the line of time in lieu spent on it, if any
 */
export function leaveAnswersOf(
  saved: typeof leave.$inferSelect,
  notes: string,
  spent: { unit: LieuUnit; hundredths: number } | undefined,
): Record<string, string> {
  return {
    version: String(saved.version),
    type: saved.type,
    name: saved.name,
    date_start: ukDate(saved.date_start),
    date_end: saved.date_start === saved.date_end ? "" : ukDate(saved.date_end),
    start_part: saved.start_part,
    end_part: saved.end_part,
    status: saved.status,
    pa: saved.stated_pa_units === null ? "" : paText(saved.stated_pa_units),
    lieu_amount: spent ? String(-spent.hundredths / 100) : "",
    lieu_unit: spent?.unit ?? "days",
    study_cost: saved.study_cost_pence === null ? "" : poundsText(saved.study_cost_pence),
    notes,
  };
}
