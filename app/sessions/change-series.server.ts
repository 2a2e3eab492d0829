import { and, sql } from "drizzle-orm";
import { sessionFeeOf } from "~/claims/form";
import { claimOf, openFeeNotes } from "~/claims/queries.server";
import { FEE_OWNER, feeStatements } from "~/claims/save.server";
import { isRefused, nextVersion } from "~/db/columns.server";
import { chunksOf, hex } from "~/db/insert-rows.server";
import { elementChoices } from "~/job-plans/choices.server";
import { holds } from "~/job-plans/plan-dates";
import { shortDate } from "~/time/dates";
import { addDays, daysBetween, londonInstant, londonMoment } from "~/time/london";
import { type Columns, decide, refused, type Times, timesOf } from "./decide";
import { findElement, type PlanChoice, planLabel } from "./element-choices";
import { faultsOf, feeNotes } from "./fee.server";
import type { SessionAnswers, SessionEdit } from "./form";
import {
  ofUser,
  openNotes,
  planChoices,
  planRows,
  type SessionRow,
  sessionRow,
  sessionsAcross,
} from "./queries.server";
import { type Saved, saved, type Writer } from "./save.server";
import { earlierStarts, followingRows, onDate } from "./series.server";
import { sessionPlace, sessions } from "./table.server";

/**
 * Saves a session of a series, and puts those that follow it under the same clock times, element, PA basis,
 * allocation and site, as many days later or earlier as it was moved; their notes only where they were changed in
 * this form. Its fee is its own. All of them, or none. @returns null when there is no such session of the user.
 */
export async function changeFollowing(
  by: Writer,
  sessionRef: string,
  { version, ...answers }: SessionEdit,
  times: Times,
): Promise<Saved | null> {
  const { db, vault, userRef, now } = by;
  const [[current], [claim], planList, elements, across, following, earlier] = await db.batch([
    sessionRow(db, userRef, sessionRef),
    claimOf(db, userRef, { session_ref: sessionRef }),
    planRows(db, userRef),
    elementChoices(db, userRef),
    sessionsAcross(db, userRef, times.startAt, times.endAt),
    followingRows(db, userRef, sessionRef),
    earlierStarts(db, userRef, sessionRef, londonInstant(answers.session_date)),
  ]);
  if (!current) return null;
  const notes = await openNotes(vault, current);
  const faults = faultsOf(answers, { description: notes, extra_claim_notes: await openFeeNotes(vault, claim) });
  if (Object.keys(faults).length > 0) return { ok: false, errors: faults, status: 422 };
  const plans = planChoices(planList, elements);
  const decided = decide(answers, times, plans, current);
  if (!decided.ok) return decided;
  const moved = moveEach(answers, current, following, plans);
  if (!moved.ok) return moved;
  const taken = [times.startAt, ...moved.rows.map(({ columns }) => columns.start_at)].find((startAt) =>
    earlier.some(({ start_at }) => start_at === startAt),
  );
  if (taken !== undefined) {
    const date = shortDate(londonMoment(taken).date);
    return refused("session_date", `This series has a session on ${date} already. Choose another date`);
  }

  const seal = (ref: string) => vault.seal(userRef, sessionPlace(ref), answers.description);
  const notesChanged = notes !== answers.description;
  const rows = await Promise.all(
    moved.rows.map(async ({ row, columns }) => {
      return { row, columns, sealed: notesChanged ? await seal(row.unique_ref) : null };
    }),
  );
  const chosen = {
    ...decided.columns,
    updated_at: now,
    version: nextVersion(sessions.version, version),
    sealed: await seal(sessionRef),
  };
  const fee = await feeStatements(by, { session_ref: sessionRef }, sessionFeeOf(answers), claim);
  try {
    const [changed] = await db.batch([
      db.update(sessions).set(chosen).where(ofUser(userRef, sessionRef)),
      ...updateFollowing(by, { sessionRef, version: version + 1 }, rows, notesChanged),
      ...fee,
    ]);
    if (changed.meta.changes === 0) return null;
  } catch (error) {
    // Gone meanwhile: there is nothing to hang a fee on.
    if (isRefused(error, FEE_OWNER)) return null;
    throw error;
  }
  const what = rows.length === 0 ? "Session saved" : `Session and the ${rows.length} following saved`;
  return saved(what, sessionRef, times, decided, across, feeNotes(answers, plans));
}

interface Moved {
  row: SessionRow;
  columns: Columns;
}

/** What each session that follows holds afterwards; one that cannot refuses the whole, with its date. */
function moveEach(answers: SessionAnswers, current: SessionRow, following: SessionRow[], plans: PlanChoice[]) {
  const days = daysBetween(londonMoment(current.start_at).date, answers.session_date);
  const rows: Moved[] = [];
  for (const row of following) {
    const date = addDays(londonMoment(row.start_at).date, days);
    const here = onDate(answers, date);
    const times = timesOf(here);
    const decided = times.ok ? decide(here, times, plans, row) : times;
    if (!decided.ok) return refused("series_scope", notOn(here, plans, decided.errors));
    rows.push({ row, columns: decided.columns });
  }
  return { ok: true as const, rows };
}

function notOn(answers: SessionAnswers, plans: PlanChoice[], errors: Record<string, string>): string {
  const date = shortDate(answers.session_date);
  const found = findElement(plans, answers.job_plan_element_unique_ref);
  const outside = found && !holds(found.plan, answers.session_date);
  const why = outside
    ? `the one of ${date} would lie outside ${planLabel(found.plan)}`
    : `the one of ${date} cannot be: ${Object.values(errors)[0]}`;
  return `Nothing is saved, for of the sessions that follow ${why}. Choose ‘This one only’, or mend the date, the times or the element`;
}

/**
 * One statement for many sessions. The version comes out NULL, so that the batch fails as one, for a session that was
 * edited since it was read, and for all when the chosen one is gone.
 */
function updateFollowing(
  { db, userRef, now }: Writer,
  chosen: { sessionRef: string; version: number },
  rows: (Moved & { sealed: Uint8Array | null })[],
  notesChanged: boolean,
) {
  const lists = rows.map(({ row, columns: { pa_rules, ...columns }, sealed }) => {
    const values = { ...columns, ref: row.unique_ref, version: row.version, pa_rules: JSON.stringify(pa_rules) };
    return JSON.stringify({ ...values, sealed: sealed && hex(sealed) });
  });
  const chosenSaved = sql`EXISTS (SELECT 1 FROM ${sessions} AS chosen WHERE chosen.unique_ref = ${chosen.sessionRef}
    AND chosen.version = ${chosen.version})`;
  return chunksOf(lists).map((chunk) =>
    db
      .update(sessions)
      .set({
        start_at: sql`each.value ->> 'start_at'`,
        end_at: sql`each.value ->> 'end_at'`,
        element_ref: sql`each.value ->> 'element_ref'`,
        site: sql`each.value ->> 'site'`,
        pa_basis: sql`each.value ->> 'pa_basis'`,
        fixed_pa_units: sql`each.value ->> 'fixed_pa_units'`,
        standard_minutes: sql`each.value ->> 'standard_minutes'`,
        premium_minutes: sql`each.value ->> 'premium_minutes'`,
        pa_units: sql`each.value ->> 'pa_units'`,
        pa_rules: sql`each.value ->> 'pa_rules'`,
        ...(notesChanged ? { sealed: sql`unhex(each.value ->> 'sealed')` } : {}),
        version: sql`CASE WHEN ${sessions.version} = each.value ->> 'version' AND ${chosenSaved}
          THEN ${sessions.version} + 1 END`,
        updated_at: now,
      })
      .from(sql`json_each(${`[${chunk.join()}]`}) AS each`)
      // The plus keeps SQLite off the index of the user's sessions.
      .where(and(sql`+${sessions.user_ref} = ${userRef}`, sql`${sessions.unique_ref} = each.value ->> 'ref'`)),
  );
}
