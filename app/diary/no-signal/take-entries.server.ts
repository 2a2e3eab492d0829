import { and, count, eq, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import type { RequestContext } from "~/account/guard.server";
import { joinChanges, newestChange } from "~/changes/join-changes.server";
import { inOneLine } from "~/diary/sessions/sentences";
import { type OpeningDevice, open } from "~/platform/crypto/seal";
import { fromBase64url } from "~/platform/db/tokens";
import { logError } from "~/platform/http/log";
import { formatCounted } from "~/platform/time/counted";
import { DAY_MS } from "~/platform/time/durations";
import { keyOfDevice, noteWaiting } from "./devices.server";
import { type KeptEntry, type NoSignalEntry, noSignalEntry, type sentEntries } from "./entry";
import { type Post, type Posted, postEntry } from "./post-entry.server";
import { entryPlace, type noSignalDevices, noSignalEntries } from "./table.server";

type Outcome = "saved" | "kept";

/** Less than the key of a form is known (workers/jobs.ts): what was saved by its page is not saved again. */
const OLD_AFTER_MS = 6 * DAY_MS;
const ABANDONED = "The page was closed before you kept it. Check it, then save it";
const OLD = "It was typed more than six days ago. Check that it is not in your logbook yet, then save it";

/** So much waits to be corrected at once, more than anybody types by hand: what is refused beyond it stays on its device. */
const MAX_KEPT = 200;
const MAX_KEPT_BYTES = 5_000_000;

/** The answer to a device. An entry that it does not name is sent again. */
export interface Taken {
  acknowledged: { id: string; outcome: Outcome }[];
  /** Cannot be opened: changed on the device, or of another key. They stay there. */
  unreadable: string[];
  /** True where some stay there since too much waits to be corrected. */
  isFull: boolean;
  message: string | null;
  /** See `FlashMessage`. */
  undo: string | null;
}

interface Done {
  entry: NoSignalEntry;
  posted: Posted;
}

/**
 * Saves what a device has sent, or keeps it with the reason. An entry is done when its outcome is stored: until then it
 * is sent again, and the key of its form sees to it that nothing is saved twice. One that fails by a fault of ours waits by
 * itself.
 */
export async function takeEntries(
  by: RequestContext,
  device: typeof noSignalDevices.$inferSelect,
  sent: z.output<typeof sentEntries>,
  post: Post,
): Promise<Taken> {
  const key = await keyOfDevice(by.cipher, device.unique_ref, device.private_key_encrypted);
  const [outcomes, [kept], [newest]] = await by.db.batch([
    outcomesOf(by, sent.entries),
    sizeOfKept(by),
    newestChange(by),
  ]);
  const known = new Map(outcomes.map(({ unique_ref, outcome }) => [unique_ref, outcome]));
  const taken: Omit<Taken, "message" | "undo"> = { acknowledged: [], unreadable: [], isFull: false };
  const done: Done[] = [];
  const room = { entries: MAX_KEPT - (kept?.count ?? 0), bytes: MAX_KEPT_BYTES - (kept?.bytes ?? 0) };
  for (const { id, sealed } of sent.entries) {
    const before = known.get(id);
    const entry = before ? null : await openEntry(key, id, sealed);
    try {
      if (entry) {
        const isOld = by.now - entry.typed_at > OLD_AFTER_MS;
        const why = entry.abandoned ? ABANDONED : isOld ? OLD : null;
        const posted = why ? { saved: [], kept: { ...entry, why } } : await postEntry(by, entry, post);
        if (posted.kept) {
          room.entries -= 1;
          room.bytes -= sealed.length;
          taken.isFull ||= room.entries < 0 || room.bytes < 0;
          if (taken.isFull) continue;
        }
        await noteOutcome(by, id, posted.kept);
        done.push({ entry, posted });
        taken.acknowledged.push({ id, outcome: posted.kept ? "kept" : "saved" });
      } else if (before) taken.acknowledged.push({ id, outcome: before });
      else taken.unreadable.push(id);
    } catch (error) {
      logError(error);
    }
  }
  const waiting = Math.max(0, sent.waiting - taken.acknowledged.length);
  await noteWaiting(by.db, device.unique_ref, { waiting, since: sent.since }, by.now);
  return { ...taken, message: messageOf(done, taken.isFull), undo: await undoOf(by, newest?.number ?? 0, done) };
}

/** One undo for all that one sending saved; null where that cannot be: each can be undone by itself. */
async function undoOf(by: RequestContext, after: number, done: Done[]): Promise<string | null> {
  if (done.every(({ posted }) => posted.saved.length === 0)) return null;
  return joinChanges(by, after, whatIsSaved(done)).catch((error) => {
    // All is saved.
    logError(error);
    return null;
  });
}

/** Opens what was sealed for a device; null for what cannot be opened. */
export async function openEntry(key: OpeningDevice, id: string, sealed: string): Promise<NoSignalEntry | null> {
  let text: string;
  try {
    text = await open(key, id, fromBase64url(sealed));
  } catch {
    return null;
  }
  try {
    return noSignalEntry.parse(JSON.parse(text));
  } catch {
    // Whatever it is, its user typed it: shown as it is.
    return { path: "", fields: [["text", text]], typed_at: 0, label: "" };
  }
}

function outcomesOf({ db, user }: RequestContext, entries: readonly { id: string }[]) {
  const { user_ref, unique_ref, outcome } = noSignalEntries;
  const ids = entries.map(({ id }) => id);
  return db
    .select({ unique_ref, outcome })
    .from(noSignalEntries)
    .where(and(eq(user_ref, user.unique_ref), inArray(unique_ref, ids)));
}

function sizeOfKept({ db, user }: RequestContext) {
  const { user_ref, outcome, entry_encrypted } = noSignalEntries;
  const bytes = sql<number>`coalesce(sum(length(${entry_encrypted})), 0)`;
  return db
    .select({ count: count(), bytes })
    .from(noSignalEntries)
    .where(and(eq(user_ref, user.unique_ref), eq(outcome, "kept")));
}

/** Of two that came at once, the one that was saved counts. */
async function noteOutcome({ db, user, cipher, now }: RequestContext, id: string, kept: KeptEntry | null) {
  const entry_encrypted = kept && (await cipher.encrypt(entryPlace(id), JSON.stringify(kept)));
  const row = { user_ref: user.unique_ref, unique_ref: id, entry_encrypted, created_at: now };
  await db
    .insert(noSignalEntries)
    .values({ ...row, outcome: kept ? "kept" : "saved" })
    .onConflictDoUpdate({
      target: [noSignalEntries.user_ref, noSignalEntries.unique_ref],
      set: { outcome: "saved", entry_encrypted: null },
      setWhere: sql`excluded.outcome = 'saved'`,
    });
}

/** `5 cases from your phone were added: Tuesday 24/11/2026, Theatre 3`. */
function messageOf(done: Done[], isFull: boolean): string | null {
  const saved = done.filter(({ posted }) => posted.saved.length > 0);
  const kept = done.filter(({ posted }) => posted.kept).length;
  const warnings = saved.flatMap(({ posted }) => posted.saved.flatMap(({ text }) => text.split(". ").slice(1)));
  const labels = [...new Set(saved.map(({ entry }) => entry.label).filter(Boolean))];
  const of = labels.length === 1 ? `: ${labels[0]}` : "";
  const sentences = [
    isFull ? FULL : null,
    saved.length === 0 ? null : `${whatIsSaved(saved)}${of}`,
    ...warnings,
    kept === 0
      ? null
      : `${formatCounted(kept, "entry", "entries")} from your phone could not be saved: see the top of your logbook`,
  ];
  return inOneLine(sentences) || null;
}

const FULL = "Some entries stay on your phone: too many wait to be corrected. Correct or discard those first";

/** `5 cases from your phone were added`, without the entries of which nothing was saved. */
function whatIsSaved(done: Done[]): string {
  const saved = done.filter(({ posted }) => posted.saved.length > 0);
  const cases = saved.reduce((sum, { entry, posted }) => sum + (posted.kept ? 0 : casesIn(entry)), 0);
  const [n, word, act] =
    cases > 0
      ? [cases, formatCounted(cases, "case"), "added"]
      : [saved.length, formatCounted(saved.length, "entry", "entries"), "saved"];
  return `${word} from your phone ${n === 1 ? "was" : "were"} ${act}`;
}

/** How many rows of a list of cases an entry has. */
function casesIn({ path, fields, then: list }: NoSignalEntry): number {
  if (/\/case\/new\/$/.test(path.split("?")[0] as string)) return 1;
  const rows = [...fields, ...(list?.fields ?? [])].flatMap(([name, value]) =>
    value.trim() === "" ? [] : (/^cases\[(\d+)\]\.line$/.exec(name)?.[1] ?? []),
  );
  return new Set(rows).size;
}
