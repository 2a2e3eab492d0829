import { eq, inArray, lte } from "drizzle-orm";
import { auditLineBy } from "~/account/audit.server";
import { type Asked, turnAwayEnded } from "~/account/guard.server";
import { chosenCount } from "~/data/export/case-options.server";
import type { KindName } from "~/data/export/fields.server";
import { RECORD_KINDS } from "~/data/export/kinds.server";
import { forgetChanges, skipNumber } from "~/diary/beside-changes.server";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { logError } from "~/platform/http/log";
import { readFile, Unfit } from "./read-file.server";
import { inHandfuls, stager } from "./stage.server";
import { importStaging, stagedImports } from "./table.server";
import { leaveOutKnown, refuseMisplaced, takeStatements } from "./validate.server";

/** `add` leaves all that is there as it is; `replace` takes it away first. */
export type ImportWay = "add" | "replace";

type Counts = Record<KindName, number>;

/** How many records of each kind came in, and how many were there before and went. */
export interface Taken {
  came: Counts;
  went: Counts;
}

/** What the activity log calls them. */
const WAY_IN_WORDS: Record<ImportWay, string> = { add: "what was missing added", replace: "everything replaced" };
const NO_RECORDS = "This file holds no records, and your diary is as it was: choose another file";
const DISAGREES =
  "A record of this file does not agree with itself, or with what is in your diary. Export the file again, then choose the new one";
/** What nobody waits for any more: no request, and no command that brings backups back, lives that long. */
export const ABANDONED_MS = 24 * 60 * 60 * 1000;

/**
 * Takes a file of Daybook's own over: all of it, in one batch, once the last of it was read and checked; or nothing.
 * @throws Unfit, in words, when the file cannot be taken over: all is then as it was.
 */
export async function importBackup(
  asked: Asked,
  request: Request,
  file: AsyncIterable<Uint8Array>,
  way: ImportWay,
): Promise<Taken> {
  const { db, user, now } = asked;
  const userId = user.id;
  const stagingRef = newRef();
  const where = { db, userId, stagingRef };
  await db.insert(stagedImports).values({ unique_ref: stagingRef, user_id: userId, created_at: now, updated_at: now });
  try {
    const stage = stager(asked, stagingRef);
    let read = 0;
    for await (const records of inHandfuls(readFile(file))) {
      await stage(records);
      read += records.length;
    }
    if (read === 0) throw new Unfit(NO_RECORDS);
    if (way === "add") await leaveOutKnown(where);
    await refuseMisplaced(where, way === "replace");
    const taking = takeStatements(where, way === "add");
    const going = way === "replace" ? deleteRecords(db, userId) : [];
    const results = await db
      .batch([
        stillWaiting(where),
        auditLineBy(asked, "data-imported", { detail: WAY_IN_WORDS[way] }),
        skipNumber(db, userId),
        ...(way === "replace" ? [forgetChanges(db, userId)] : []),
        ...going,
        ...taking,
      ])
      .catch(turnAwayEnded(request));
    const counts = results.map(recordsOf);
    const came = counts.slice(-taking.length);
    const went = counts.slice(-taking.length - going.length, -taking.length).toReversed();
    return { came: byKind(came), went: byKind(went) };
  } catch (error) {
    throw isRefusedByTable(error) ? new Unfit(DISAGREES) : error;
  } finally {
    await db.batch(dropStagedImport(db, stagingRef)).catch(logError);
  }
}

/** All that a file of Daybook's own holds, in the order that foreign keys ask for. */
function deleteRecords(db: Database, userId: number) {
  return RECORD_KINDS.toReversed().map(({ table, itemsOf }) => {
    return itemsOf ? chosenCount(db, userId) : db.delete(table).where(eq(table.user_id, userId));
  });
}

/** How many records a statement brought in or took away, or counted. */
function recordsOf(result: D1Result | readonly { records: number }[]): number {
  return "meta" in result ? result.meta.changes : (result[0]?.records ?? 0);
}

/** @param counts in the order of `RECORD_KINDS`; none for a way that has none */
function byKind(counts: readonly number[]): Counts {
  return Object.fromEntries(RECORD_KINDS.map(({ name }, at) => [name, counts[at] ?? 0])) as Counts;
}

/**
 * The statement that fails its batch where the cron has taken the rows away meanwhile: else a diary would go, and
 * nothing come in its place.
 */
export function stillWaiting({ db, stagingRef }: { db: Database; stagingRef: string }) {
  const end = { staging_ref: stagingRef, user_id: null, kind: "end", ref: "end", line: 0, row: "" };
  return db.insert(importStaging).values(end);
}

function dropStagedImport(db: Database, stagingRef: string) {
  return [
    db.delete(importStaging).where(eq(importStaging.staging_ref, stagingRef)),
    db.delete(stagedImports).where(eq(stagedImports.unique_ref, stagingRef)),
  ] as const;
}

/** A table says no to a value that only a file made by hand has, or that came in meanwhile. */
function isRefusedByTable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return /constraint failed|cannot store/i.test(error.message) || isRefusedByTable(error.cause);
}

/** For the cron: files whose request ended before they were all there. */
export async function dropOldStagedImports(db: Database, now: number): Promise<void> {
  const old = db
    .select({ ref: stagedImports.unique_ref })
    .from(stagedImports)
    .where(lte(stagedImports.created_at, now - ABANDONED_MS));
  await db.batch([
    db.delete(importStaging).where(inArray(importStaging.staging_ref, old)),
    db.delete(stagedImports).where(lte(stagedImports.created_at, now - ABANDONED_MS)),
  ]);
}
