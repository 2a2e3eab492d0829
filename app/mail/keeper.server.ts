import { and, eq } from "drizzle-orm";
import type { JobContext } from "~/platform/context";
import { logError, logMatter } from "~/platform/http/log";
import { placeOf } from "~/platform/places";
import { formatMoment } from "~/platform/time/instants";
import type { MailContent } from "./contents";
import { sendMail } from "./deliver.server";
import { renderMail } from "./letters";
import type { MatterKind } from "./matters";
import { writeMail } from "./outbox.server";
import { matters } from "./table.server";

/** How something was found that whoever runs Daybook is to be told of. */
export interface Look {
  part: MatterKind;
  region: string | null;
  /** `bad`: a matter. `unknown`: one that is open stays so. */
  state: "good" | "bad" | "unknown";
  n?: number;
}

const MINUTE_MS = 60 * 1000;
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
  if (home?.state === "bad") return notifyHomeIsAway(app, home);
  const { db, now } = app;
  const [rows, ...begun] = await db.batch([
    db.select().from(matters),
    ...looks.filter(isBad).map((look) => noteSeen(app, look)),
  ]);
  const known = new Map([...rows, ...begun.flat()].map((row) => [row.name, row]));
  for (const row of known.values()) {
    const look = looks.find((each) => nameOf(each) === row.name);
    if (look && isBad(look)) await notifyBegun(app, row, look);
    else if (look?.state !== "unknown" && now - row.seen_at >= CALM_MS) await notifyOver(app, row, look);
  }
  await notifyHomeIsBack(app);
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

async function notifyBegun(app: Keeper, row: Row, look: Look): Promise<void> {
  const { db, now } = app;
  if (row.told_at !== null || (ASKED_AGAIN.includes(look.part) && now - row.began_at < ASKED_AGAIN_MS)) return;
  const mail = await writeMatter(app, row, false);
  const isSame = and(eq(matters.name, row.name), eq(matters.began_at, row.began_at));
  await db.batch([mail.statement, db.update(matters).set({ told_at: now }).where(isSame)]);
  logMatter("began", row);
  await sendAtOnce(app, mail.ref);
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
  await sendAtOnce(app, mail.ref);
}

/** Not by the queue, which may be what does not work. What cannot be sent now is tried again like any mail. */
async function sendAtOnce(app: Keeper, ref: string): Promise<void> {
  await sendMail(app, ref).catch(logError);
}

type About = Pick<Row, "name" | "kind" | "region" | "began_at" | "n">;

/** The content, and a reference that is the same for whoever writes of this matter. */
function mailOf(
  { site, now }: Pick<Keeper, "site" | "now">,
  { name, kind, region, began_at, n }: About,
  isOver: boolean,
) {
  const place = region === "" ? null : placeOf(site.places, region).name;
  const since = formatMoment(began_at, now);
  const content: MailContent = { kind: "matter", about: kind as MatterKind, place, n, since, isOver };
  return { content, ref: `${isOver ? "over" : "began"}-${began_at.toString(36)}-${name}` };
}

/** A mail of the outbox about a matter. */
function writeMatter(app: Keeper, about: About, isOver: boolean) {
  const { db, vault, site, now } = app;
  return writeMail(db, vault, { to: site.keeper.contact, userRef: "", ...mailOf(app, about, isOver) }, now);
}

/** What the store of forms remembers while there is no database. */
interface Held {
  began_at: number;
  isTold: boolean;
}

const HELD_SECONDS = 24 * 60 * 60;

function heldKey({ db }: Pick<Keeper, "db">): string {
  return `keeper/database-${db.region}`;
}

async function notifyHomeIsAway(app: Keeper, look: Look): Promise<void> {
  const { forms, mailer, site, now } = app;
  const key = heldKey(app);
  const held = (await forms.get<Held>(key, "json")) ?? { began_at: now, isTold: false };
  const isDue = !held.isTold && now - held.began_at >= ASKED_AGAIN_MS;
  const row = aboutHome(look, held);
  if (isDue) {
    const { content, ref } = mailOf(app, row, false);
    await mailer.send({ ...renderMail(content, site.origin), to: site.keeper.contact, key: ref });
    logMatter("began", row);
  }
  if (isDue || held.began_at === now) {
    await forms.put(key, JSON.stringify({ ...held, isTold: isDue }), { expirationTtl: HELD_SECONDS });
  }
}

async function notifyHomeIsBack(app: Keeper): Promise<void> {
  const { db, forms } = app;
  const key = heldKey(app);
  const held = await forms.get<Held>(key, "json");
  if (!held) return;
  if (held.isTold) {
    const row = aboutHome({ part: "database", region: db.region }, held);
    const mail = await writeMatter(app, row, true);
    await mail.statement;
    logMatter("over", row);
    await sendAtOnce(app, mail.ref);
  }
  await forms.delete(key);
}

function aboutHome({ part, region }: Pick<Look, "part" | "region">, { began_at }: Held): About {
  return { name: `${part}-${region}`, kind: part, region: region ?? "", began_at, n: 0 };
}
