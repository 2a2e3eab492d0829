import { and, eq, gte } from "drizzle-orm";
import type { Database } from "~/db/database.server";
import { rememberedDeletion } from "~/db/idempotency.server";
import { type DeletedBy, stepThatDeleted } from "~/db/undo-steps.server";
import type { DeleteAnswers } from "~/sessions/form";
import { countsText, type GoingCounts, SERIES_CHOICES, type SeriesChoice, sameCounts } from "~/sessions/going";
import { sessions } from "~/sessions/table.server";

/** What a page said would go. */
export interface Shown extends GoingCounts {
  version: number;
}

/** What tells one form of a deletion from another. */
export function asForm(ref: string, choice: SeriesChoice, { version, ...counts }: Shown) {
  return { ref, version, fingerprint: `${choice}:${countsText([counts])}` };
}

/** What an act took away with a session. */
interface Gone {
  counts: GoingCounts;
  startAt: number;
  undo: string | null;
}

/**
 * For a form whose session is gone: the act that this very form did before, when it can still be undone or was too
 * large for that.
 * @returns what went, as the form was told then; null when it was not so.
 */
export async function deletedBefore(
  db: Database,
  userId: number,
  sessionRef: string,
  { recurring, shown, version }: Pick<DeleteAnswers, "recurring" | "shown" | "version">,
  now: number,
): Promise<Gone | null> {
  const step = await stepThatDeleted(db, userId, sessions, sessionRef, now);
  const choice = recurring ?? "1";
  const counts = shown[SERIES_CHOICES.indexOf(choice)];
  if (!counts) return null;
  if (!step) return remembered(db, userId, sessionRef, choice, { ...counts, version });
  const gone = goneIn(step);
  return step.row.version === version && sameCounts(gone.counts, counts) ? gone : null;
}

/** What a call says of a deletion; it need not say what it has seen. */
interface AskedToGo {
  choice: SeriesChoice;
  version: number | null | undefined;
  goes: GoingCounts | null | undefined;
}

/** As `deletedBefore`, for a call: of what it asks to take away, nothing may be left. */
export async function deletedByCall(
  db: Database,
  userId: number,
  sessionRef: string,
  { choice, version, goes }: AskedToGo,
  now: number,
): Promise<Gone | null> {
  const step = await stepThatDeleted(db, userId, sessions, sessionRef, now);
  // What was too large to be undone is known by all that was said of it.
  if (!step) return goes && version ? remembered(db, userId, sessionRef, choice, { ...goes, version }) : null;
  if ((version ?? step.row.version) !== step.row.version) return null;
  const gone = goneIn(step);
  if (goes && !sameCounts(goes, gone.counts)) return null;
  if (choice === "1") return gone.counts.sessions === 1 ? gone : null;
  const left = await db.$count(
    sessions,
    and(
      eq(sessions.user_id, userId),
      eq(sessions.recurring_uuid, String(step.row.recurring_uuid)),
      choice === "2" ? gte(sessions.start_at, gone.startAt) : undefined,
    ),
  );
  return left === 0 ? gone : null;
}

async function remembered(
  db: Database,
  userId: number,
  sessionRef: string,
  choice: SeriesChoice,
  shown: Shown,
): Promise<Gone | null> {
  const startAt = await rememberedDeletion(db, userId, asForm(sessionRef, choice, shown));
  const { version: _, ...counts } = shown;
  return startAt === null ? null : { counts, startAt, undo: null };
}

function goneIn({ ref, row, counts }: DeletedBy): Gone {
  const { sessions = 0, cases = 0, claims = 0 } = counts;
  return { counts: { sessions, cases, fees: claims }, startAt: Number(row.start_at), undo: ref };
}
