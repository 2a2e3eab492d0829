import { sessionFeeAnswers } from "~/diary/fees/facts";
import { formatWorkKind } from "~/diary/fees/kinds";
import { type PlanChoice, tagOf } from "~/diary/sessions/element-choices";
import type { SessionRow } from "~/diary/sessions/queries.server";
import { paText } from "~/planning/job-plans/pa-rules";
import type { ElementChoice } from "~/planning/job-plans/queries.server";
import type { JsonObject } from "~/platform/http/read-json.server";
import { blanksAsNull } from "~/platform/http/read-json.server";
import { isoInstant } from "~/platform/time/instants";

/** Converts between stored sessions and those of the JSON calls, whose names are the specification's (3.4). */

type Fee = Parameters<typeof sessionFeeAnswers>[0];

/** A session as a call returns it. @param texts decrypted */
export function sessionInJson(
  row: SessionRow,
  elements: readonly ElementChoice[],
  fee: Fee,
  texts: { notes: string; feeNotes: string },
) {
  const element = elements.find((each) => each.unique_ref === row.element_ref);
  return {
    unique_ref: row.unique_ref,
    start_datetime: isoInstant(row.start_at),
    end_datetime: isoInstant(row.end_at),
    job_plan_element: element?.description ?? (formatWorkKind(row.work_kind) || null),
    job_plan_element_pa: element ? pas(element.weekly_pa_units) : null,
    job_plan_element_unique_ref: tagOf(row),
    description: texts.notes,
    pa_calculation_basis: row.pa_basis,
    fixed_PA_allocation: row.fixed_pa_units === null ? null : pas(row.fixed_pa_units),
    pa: pas(row.pa_units),
    outcome: row.outcome,
    site: row.site,
    recurring_uuid: row.recurring_uuid,
    ...NO_FEE,
    ...blanksAsNull(sessionFeeAnswers(fee, texts.feeNotes)),
    version: row.version,
  };
}

const NO_FEE = {
  extra_claim_amount: null,
  extra_claim_payer: null,
  extra_claim_timesheet_date: null,
  extra_claim_paid_date: null,
  extra_claim_notes: null,
};

/** Job plans with their elements (specification 3.5). */
export function plansInJson(plans: readonly PlanChoice[]) {
  return plans.map(({ unique_ref, title, date_start, date_end, elements }) => ({
    unique_ref,
    title,
    date_start,
    date_end,
    JP_elements_set: elements.map((element) => ({
      unique_ref: element.unique_ref,
      description: element.description,
      category: element.category,
      pa: pas(element.weekly_pa_units),
      pa_calculation_basis: element.default_basis,
      fixed_PA_allocation: element.default_fixed_pa_units === null ? null : pas(element.default_fixed_pa_units),
      active: element.active,
    })),
  }));
}

/** Fields of a session's form that are ticks. */
export const SESSION_TICKS = [
  "session_greater_24_hours",
  "whole_day",
  "recurring",
  "skip_bank_holidays",
  "identifiers_confirmed",
];

/** Converts `form_data` of a session to the field names of its form: in a call `recurringChoice` is one object. */
export function sessionFields({ recurringChoice, ...fields }: JsonObject): JsonObject {
  // The page's buttons, and its field names for the parts of recurringChoice, have no meaning in a call.
  const own = Object.entries(fields).filter(
    ([name]) => !/^(recurring|after_save|series_scope|idempotency_key)/.test(name),
  );
  const named = Object.fromEntries(own);
  if (recurringChoice === null || recurringChoice === undefined || recurringChoice === "") return named;
  const { type, selected, until, weeks = "", week_1 = "" } = recurringChoice as JsonObject;
  const unread = typeof recurringChoice !== "object" || Array.isArray(recurringChoice);
  if (!unread && type !== "rota" && (selected ?? "") === "") return named;
  return {
    ...named,
    recurring: true,
    recurringChoice_type: unread ? {} : type,
    recurringChoice_selected: selected,
    recurringChoice_rota_weeks: weeks,
    recurringChoice_rota_start: week_1,
    recurringChoice_until: until === "end" || (until ?? "") === "" ? until : "date",
    recurringChoice_until_date: until === "end" ? "" : until,
  };
}

type Saved = Record<string, string>;

/**
 * Returns the values of a saved session that apply where `fields` omit one. With new times it is no longer a whole day;
 * a changed date or time drops the choice between clock times that occur twice.
 */
export function savedAnswers(saved: Saved, fields: JsonObject): Saved {
  const sets = (name: string) => fields[name] !== undefined && fields[name] !== null && fields[name] !== "";
  const moved = (name: string) => sets(name) && fields[name] !== saved[name];
  const kept = { ...saved };
  if (sets("session_start_time") || sets("session_end_time")) kept.whole_day = "";
  if (moved("session_date") || moved("session_start_time")) kept.session_start_time_which = "";
  if (moved("session_date") || moved("session_end_time")) kept.session_end_time_which = "";
  return kept;
}

function pas(units: number): number {
  return Number(paText(units));
}
