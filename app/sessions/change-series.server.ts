import type { SQL } from "drizzle-orm";
import { sessionFeeOf } from "~/claims/form";
import { claimOf, openFeeNotes } from "~/claims/queries.server";
import { FEE_OWNER, feeStatements } from "~/claims/save.server";
import { isRefused, isStale, newRef, nextVersion } from "~/db/columns.server";
import { type EditForm, rememberEdit } from "~/db/idempotency.server";
import type { Asker } from "~/http/context";
import { elementChoices } from "~/job-plans/choices.server";
import { shortDate } from "~/time/dates";
import { londonInstant, londonMoment } from "~/time/london";
import { keepChange, savedBefore, updateFollowing } from "./change-following.server";
import { decide, refused, type Times } from "./decide";
import type { PlanChoice } from "./element-choices";
import { faultsOf, feeNotes } from "./fee.server";
import { type Change, type Followed, type Follower, follow, stayWords } from "./following";
import { followingRows, unseen } from "./following.server";
import type { SessionEdit } from "./form";
import { leaveAcross, leaveNotes } from "./in-leave.server";
import { ofUser, openNotes, planChoices, planRows, sessionRow, sessionsAcross } from "./queries.server";
import { type Saved, saved } from "./save.server";
import { earlierStarts } from "./series.server";
import { sessionPlace, sessions } from "./table.server";

const TOO_MUCH = "This is too much to be undone";
const FOLLOWING_CHANGED =
  "A session that follows was changed elsewhere after you opened this page. Nothing is saved yet, and your answers are kept below. What was changed is shown with them: save again, and it keeps what it has of its own";

/**
 * Saves a session of a series, and puts what was changed in its form on those that follow: see `follow`. Its fee is
 * its own. All of it, or nothing; as one act that can be undone.
 * @returns null when there is no such session of the user.
 */
export async function changeFollowing(
  by: Asker,
  edit: EditForm,
  form: SessionEdit,
  times: Times,
  holdsCases: SQL,
): Promise<Saved | null> {
  const { version, series_shown, ...answers } = form;
  const sessionRef = edit.ref;
  const { db, cipher, userId, now } = by;
  const [[current], [claim], planList, elements, across, following, earlier, leave] = await db.batch([
    sessionRow(db, userId, sessionRef),
    claimOf(db, userId, { session_ref: sessionRef }),
    planRows(db, userId),
    elementChoices(db, userId),
    sessionsAcross(db, userId, times.startAt, times.endAt),
    followingRows(db, userId, sessionRef, holdsCases),
    earlierStarts(db, userId, sessionRef, londonInstant(answers.session_date)),
    leaveAcross(db, userId, times),
  ]);
  if (!current) return null;
  const notes = await openNotes(cipher, current);
  const feeTexts = { extra_claim_payer: claim?.payer ?? "", extra_claim_notes: await openFeeNotes(cipher, claim) };
  const faults = faultsOf(answers, { description: notes, ...feeTexts }, claim);
  if (Object.keys(faults).length > 0) return { ok: false, errors: faults, status: 422 };
  const plans = planChoices(planList, elements);
  const decided = decide(answers, times, plans, current);
  if (!decided.ok) return decided;
  const say = (others: number, undo: string | null, more: string[] = []): Saved => {
    const what = others === 0 ? "Session saved" : `Session and the ${others} following saved`;
    const notes = [...more, ...feeNotes(answers, plans, now), ...leaveNotes(leave, times)];
    return { ...saved(what, sessionRef, times, decided, across, notes), undo };
  };
  const before = current.version === version ? null : await savedBefore(by, edit);
  if (before) return say(before.others ?? following.length, before.undo);
  const newer = current.version === version ? unseen(series_shown, current, following, plans) : null;
  if (newer) return { ok: false, errors: { "": FOLLOWING_CHANGED }, status: 409, newer };
  const change = { former: current, columns: decided.columns, answers, notes };
  const followed = await followEach(by, following, change, plans);
  const taken = startTwice(followed, earlier, { from: current.start_at, to: times.startAt });
  if (taken !== null) {
    const date = shortDate(londonMoment(taken).date);
    return refused("session_date", `This series has a session on ${date} already. Choose another date`);
  }

  const seal = (ref: string) => cipher.encrypt(sessionPlace(ref), answers.description);
  const writes = await Promise.all(
    followed.flatMap(({ row, columns, takesNotes }) => {
      if (!columns) return [];
      return [(async () => ({ row, columns, sealed: takesNotes ? await seal(row.unique_ref) : undefined }))()];
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
  const fees = answers.extra_claim_amount === null ? [] : [claim?.unique_ref ?? newFee];
  const undo = newRef();
  try {
    const [kept, changed] = await db.batch([
      keepChange(by, undo, [sessionRef, ...writes.map(({ row }) => row.unique_ref)], fees),
      db.update(sessions).set(chosen).where(ofUser(userId, sessionRef)),
      ...updateFollowing(by, { sessionRef, version: version + 1 }, writes, holdsCases),
      ...fee,
      rememberEdit(db, userId, sessions, edit, now, undo),
    ]);
    if (changed.meta.changes === 0) return null;
    const undoable = kept.meta.changes > 0;
    const tooMuch = writes.length > 0 && !undoable ? [TOO_MUCH] : [];
    return say(writes.length, undoable ? undo : null, [...tooMuch, ...stayWords(followed)]);
  } catch (error) {
    // Gone meanwhile: there is nothing to hang a fee on.
    if (isRefused(error, FEE_OWNER)) return null;
    if (!isStale(error)) throw error;
    const first = await savedBefore(by, edit);
    if (first) return say(first.others ?? writes.length, first.undo);
    const [now] = await sessionRow(db, userId, sessionRef);
    if (now?.version !== version) throw error;
    // One that follows was changed, or got a case, since it was read: it is looked at again, and said.
    return changeFollowing(by, edit, form, times, holdsCases);
  }
}

/** Notes are opened only where the form changes them. */
function followEach(
  { cipher }: Asker,
  following: Follower[],
  change: Change,
  plans: PlanChoice[],
): Promise<Followed[]> {
  const compares = change.answers.description !== change.notes;
  return Promise.all(
    following.map(async (row) => follow(row, compares ? await openNotes(cipher, row) : change.notes, change, plans)),
  );
}

/** The instant at which two sessions of the series would start because of this change; null for none. */
function startTwice(
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
