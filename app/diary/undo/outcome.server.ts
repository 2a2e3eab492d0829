import { sql } from "drizzle-orm";
import type { PartName } from "~/changes/parts.server";
import { openChangeNumber } from "~/changes/table.server";
import type { Database } from "~/platform/db/database.server";
import { formatCounted, formatCountedIfAny } from "~/platform/time/counted";

/** Statement for the batch of an undo, after its rows, while it is the open change: counts what it did, by part. */
export function outcomeOf(db: Database, userId: number) {
  return (
    db
      .select({
        part: sql<Outcome["part"]>`own.table_name`.as("part"),
        did: sql<
          Outcome["did"]
        >`CASE WHEN own.before IS NULL THEN 'restored' WHEN own.version_left IS NULL THEN 'removed'
          ELSE 'changed back' END`.as("did"),
        rows: sql<number>`count(*)`.as("n_rows"),
      })
      .from(sql`changed_rows AS own`)
      // The record of a rota's events is undone with their sessions, and is not reported.
      .where(
        sql`own.user_id = ${userId} AND own.number = ${openChangeNumber(userId)} AND own.table_name <> 'rota_events'
          AND NOT own.only_moved`,
      )
      .groupBy(sql`part, did`)
  );
}

/** What an undo did to the rows of one part. */
export interface Outcome {
  part: Exclude<PartName, "rota_events">;
  did: "restored" | "changed back" | "removed";
  rows: number;
}

/** Settings, which are not counted. */
const SETTINGS = {
  profiles: "profile",
  leave_settings: "leave settings",
  leave_years: "leave settings",
  fee_settings: "date for tax years",
} as const satisfies { [part in Outcome["part"]]?: string };

/** In the order of messages: owners come before their parts. Cancellations have a sentence of their own. */
const WORDS: Readonly<
  Record<Exclude<Outcome["part"], "cancellations" | keyof typeof SETTINGS>, readonly [one: string, many: string]>
> = {
  job_plans: ["job plan", "job plans"],
  job_plan_elements: ["element", "elements"],
  element_schedule: ["time of an element", "times of an element"],
  local_public_holidays: ["bank holiday", "bank holidays"],
  options: ["option", "options"],
  payers: ["payer", "payers"],
  rates: ["rate", "rates"],
  cpd: ["CPD entry", "CPD entries"],
  saved_reports: ["saved report", "saved reports"],
  sessions: ["session", "sessions"],
  cases: ["case", "cases"],
  fees: ["fee", "fees"],
  leave: ["entry of leave", "entries of leave"],
  lieu_ledger: ["line of time in lieu", "lines of time in lieu"],
};

/**
 * Message about an undo: `Restored: 1 session, 3 cases`; `Restored: 4 sessions`; `Removed: 4 sessions`; `1 session marked
 * as planned`. Rows that belong to a reported row are not reported again.
 */
export function formatUndone(outcome: readonly Outcome[]): string {
  return (
    [...formatSettings(outcome), ...formatNamed(outcome), ...formatCancelled(outcome)].join(". ") ||
    "There was nothing to restore"
  );
}

function formatSettings(outcome: readonly Outcome[]): string[] {
  const [words] = outcome.flatMap(({ part }) => (part in SETTINGS ? SETTINGS[part as keyof typeof SETTINGS] : []));
  return words ? [`Restored: ${words}`] : [];
}

function formatCancelled(outcome: readonly Outcome[]): string[] {
  return outcome
    .filter(({ part }) => part === "cancellations")
    .map(({ did, rows }) => {
      return `${formatCounted(rows, "session")} marked as ${did === "removed" ? "planned" : "“Did not happen”"}`;
    });
}

function formatNamed(all: readonly Outcome[]): string[] {
  // With a bank holiday go the rules of each plan.
  const isDay = all.some(({ part }) => part === "local_public_holidays");
  const outcome = all.filter(({ part }) => !(isDay && part === "job_plans"));
  const counted = (did: Outcome["did"]) =>
    Object.entries(WORDS).flatMap(([part, words]) =>
      outcome
        .filter((each) => each.part === part && each.did === did)
        .map(({ rows }) => formatCountedIfAny(rows, ...words)),
    );
  const [changed] = counted("changed back");
  if (changed) return [`Restored: ${changed}`];
  const [restored, [removed]] = [counted("restored"), counted("removed")];
  return [
    ...(restored.length > 0 ? [`Restored: ${restored.join(", ")}`] : []),
    ...(removed ? [`Removed: ${removed}`] : []),
  ];
}
