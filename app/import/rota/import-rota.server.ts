import { sql } from "drizzle-orm";
import { matchesPreview, type PartName } from "~/changes/parts.server";
import { type Change, type ChangeResult, findEarlierSubmit, writeChange } from "~/changes/write-change.server";
import { isAmong } from "~/changes/write-rows.server";
import type { LeaveSpan, LeaveStatus, LeaveType } from "~/diary/leave/kinds";
import { noLeaveOverlaps } from "~/diary/leave/queries.server";
import { refuseIfLocked } from "~/diary/locks/locked.server";
import { columnsOf } from "~/diary/planned/plan-diary";
import { rotaIsLookedAt } from "~/diary/rota/queries.server";
import { rotaTitles } from "~/diary/rota/table.server";
import { columnsWithPas } from "~/diary/sessions/columns-of-answers.server";
import { findElement } from "~/diary/sessions/element-choices";
import { elementsThere, type SessionColumns } from "~/diary/sessions/queries.server";
import { sessions } from "~/diary/sessions/table.server";
import type { Actor } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import type { FormKey } from "~/platform/db/idempotency.server";
import { FORM_WAS_USED } from "~/platform/http/refusal.server";
import { formatCountedIfAny, formatList } from "~/platform/time/counted";
import { type LondonDate, londonInstant, londonToday } from "~/platform/time/london";
import { QUESTION_KINDS, type Step } from "./compare";
import type { RotaAnswers } from "./form";
import { isLeaveKey, leaveSpanOf } from "./leave-steps";
import { hasNoPas, type PlannedImport } from "./planned-import";
import { previewCalendar, type RotaPreview } from "./preview.server";
import type { RotaSession } from "./queries.server";
import { LEAVE_OUT } from "./titles";

type Imported =
  | { ok: true; message: string; undo: string | null; firstAt: number | null }
  | { ok: false; error: string | null; status: number; page: RotaPreview };

const CHANGED =
  "Nothing was imported: the choices below, or your logbook, are not what this page showed. It now shows what they would do. Check it, then press Import again";
/** Shown when an element was archived or deleted after the page was opened. */
export const NOT_OFFERED = "Choose an element from the list for each title. One that you chose is no longer there";
const NOTHING = "There is nothing to import: your logbook has all of this already";
const CHANGED_MEANWHILE =
  "Nothing was imported: your logbook changed while you pressed. Check what is shown now, then press Import again";

/** Writes the steps of a calendar that were shown, as one change; once for each form. */
export async function importRota(by: Actor, form: FormKey, answers: RotaAnswers): Promise<Imported> {
  const { calendar, element, shown } = answers;
  const preview = await previewCalendar(by, calendar, element);
  const { page, steps } = preview;
  if (preview.isFaulty) return { ok: false, error: NOT_OFFERED, status: 422, page };
  if (page.shown !== shown || !page.isAnything) {
    const before = findEarlierImport(await findEarlierSubmit(by, form));
    return before ?? { ok: false, error: page.isAnything ? CHANGED : NOTHING, status: 409, page };
  }
  const taken = steps.filter((step) => isTaken(step, answers));
  const left = steps.filter((step) => !isTaken(step, answers));
  const today = londonToday(by.now);
  const { gone, ...rows } = rowsOf(calendar.key, { taken, left }, { plans: preview.diary.plans, today });
  const message = formatImported(rows);
  const change = writeChange(by, {
    ...rows,
    message,
    form,
    guards: {
      element: elementsThere(by.userId, [...rows.inserts.sessions, ...rows.updates.sessions]),
      // Since the preview no case or fee was added to a session that is to be deleted.
      empty: matchesPreview(by.userId, "sessions", isAmong(sessions, by.userId, gone), { cases: 0, fees: 0 }),
    },
    after: { free: noLeaveOverlaps(by.userId) },
    alongside: [rememberTitles(by, preview), rotaIsLookedAt(by)],
  });
  const written = await refuseIfLocked(change);
  // A period was locked since the preview: the new preview leaves its sessions out.
  if ("errors" in written) {
    return {
      ok: false,
      error: CHANGED_MEANWHILE,
      status: 409,
      page: (await previewCalendar(by, calendar, element)).page,
    };
  }
  if (written.result === "written") return { ok: true, message, undo: written.undo, firstAt: firstOf(rows) };
  const before = findEarlierImport(written);
  if (before) return before;
  const error = written.result === "form used" ? (FORM_WAS_USED.errors[""] ?? CHANGED_MEANWHILE) : CHANGED_MEANWHILE;
  return { ok: false, error, status: 409, page: (await previewCalendar(by, calendar, element)).page };
}

/** Leave to add has a tick, as questions have; all else is done. */
function isTaken({ what, key }: Step, { take, leave }: RotaAnswers): boolean {
  if (what === "add" && isLeaveKey(key)) return leave.includes(key);
  return !QUESTION_KINDS.includes(what) || take.includes(key);
}

function findEarlierImport(written: ChangeResult): Imported | null {
  if (written.result !== "repeated") return null;
  return { ok: true, message: "This calendar has been imported", undo: written.undo, firstAt: null };
}

type Plans = Awaited<ReturnType<typeof previewCalendar>>["diary"]["plans"];
type Rows = Omit<ReturnType<typeof rowsOf>, "gone">;

/**
 * Returns every row that an import writes.
 * @param left steps of the questions and of leave that were not ticked
 */
function rowsOf(
  calendarKey: string,
  { taken, left }: Record<"taken" | "left", readonly Step[]>,
  { plans, today }: { plans: Plans; today: LondonDate },
) {
  const made: (SessionColumns & { unique_ref: string })[] = [];
  const changed: (SessionColumns & { unique_ref: string })[] = [];
  const leaveMade: (LeaveColumns & { status: LeaveStatus })[] = [];
  const leaveChanged: LeaveColumns[] = [];
  const deleted: Record<"sessions" | "leave", string[]> = { sessions: [], leave: [] };
  const events: { unique_ref: string; session_ref: string; planned: PlannedImport; known: Step["known"] }[] = [];
  const forgotten: NonNullable<Step["known"]>[] = [];
  const seen: NonNullable<Change["seen"]>[number][] = [];
  for (const { what, key, planned, known, session } of taken) {
    const part = isLeaveKey(key) ? "leave" : "sessions";
    const isWritten = session && what !== "already" && what !== "same" && what !== "kept";
    if (known) seen.push({ part: "rota_events", ref: key, version: known.version });
    if (isWritten) seen.push({ part, ref: session.unique_ref, version: session.version });
    if (!planned) {
      if (known) forgotten.push(known);
      if (isWritten) deleted[part].push(session.unique_ref);
      continue;
    }
    const ref = session?.unique_ref ?? newRef();
    if (part === "leave") {
      const columns = { unique_ref: ref, type: planned.element_ref as LeaveType, ...leaveSpanOf(planned) };
      if (isWritten) leaveChanged.push(columns);
      else if (!session) leaveMade.push({ ...columns, status: columns.date_end < today ? "taken" : "approved" });
    } else if (isWritten) changed.push({ ...columnsFor(plans, planned, session as RotaSession), unique_ref: ref });
    else if (!session) made.push({ ...columnsFor(plans, planned, null), unique_ref: ref });
    events.push({ unique_ref: key, session_ref: ref, planned, known });
  }
  for (const { key, planned, known, session } of left) {
    if (known) seen.push({ part: "rota_events", ref: key, version: known.version });
    // What the file says now is stored, so that the question is not asked again: leave without a tick as if deleted.
    const ref = session?.unique_ref ?? known?.session_ref ?? newRef();
    if (planned) events.push({ unique_ref: key, session_ref: ref, planned, known });
    else if (known) forgotten.push(known);
  }
  const rows = events.map(({ unique_ref, session_ref, planned, known }) => ({
    isNew: known === null,
    row: {
      ...{ unique_ref, session_ref, calendar_key: calendarKey, element_ref: planned.element_ref },
      ...{ start_at: planned.startAt, end_at: planned.endAt },
    },
  }));
  return {
    seen,
    gone: deleted.sessions,
    inserts: {
      leave: leaveMade,
      sessions: made,
      rota_events: rows.filter(({ isNew }) => isNew).map(({ row }) => row),
    },
    updates: {
      leave: leaveChanged,
      sessions: changed,
      rota_events: rows.filter(({ isNew }) => !isNew).map(({ row }) => row),
    },
    deletes: [
      { part: "leave" as const, refs: deleted.leave },
      { part: "sessions" as const, refs: deleted.sessions },
      { part: "rota_events" as const, refs: forgotten.map(({ unique_ref }) => unique_ref) },
    ],
  };
}

type LeaveColumns = LeaveSpan & { unique_ref: string; type: LeaveType };

/** A session keeps its site and its PA basis while its element stays the same. */
function columnsFor(plans: Plans, planned: PlannedImport, session: RotaSession | null): SessionColumns {
  const found = findElement(plans, planned.element_ref);
  if (!found) throw new Error("An element that was just compared is not there");
  const pas = hasNoPas(planned, found.element) ? { default_fixed_pa_units: 0 } : null;
  const columns = columnsOf(found.plan, { ...found.element, ...pas }, planned);
  if (!session || session.element_ref !== planned.element_ref) return columns;
  const { element_ref, site, pa_basis, fixed_pa_units } = session;
  return columnsWithPas(planned, {
    element_ref,
    work_kind: null,
    site,
    pa_basis,
    fixed_pa_units,
    pa_rules: columns.pa_rules,
  });
}

function formatImported({ inserts, updates, deletes }: Rows): string {
  const gone = (name: PartName) => deletes.find(({ part }) => part === name)?.refs.length ?? 0;
  const leave = (n: number, done: string) =>
    formatCountedIfAny(n, `period of leave ${done}`, `periods of leave ${done}`);
  const parts = [
    formatCountedIfAny(inserts.sessions.length, "session added", "sessions added"),
    formatCountedIfAny(updates.sessions.length, "session changed", "sessions changed"),
    formatCountedIfAny(gone("sessions"), "session deleted", "sessions deleted"),
    leave(inserts.leave.length, "added"),
    leave(updates.leave.length, "changed"),
    leave(gone("leave"), "deleted"),
  ].filter(Boolean);
  return parts.length === 0 ? "Rota imported: no session changed" : `Rota imported: ${formatList(parts)}`;
}

function firstOf({ inserts, updates }: Rows): number | null {
  const leave = [...inserts.leave, ...updates.leave].map(({ date_start }) => londonInstant(date_start));
  const starts = [...[...inserts.sessions, ...updates.sessions].map(({ start_at }) => start_at), ...leave];
  return starts.length === 0 ? null : Math.min(...starts);
}

/** Statement: remembers the meaning of each title, for the next file. Nobody chose to leave out what no plan has. */
function rememberTitles(
  { db, userId, now }: Actor,
  { page, diary, choices }: Awaited<ReturnType<typeof previewCalendar>>,
) {
  const list = diary.titleKeys
    .map((key, place) => [key, choices[place] === LEAVE_OUT ? null : choices[place]])
    .filter(([, choice]) => page.hasPlans || choice !== null);
  return db
    .insert(rotaTitles)
    .select(
      sql`SELECT ${userId}, value ->> 0, value ->> 1, ${now} FROM json_each(${JSON.stringify(list)}) WHERE TRUE GROUP BY 2`,
    )
    .onConflictDoUpdate({
      target: [rotaTitles.user_id, rotaTitles.title_key],
      set: { element_ref: sql`excluded.element_ref`, updated_at: sql`excluded.updated_at` },
    });
}
