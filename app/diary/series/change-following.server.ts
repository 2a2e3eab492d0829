import { type SQL, sql } from "drizzle-orm";
import { data } from "react-router";
import { type ChangeResult, type Edit, editForm, findEarlierSubmit, writeChange } from "~/changes/write-change.server";
import { isAmong } from "~/changes/write-rows.server";
import { sessionFeeOf } from "~/diary/fees/form";
import { feeOf } from "~/diary/fees/queries.server";
import { feeRows } from "~/diary/fees/write.server";
import { elementChoices } from "~/planning/job-plans/queries.server";
import type { Actor } from "~/platform/context";
import { encryptEdited } from "~/platform/crypto/vault.server";
import { changedElsewhere } from "~/platform/http/refusal.server";
import { shortDate } from "~/platform/time/dates";
import { londonInstant, londonMoment } from "~/platform/time/london";
import {
  columnsOfAnswers,
  ELEMENT_GONE,
  feeAndTextErrors,
  fieldRefusal,
  type Times,
} from "../sessions/columns-of-answers.server";
import type { PlanChoice } from "../sessions/element-choices";
import type { SessionEdit } from "../sessions/form";
import {
  decryptNotes,
  decryptTexts,
  elementsThere,
  overlappingSessions,
  planChoices,
  planRows,
  sessionRow,
  sessionsOfChange,
} from "../sessions/queries.server";
import { overlappingLeave, type Saved, saveResult } from "../sessions/save-result.server";
import { sessionPlace, sessions } from "../sessions/table.server";
import { type Change, type Followed, type Follower, follow, formatUnchanged } from "./following";
import { changedSinceShown, earlierStarts, followingRows } from "./series.server";

const FOLLOWING_CHANGED =
  "A session that follows was changed elsewhere after you opened this page. Nothing is saved yet, and your answers are kept below. What was changed is shown beside them. Save again: it keeps its own details";

/**
 * Saves a session of a series, and applies what was changed in its form to the sessions that follow: see `follow`. The
 * fee is changed on this session only. Everything is saved, or nothing; as one change that can be undone.
 * @throws 404 when the user has no such session
 */
export async function changeFollowing(
  by: Actor,
  edit: Edit,
  form: SessionEdit,
  times: Times,
  hasCases: SQL,
): Promise<Saved> {
  const { version, series_shown, ...answers } = form;
  const sessionRef = edit.ref;
  const { db, cipher, userId, now } = by;
  const [[current], [fee], planList, elements, overlapping, following, earlier, leave] = await db.batch([
    sessionRow(db, userId, sessionRef),
    feeOf(db, userId, { session_ref: sessionRef }),
    planRows(db, userId),
    elementChoices(db, userId),
    overlappingSessions(db, userId, times.startAt, times.endAt),
    followingRows(db, userId, sessionRef, hasCases),
    earlierStarts(db, userId, sessionRef, londonInstant(answers.session_date)),
    overlappingLeave(db, userId, times),
  ]);
  if (!current) throw data(null, { status: 404 });
  const texts = await decryptTexts(cipher, current, fee);
  const faults = feeAndTextErrors(answers, { ...current, ...texts }, fee);
  if (Object.keys(faults).length > 0) return { ok: false, errors: faults, status: 422 };
  const plans = planChoices(planList, elements);
  const decided = columnsOfAnswers(answers, times, plans, current);
  if (!decided.ok) return decided;
  const say = (others: number, undo: string | null, more: string[] = []): Saved => {
    const what = others === 0 ? "Session saved" : `Session and the ${others} following saved`;
    const judged = { answers, times, columns: decided.columns };
    const said = saveResult(what, sessionRef, judged, { plans, overlapping, leave, now }, more);
    return { ...said, undo: others === 0 ? null : undo };
  };
  const sayBefore = async ({ number, undo }: Extract<ChangeResult, { result: "repeated" }>) => {
    const count = number === null ? 0 : await sessionsOfChange(db, userId, number);
    return say(count === 0 ? following.length : count - 1, undo);
  };
  const sent = editForm("sessions", edit);
  if (current.version !== version) {
    const before = await findEarlierSubmit(by, sent);
    return before.result === "repeated"
      ? sayBefore(before)
      : { ok: false, ...changedElsewhere("session", current.version) };
  }
  const newer = changedSinceShown(series_shown, current, following);
  if (newer) return { ok: false, errors: { "": FOLLOWING_CHANGED }, status: 409, newer };
  const change = { former: current, columns: decided.columns, answers, notes: texts.notes };
  const followed = await applyToEach(by, following, change, plans);
  const taken = duplicateStart(followed, earlier, { from: current.start_at, to: times.startAt });
  if (taken !== null) {
    const date = shortDate(londonMoment(taken).date);
    return fieldRefusal("session_date", `This series already has a session on ${date}. Choose another date`);
  }

  const others = followed.flatMap(({ row, columns, takesNotes }) => (columns ? [{ row, columns, takesNotes }] : []));
  const writes = [{ row: current, columns: decided.columns, takesNotes: true }, ...others];
  const rows = await Promise.all(
    writes.map(async ({ row: { unique_ref, text_encrypted: stored }, columns, takesNotes }) => ({
      ...{ ...columns, unique_ref },
      text_encrypted: takesNotes
        ? await encryptEdited(cipher, sessionPlace(unique_ref), answers.description, stored)
        : stored,
    })),
  );
  const feeChange = await feeRows(by, { session_ref: sessionRef }, sessionFeeOf(answers, fee, current.work_kind), fee);
  const written = await writeChange(by, {
    ...feeChange,
    message:
      others.length === 0
        ? `Session changed, ${shortDate(londonMoment(times.startAt).date)}`
        : `Change of ${rows.length} sessions of a series`,
    form: sent,
    seen: [
      ...writes.map(({ row }) => ({ part: "sessions" as const, ref: row.unique_ref, version: row.version })),
      ...feeChange.seen,
    ],
    guards: {
      element: elementsThere(userId, rows),
      cases: noneHasCases(
        userId,
        others.map(({ row }) => row.unique_ref),
        hasCases,
      ),
    },
    updates: { ...feeChange.updates, sessions: rows },
  });
  if (written.result === "written") return say(others.length, written.undo, formatUnchanged(followed));
  if (written.result === "repeated") return sayBefore(written);
  if (written.result === "refused" && written.guard === "element") return ELEMENT_GONE;
  // A session that follows was changed, or got a case, since it was read: read again, and report it.
  return changeFollowing(by, edit, form, times, hasCases);
}

/** Guard: none of these sessions has cases. */
export function noneHasCases(userId: number, refs: readonly string[], hasCases: SQL): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM ${sessions} WHERE ${isAmong(sessions, userId, refs)} AND ${hasCases})`;
}

/** Applies the change to each session that follows. Notes are decrypted only if the form changes them. */
function applyToEach(
  { cipher }: Actor,
  following: Follower[],
  change: Change,
  plans: PlanChoice[],
): Promise<Followed[]> {
  const compares = change.answers.description !== change.notes;
  return Promise.all(
    following.map(async (row) => follow(row, compares ? await decryptNotes(cipher, row) : change.notes, change, plans)),
  );
}

/**
 * Returns the instant at which two sessions of the series would start because of this change; null if there is none.
 */
function duplicateStart(
  followed: readonly Followed[],
  earlier: readonly { start_at: number }[],
  chosen: { from: number; to: number },
): number | null {
  const all = [
    chosen,
    ...earlier.map(({ start_at: at }) => ({ from: at, to: at })),
    ...followed.map(({ row, columns }) => ({ from: row.start_at, to: columns?.start_at ?? row.start_at })),
  ];
  const starts = new Map<number, number>();
  for (const { to } of all) starts.set(to, (starts.get(to) ?? 0) + 1);
  return all.find(({ from, to }) => from !== to && (starts.get(to) ?? 0) > 1)?.to ?? null;
}
