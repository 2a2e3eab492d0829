import { sql } from "drizzle-orm";
import { DIARY_PARTS, type PartName } from "~/diary/cascade.server";
import { openChangeNumber } from "~/diary/write-rows.server";
import type { Database } from "~/platform/db/database.server";
import { formatCounted, formatCountedIfAny } from "~/platform/time/counted";

/**
 * Statement for the batch of an undo, after its rows, while the undo is the open change: counts by part what the change
 * did and what was undone.
 */
export function outcomeOf(db: Database, userId: number, number: number) {
  const there = DIARY_PARTS.map(
    ({ name, table }) => sql`WHEN ${name} THEN EXISTS (SELECT 1 FROM ${table} AS row WHERE row.user_id = ${userId}
      AND row.unique_ref = kept.unique_ref)`,
  );
  return (
    db
      .select({
        part: sql<Outcome["part"]>`kept.table_name`.as("part"),
        did: sql<Outcome["did"]>`CASE WHEN kept.before IS NULL THEN 'made' WHEN kept.version_left IS NULL THEN 'deleted'
        ELSE 'changed' END`.as("did"),
        rows: sql<number>`count(*)`.as("n_rows"),
        undone: sql<number>`count(own.unique_ref)`.as("n_undone"),
        there: sql<number>`sum(CASE kept.table_name ${sql.join(there, sql` `)} END)`.as("n_there"),
      })
      .from(sql`changed_rows AS kept LEFT JOIN changed_rows AS own ON own.user_id = kept.user_id
      AND own.number = ${openChangeNumber(userId)} AND own.table_name = kept.table_name AND own.unique_ref = kept.unique_ref AND NOT own.only_moved`)
      // The record of a rota's events is undone with their sessions, and is not reported.
      .where(
        sql`kept.user_id = ${userId} AND kept.number = ${number} AND kept.table_name <> 'rota_events' AND NOT kept.only_moved`,
      )
      .groupBy(sql`part, did`)
  );
}

/** The effect of an undo on the rows of one part that the change made, changed or deleted. */
export interface Outcome {
  part: Exclude<PartName, "rota_events">;
  did: "made" | "changed" | "deleted";
  rows: number;
  undone: number;
  /** How many of them exist now. */
  there: number;
}

/** Cancellations have sentences of their own, with the words of their buttons. */
type Named = Exclude<Outcome["part"], "cancellations">;
type NamedOutcome = Outcome & { part: Named };

/** In the order of messages: owners come before their parts. */
const WORDS: Readonly<Record<Named, readonly [one: string, many: string]>> = {
  sessions: ["session", "sessions"],
  cases: ["case", "cases"],
  fees: ["fee", "fees"],
  leave: ["entry of leave", "entries of leave"],
  lieu_ledger: ["line of time in lieu", "lines of time in lieu"],
};
const PARTS = Object.keys(WORDS) as Named[];

/**
 * Message about an undo: `Restored: 1 session, 3 cases`; `Restored: 4 sessions`; `Removed: 4 sessions. 1 stays, because
 * it was changed meanwhile`; `1 session marked as planned`. Rows that belong to a reported row are not reported again.
 */
export function formatUndone(outcome: readonly Outcome[]): string {
  return (
    [...formatNamed(outcome.filter(isNamed)), ...formatCancelled(outcome)].join(". ") || "There was nothing to restore"
  );
}

function isNamed(outcome: Outcome): outcome is NamedOutcome {
  return outcome.part !== "cancellations";
}

function formatCancelled(outcome: readonly Outcome[]): string[] {
  return outcome
    .filter((each) => !isNamed(each) && each.undone > 0)
    .map(({ did, undone }) => {
      return `${formatCounted(undone, "session")} marked as ${did === "made" ? "planned" : "“Did not happen”"}`;
    });
}

function formatNamed(outcome: readonly NamedOutcome[]): string[] {
  const firstOf = (did: Outcome["did"]) =>
    PARTS.map((part) => outcome.find((each) => each.part === part && each.did === did)).find((each) => each);
  const changed = firstOf("changed");
  const made = firstOf("made");
  const deleted = PARTS.flatMap((part) => outcome.filter((each) => each.part === part && each.did === "deleted"));
  if (changed) return formatChanged(changed);
  const back = deleted
    .map(({ part, undone }) => formatCountedIfAny(undone, ...WORDS[part]))
    .filter((words) => words !== "");
  const said = back.length > 0 ? [`Restored: ${back.join(", ")}`] : [];
  if (made) said.push(...formatMade(made));
  return said;
}

function formatChanged({ part, rows, undone, there }: NamedOutcome): string[] {
  const said = [undone > 0 ? `Restored: ${formatCountedIfAny(undone, ...WORDS[part])}` : "Nothing was restored"];
  const left = there - undone;
  const [its, their] = part === "sessions" ? [" or a case in it was", " or cases in them were"] : ["", ""];
  if (left === 1) said.push(`1 stays as it is, because it was changed meanwhile${its}`);
  if (left > 1) said.push(`${left} stay as they are, because they were changed meanwhile${their}`);
  const place = part === "sessions" ? "in the logbook" : "there";
  if (rows > there) said.push(`${rows - there} ${rows - there === 1 ? "is" : "are"} not ${place} any more`);
  return said;
}

function formatMade({ part, undone, there }: NamedOutcome): string[] {
  const isSessions = part === "sessions";
  const nothing = isSessions ? "No session was removed" : "Nothing was removed";
  const said = [undone > 0 ? `Removed: ${formatCountedIfAny(undone, ...WORDS[part])}` : nothing];
  const [its, their] = isSessions ? [" or holds cases or a fee", " or hold cases or a fee"] : ["", ""];
  if (there === 1) said.push(`1 stays, because it was changed meanwhile${its}`);
  if (there > 1) said.push(`${there} stay, because they were changed meanwhile${their}`);
  return said;
}
