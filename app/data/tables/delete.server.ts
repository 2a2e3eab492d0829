import { sql } from "drizzle-orm";
import { deletionPreview, isAsPreviewed, partOf } from "~/diary/aggregate.server";
import { among } from "~/diary/write-rows.server";
import type { Asker } from "~/platform/context";
import { type Answer, areAsShown, changedMeanwhile, refsOf, type Ticked, writeTicked } from "./act.server";
import type { DeletionCounts } from "./form";
import { formatDeletion } from "./ticked";

/** What deleting the ticked rows deletes, for the question before it. */
export async function previewDeletion({ db, userId }: Asker, { part, shown }: Ticked): Promise<Answer> {
  const { table } = partOf(part);
  const ticked = among(table, userId, refsOf(shown));
  const [rows, [counts]] = await db.batch([
    db.select({ unique_ref: table.unique_ref, version: table.version }).from(table).where(ticked),
    db.select(deletionPreview(userId, part, ticked)).from(sql`(SELECT 1)`),
  ]);
  if (!counts || !areAsShown(shown, rows)) return changedMeanwhile(part, shown.length);
  return { asks: "delete", sessions: counts.sessions, cases: counts.cases, fees: counts.fees };
}

/** Deletes them with all that hangs on them, as much as the question named. */
export function deleteNow(by: Asker, ticked: Ticked, { cases, fees }: DeletionCounts): Promise<Answer> {
  const { part, shown } = ticked;
  const refs = refsOf(shown);
  const words = formatDeletion({ sessions: part === "sessions" ? refs.length : 0, cases, fees });
  const asShown = isAsPreviewed(by.userId, part, among(partOf(part).table, by.userId, refs), { cases, fees });
  return writeTicked(by, ticked, {
    message: `Deleted: ${words}`,
    guards: { asShown },
    deletes: [{ part, refs }],
  });
}
