import { decideMarks } from "~/diary/fees/ledger/marks";
import { ownersOf } from "~/diary/fees/write.server";
import type { SeenRow } from "~/diary/open-change.server";
import { plannedColumns } from "~/diary/planned/log-planned.server";
import { columnsOfAnswers, ELEMENT_GONE } from "~/diary/sessions/columns-of-answers.server";
import type { SessionColumns } from "~/diary/sessions/queries.server";
import { sessionCount } from "~/diary/sessions/sentences";
import { instantsOf } from "~/diary/sessions/week-due";
import type { RowChanges } from "~/diary/write-rows.server";
import { PA_UNITS } from "~/planning/job-plans/pa-rules";
import { newRef } from "~/platform/db/columns.server";
import type { Refusal } from "~/platform/http/refusal.server";
import { formatCounted } from "~/platform/time/counted";
import { type LondonDate, londonMoment } from "~/platform/time/london";
import { ageToStore } from "~/profile/age-bands";
import type { RoundUpAnswers } from "./form";
import type { Week } from "./queries.server";
import { keyOf } from "./rules";

/** Converts the answers of a round-up to changes: rows, the versions that were seen, and a description of each. */

export type Chosen = Omit<RoundUpAnswers, "idempotency_key">;

/** The answers of the rows in which something was chosen. */
export function readAnswers({ cases, sessions, fee }: Chosen) {
  return {
    cases: cases.flatMap(({ ref, version, age, ...codes }) => {
      const chosen = Object.entries(codes).filter(([, code]) => code !== null);
      return age === null && chosen.length === 0 ? [] : [{ ref, version, age, codes: Object.fromEntries(chosen) }];
    }),
    sessions: sessions.map((each, at) => ({ ...each, at })).filter(({ element }) => element !== ""),
    fees: fee.map((each) => {
      const [ref = "", version] = each.split("/");
      return { ref, version: Number(version) };
    }),
  };
}

type Answers = ReturnType<typeof readAnswers>;

/** Rows for the planned sessions to log as planned. */
export function logChosen({ unlogged }: Week, { intent, log, planned }: Chosen) {
  const keys = intent === "log_all" ? planned : log;
  const chosen = unlogged.filter((each) => keys.includes(keyOf(each)));
  const rows = chosen.map(plannedColumns).flatMap((columns) => (columns ? [{ ...columns, unique_ref: newRef() }] : []));
  return {
    days: daysOf(chosen),
    rows,
    said: rows.length > 0 ? [`${sessionCount(rows.length)} logged as planned`] : [],
  };
}

/** The row for the planned session that did not happen. */
export function cancelChosen({ unlogged }: Week, { cancel }: Chosen) {
  const chosen = unlogged.filter((each) => cancel.includes(keyOf(each)));
  const rows = chosen.map((each) => {
    return { element_ref: each.row.element_ref, start_at: instantsOf(each).startAt, unique_ref: newRef() };
  });
  return { days: daysOf(chosen), rows, said: rows.length > 0 ? [`${sessionCount(rows.length)} did not happen`] : [] };
}

function daysOf(chosen: Week["unlogged"]) {
  return chosen.map(({ row, date }) => ({ elementRef: row.element_ref, date }));
}

/** The part of the change that fills in what cases lack; an age that was left empty stays as it is. */
export function completeCases({ profile }: Week, answered: Answers["cases"]) {
  return {
    seen: answered.map(({ ref, version }): SeenRow => ({ part: "cases", ref, version })),
    sets: answered.map(({ ref, age, codes }) => {
      const kept = age === null ? {} : ageToStore({ age, age_unit: "years" }, profile);
      return { part: "cases" as const, refs: [ref], values: { ...codes, ...kept } };
    }),
    said: answered.length > 0 ? [`${formatCounted(answered.length, "case")} completed`] : [],
  };
}

/** Sets the chosen elements, and recalculates the PAs of each session by its element. */
export function tagSessions({ untagged, plans }: Week, answered: Answers["sessions"]) {
  const rows: (SessionColumns & { unique_ref: string })[] = [];
  for (const { ref, element, at } of answered) {
    const session = untagged.find(({ unique_ref }) => unique_ref === ref);
    if (!session) continue;
    const { pa_basis, fixed_pa_units, site, start_at, end_at } = session;
    const asked = {
      session_date: londonMoment(start_at).date,
      job_plan_element_unique_ref: element,
      pa_calculation_basis: pa_basis,
      fixed_PA_allocation: fixed_pa_units === null ? null : fixed_pa_units / PA_UNITS,
      site,
    };
    const decided = columnsOfAnswers(asked, { startAt: start_at, endAt: end_at, moved: [] }, plans, session);
    if (!decided.ok) {
      const [message = ELEMENT_GONE.errors.job_plan_element_unique_ref ?? ""] = Object.values(decided.errors);
      return { ok: false as const, errors: { [`sessions[${at}].element`]: message }, status: decided.status };
    }
    rows.push({ ...decided.columns, unique_ref: ref });
  }
  return {
    ok: true as const,
    rows,
    seen: answered.map(({ ref, version }): SeenRow => ({ part: "sessions", ref, version })),
    said: rows.length > 0 ? [`element of ${sessionCount(rows.length)} saved`] : [],
  };
}

interface ClaimedFees extends Pick<RowChanges, "touches"> {
  ok: true;
  seen: SeenRow[];
  sets: { part: "fees"; refs: string[]; values: { timesheet_date: LondonDate } }[];
  said: string[];
  /** Warnings, which do not prevent the save, for the message after it. */
  warnings: string[];
}

/**
 * Marks the ticked fees as claimed on a date.
 * @param date null if none was entered
 */
export function claimFees(
  { unclaimed }: Week,
  shown: Answers["fees"],
  date: LondonDate | null,
  today: LondonDate,
): ClaimedFees | ({ ok: false } & Refusal) {
  const none: ClaimedFees = { ok: true, seen: [], sets: [], touches: [], said: [], warnings: [] };
  if (shown.length === 0) return none;
  if (date === null) {
    return { ok: false, errors: { claimed_on: "Enter the date on which you claimed them" }, status: 422 };
  }
  const ticked = unclaimed.filter(({ unique_ref }) => shown.some(({ ref }) => ref === unique_ref));
  const decided = decideMarks(ticked, "claimed", date, today);
  if (!decided.ok) return { ok: false, errors: { "": decided.error }, status: 422 };
  const refs = ticked.map(({ unique_ref }) => unique_ref);
  return {
    ...none,
    seen: shown.map((each): SeenRow => ({ part: "fees", ...each })),
    sets: [{ part: "fees", refs, values: { timesheet_date: date } }],
    touches: ownersOf(
      ticked.map(({ kind, session_ref, case_ref }) => (kind === "case" ? { case_ref } : { session_ref })),
    ),
    said: [`${formatCounted(refs.length, "fee")} claimed`],
    warnings: decided.message.split(". ").slice(1),
  };
}
