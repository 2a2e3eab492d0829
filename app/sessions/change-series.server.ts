import { and, eq, gt, type SQL, sql } from "drizzle-orm";
import { sessionFeeOf } from "~/claims/form";
import { claimOf, openFeeNotes } from "~/claims/queries.server";
import { FEE_OWNER, feeStatements } from "~/claims/save.server";
import { claims, ownClaims } from "~/claims/table.server";
import { isRefused, isStale, newRef, nextVersion } from "~/db/columns.server";
import { type EditForm, editedBefore, rememberEdit } from "~/db/idempotency.server";
import { chunksOf, hex } from "~/db/insert-rows.server";
import { keepForUndo, undoSteps } from "~/db/undo-steps.server";
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

const TOO_MUCH = "This is too much to be undone";

/**
 * Saves a session of a series, and puts those that follow it under the same clock times, element, PA basis,
 * allocation and site, as many days later or earlier as it was moved; their notes only where they were changed in
 * this form. Its fee is its own. All of them, or none; as one act that can be undone. @returns null when there is no such session of the user.
 */
export async function changeFollowing(
  by: Writer,
  edit: EditForm,
  { version, ...answers }: SessionEdit,
  times: Times,
): Promise<Saved | null> {
  const sessionRef = edit.ref;
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
  const feeTexts = { extra_claim_payer: claim?.payer ?? "", extra_claim_notes: await openFeeNotes(vault, claim) };
  const faults = faultsOf(answers, { description: notes, ...feeTexts });
  if (Object.keys(faults).length > 0) return { ok: false, errors: faults, status: 422 };
  const plans = planChoices(planList, elements);
  const decided = decide(answers, times, plans, current);
  if (!decided.ok) return decided;
  const say = (others: number, undo: string | null, tooMuch = false): Saved => {
    const what = others === 0 ? "Session saved" : `Session and the ${others} following saved`;
    const notes = [...(tooMuch ? [TOO_MUCH] : []), ...feeNotes(answers, plans, now)];
    return { ...saved(what, sessionRef, times, decided, across, notes), undo };
  };
  const before = current.version === version ? null : await savedBefore(by, edit);
  if (before) return say(before.others ?? following.length, before.undo);
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
  const newFee = newRef();
  const fee = await feeStatements(by, { session_ref: sessionRef }, sessionFeeOf(answers), claim, newFee);
  const undo = newRef();
  const refs = [sessionRef, ...rows.map(({ row }) => row.unique_ref)];
  const step = {
    ref: undo,
    says: `Change of ${refs.length} sessions of a series`,
    // As they were, and what they are now: a row on both lists was changed.
    deletes: [
      { table: sessions, where: oneOf(userRef, refs) },
      { table: claims, where: sql`${ownClaims(userRef)} AND ${claims.session_ref} = ${sessionRef}` },
    ],
    makes: {
      sessions: refs,
      claims: answers.extra_claim_amount === null ? [] : [claim?.unique_ref ?? newFee],
    },
  };
  try {
    const [kept, changed] = await db.batch([
      keepForUndo(db, userRef, rows.length > 0 ? step : { ref: undo, says: "" }, now),
      db.update(sessions).set(chosen).where(ofUser(userRef, sessionRef)),
      ...updateFollowing(by, { sessionRef, version: version + 1 }, rows, notesChanged),
      ...fee,
      rememberEdit(db, userRef, sessions, edit, now, undo),
    ]);
    if (changed.meta.changes === 0) return null;
    const undoable = kept.meta.changes > 0;
    return say(rows.length, undoable ? undo : null, rows.length > 0 && !undoable);
  } catch (error) {
    // Gone meanwhile: there is nothing to hang a fee on.
    if (isRefused(error, FEE_OWNER)) return null;
    const first = isStale(error) ? await savedBefore(by, edit) : null;
    if (!first) throw error;
    return say(first.others ?? rows.length, first.undo);
  }
}

/** What this very form saved before, its answer lost: how many others with it, where its step still tells. */
async function savedBefore({ db, userRef, now }: Writer, edit: EditForm) {
  const undo = await editedBefore(db, userRef, sessions, edit);
  if (undo === null) return null;
  const held = sql<number | null>`json_array_length(${undoSteps.deleted}, '$.sessions')`;
  const [step] = await db
    .select({ held: held.as("held") })
    .from(undoSteps)
    .where(and(eq(undoSteps.user_ref, userRef), eq(undoSteps.unique_ref, undo), gt(undoSteps.expires_at, now)));
  return step?.held ? { undo, others: step.held - 1 } : { undo: null, others: null };
}

/** Found by their keys. As a condition on `sessions`. */
function oneOf(userRef: string, refs: readonly string[]): SQL {
  return sql`+${sessions.user_ref} = ${userRef} AND ${sessions.unique_ref} IN (SELECT each.value FROM json_each(${JSON.stringify(refs)}) AS each)`;
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
