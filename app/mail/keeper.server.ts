import { and, eq } from "drizzle-orm";
import type { JobContext } from "~/platform/context";
import { logError, logMatter } from "~/platform/http/log";
import { MINUTE_MS } from "~/platform/time/durations";
import { notifyDatabaseIsAway, notifyDatabaseIsBack } from "./database-away.server";
import { sendMatterMails, writeMatter } from "./matter-mails.server";
import type { MatterKind } from "./matters";
import { matters } from "./table.server";

/** How something was found that whoever runs Daybook is to be told of. */
export interface Look {
  part: MatterKind;
  region: string | null;
  /** `bad`: a matter. `lasting`: one that is open goes on, and none begins. `unknown`: one that is open stays so. */
  state: "good" | "bad" | "lasting" | "unknown";
  n?: number;
}

/** What gives no answer once is no matter yet: all else has waited already. */
const ASKED_AGAIN: readonly MatterKind[] = ["database", "directory", "store", "queue"];
const ASKED_AGAIN_MS = 2 * MINUTE_MS;
/** A matter is over once it was not seen for so long: what comes and goes causes no mail each time. */
const CALM_MS = 10 * MINUTE_MS;

/** What it works with: that of the default region, where matters are remembered. */
type Keeper = JobContext;
type Row = typeof matters.$inferSelect;

/**
 * Writes to whoever runs Daybook: one mail when a matter begins, and one when it is over. Two crons that do so at once
 * write the same mails, which have fixed references. Without the default database the matter is remembered in the store
 * of forms, and its mail sent from there.
 */
export async function tellKeeper(app: Keeper, looks: readonly Look[]): Promise<void> {
  const home = looks.find(({ part, region }) => part === "database" && region === app.db.region);
  if (home?.state === "bad") return notifyDatabaseIsAway(app, ASKED_AGAIN_MS);
  const { db, now } = app;
  const [rows, ...seen] = await db.batch([
    db.select().from(matters),
    ...looks.filter(isBad).map((look) => noteSeen(app, look)),
    ...looks.filter(({ state }) => state === "lasting").map((look) => noteLasting(app, look)),
  ]);
  const known = new Map([...rows, ...seen.flat()].map((row) => [row.name, row]));
  for (const row of known.values()) {
    const look = looks.find((each) => nameOf(each) === row.name);
    if (look && isBad(look)) await notifyBegun(app, row, look);
    else if (look?.state !== "unknown" && now - row.seen_at >= CALM_MS) await notifyOver(app, row, look);
  }
  // The store of forms may be away, too: the emails go out all the same.
  await notifyDatabaseIsBack(app).catch(logError);
  await sendMatterMails(app);
}

function isBad({ state }: Look): boolean {
  return state === "bad";
}

function nameOf({ part, region }: Look): string {
  return region === null ? part : `${part}-${region}`;
}

/** Statement: a matter has begun, or still is. */
function noteSeen({ db, now }: Keeper, look: Look) {
  const seen = { seen_at: now, n: look.n ?? 0 };
  return db
    .insert(matters)
    .values({ name: nameOf(look), kind: look.part, region: look.region ?? "", began_at: now, ...seen })
    .onConflictDoUpdate({ target: matters.name, set: seen })
    .returning();
}

/** Statement: a matter that is open still is. */
function noteLasting({ db, now }: Keeper, look: Look) {
  const seen = { seen_at: now, n: look.n ?? 0 };
  return db
    .update(matters)
    .set(seen)
    .where(eq(matters.name, nameOf(look)))
    .returning();
}

async function notifyBegun(app: Keeper, row: Row, look: Look): Promise<void> {
  const { db, now } = app;
  if (row.told_at !== null || (ASKED_AGAIN.includes(look.part) && now - row.began_at < ASKED_AGAIN_MS)) return;
  const mail = await writeMatter(app, row, false);
  const isSame = and(eq(matters.name, row.name), eq(matters.began_at, row.began_at));
  await db.batch([mail.statement, db.update(matters).set({ told_at: now }).where(isSame)]);
  logMatter("began", row);
}

async function notifyOver(app: Keeper, row: Row, look: Look | undefined): Promise<void> {
  const { db } = app;
  const isSame = and(eq(matters.name, row.name), eq(matters.began_at, row.began_at), eq(matters.seen_at, row.seen_at));
  const gone = db.delete(matters).where(isSame);
  // One that was not told of, or of a region that is no more, ends as quietly.
  if (row.told_at === null || !look) {
    await gone;
    return;
  }
  const mail = await writeMatter(app, row, true);
  await db.batch([mail.statement, gone]);
  logMatter("over", row);
}
