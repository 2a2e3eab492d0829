import { REACH_MS } from "~/diary/sessions/queries.server";
import { paUnitsOf } from "~/planning/job-plans/pa-rules";
import { rulesFrom } from "~/planning/job-plans/table.server";
import type { Held } from "./fields.server";

const MINUTE_MS = 60_000;

/**
 * What of a session does not agree with the rest of it. It lasts for its minutes, and its PAs follow from these by its own rules, or are fixed. Which minutes are
 * premium is not worked out again: a bank holiday may be proclaimed after a session was saved.
 */
export function sessionDisagreement(row: Readonly<Record<string, Held>>): string | null {
  const lasts = Number(row.end_at) - Number(row.start_at);
  if (lasts <= 0 || lasts > REACH_MS) return "times";
  const worked = { standard: Number(row.standard_minutes), premium: Number(row.premium_minutes) };
  if ((worked.standard + worked.premium) * MINUTE_MS !== lasts) return "minutes";
  const units = row.fixed_pa_units ?? paUnitsOf(worked, rulesFrom(String(row.pa_rules)));
  return units === row.pa_units ? null : "PAs";
}
