import { and, eq, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import type { RequestContext } from "~/account/guard.server";
import { inOneLine } from "~/diary/sessions/sentences";
import { type OpeningDevice, open } from "~/platform/crypto/seal";
import { fromBase64url } from "~/platform/db/tokens";
import { logError } from "~/platform/http/log";
import { formatCounted } from "~/platform/time/counted";
import { DAY_MS } from "~/platform/time/durations";
import { keyOfDevice, noteWaiting, requireDevice } from "./devices.server";
import { type KeptEntry, type NoSignalEntry, noSignalEntry, type sentEntries } from "./entry";
import { type Post, type Posted, postEntry } from "./post-entry.server";
import { entryPlace, noSignalEntries } from "./table.server";

type Outcome = "saved" | "kept";

/** Less than the key of a form is known (workers/jobs.ts): what was saved by its page is not saved again. */
const OLD_AFTER_MS = 6 * DAY_MS;
const OLD = "It was typed more than six days ago. Check that it is not in your logbook yet, then save it";

/** The answer to a device. An entry that it does not name is sent again. */
export interface Taken {
  acknowledged: { id: string; outcome: Outcome }[];
  /** Cannot be opened: changed on the device, or of another key. They stay there. */
  unreadable: string[];
  message: string | null;
  /** See `FlashMessage`. */
  undo: string | null;
}

/**
 * Saves what a device has sent, or keeps it with the reason. An entry is done when its outcome is stored: until then it
 * is sent again, and the key of its form sees to it that nothing is saved twice.
 */
export async function takeEntries(by: RequestContext, sent: z.output<typeof sentEntries>, post: Post): Promise<Taken> {
  const device = await requireDevice(by, sent.device);
  const key = await keyOfDevice(by.cipher, device.unique_ref, device.private_key_encrypted);
  const ids = sent.entries.map(({ id }) => id);
  const known = new Map((await outcomesOf(by, ids)).map(({ unique_ref, outcome }) => [unique_ref, outcome]));
  const taken: Pick<Taken, "acknowledged" | "unreadable"> = { acknowledged: [], unreadable: [] };
  const done: { entry: NoSignalEntry; posted: Posted }[] = [];
  for (const { id, sealed } of sent.entries) {
    const before = known.get(id);
    const entry = before ? null : await openEntry(key, id, sealed);
    try {
      if (entry) {
        const isOld = by.now - entry.typed_at > OLD_AFTER_MS;
        const posted = isOld ? { saved: [], kept: { ...entry, why: OLD } } : await postEntry(by, entry, post);
        await noteOutcome(by, id, posted.kept);
        done.push({ entry, posted });
        taken.acknowledged.push({ id, outcome: posted.kept ? "kept" : "saved" });
      } else if (before) taken.acknowledged.push({ id, outcome: before });
      else taken.unreadable.push(id);
    } catch (error) {
      // Those after it may be about what it saves.
      logError(error);
      break;
    }
  }
  await noteWaiting(by.db, sent.device, Math.max(0, sent.waiting - taken.acknowledged.length), by.now);
  const undos = done.flatMap(({ posted }) => posted.saved.map(({ undo }) => undo));
  return { ...taken, message: messageOf(done), undo: undos.length === 1 ? (undos[0] ?? null) : null };
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

function outcomesOf({ db, user }: RequestContext, ids: string[]) {
  const { user_ref, unique_ref, outcome } = noSignalEntries;
  return db
    .select({ unique_ref, outcome })
    .from(noSignalEntries)
    .where(and(eq(user_ref, user.unique_ref), inArray(unique_ref, ids)));
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
function messageOf(done: { entry: NoSignalEntry; posted: Posted }[]): string | null {
  const saved = done.filter(({ posted }) => posted.saved.length > 0);
  const kept = done.filter(({ posted }) => posted.kept).length;
  const warnings = saved.flatMap(({ posted }) => posted.saved.flatMap(({ text }) => text.split(". ").slice(1)));
  const labels = [...new Set(saved.map(({ entry }) => entry.label).filter(Boolean))];
  const of = labels.length === 1 ? `: ${labels[0]}` : "";
  const sentences = [
    saved.length === 0 ? null : `${whatIsSaved(saved)}${of}`,
    ...warnings,
    kept === 0
      ? null
      : `${formatCounted(kept, "entry", "entries")} from your phone could not be saved: see the top of your logbook`,
  ];
  return sentences.some((each) => each !== null) ? inOneLine(sentences) : null;
}

function whatIsSaved(saved: { entry: NoSignalEntry; posted: Posted }[]): string {
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
