import type { PartRow } from "~/changes/write-rows.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";

const HOUR_MS = 3_600_000;

export function sessionValues(unique_ref: string, site: string, day = 0) {
  const start_at = Date.UTC(2026, 0, 5, 8) + day * 24 * HOUR_MS;
  return {
    ...{ unique_ref, site, start_at, end_at: start_at + 8 * HOUR_MS },
    ...{ standard_minutes: 480, premium_minutes: 0, pa_units: 7200 },
    ...{ pa_basis: "time_calculated", pa_rules: NATIONAL_RULES.england },
  } satisfies PartRow<"sessions">;
}

export function caseValues(unique_ref: string, session_ref: string, asa: number, words: string) {
  const options = [
    { id: "11", flags: "" },
    { id: "203", flags: "ultrasound" },
  ];
  const text_encrypted = new TextEncoder().encode(words);
  return { unique_ref, session_ref, asa, age: 40, options, text_encrypted } satisfies PartRow<"cases">;
}

export function feeValues(unique_ref: string, case_ref: string, amount_pence: number) {
  return { unique_ref, case_ref, amount_pence } satisfies PartRow<"fees">;
}
