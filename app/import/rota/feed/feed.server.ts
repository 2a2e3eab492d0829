import { eq } from "drizzle-orm";
import { z } from "zod";
import type { RequestContext } from "~/account/guard.server";
import { formatRotaChanges } from "~/diary/rota/changes";
import { ROTA_FEED_PLACE, rotaFeeds } from "~/diary/rota/table.server";
import type { Database } from "~/platform/db/database.server";
import { chosen, text } from "~/platform/http/fields";
import { byIntent, exemptFromQuota } from "~/platform/http/form-schemas";
import { lowerFirst } from "~/platform/letter-case";
import { formatMoment } from "~/platform/time/instants";
import { parseCalendar } from "../form";
import { previewCalendar, type RotaPreview } from "../preview.server";
import { ADDRESS_FAULTS, readAddress } from "./address";
import { formatFault } from "./faults";
import { addressRules, type FeedText, readRota } from "./read-rota.server";

export const ROTA_ADDRESS = "/import_csv_data/rota/address/";

export const rotaAddressForm = exemptFromQuota(
  z.object({
    intent: chosen("what to do", ["save", "read", "end"]),
    address: text({ name: "address", max: 4_000 }),
  }),
  byIntent("read", "end"),
);

/** What the page says of an address: never the address itself, beyond its host. */
export interface FeedShown {
  host: string;
  read: string | null;
  fault: string | null;
  changes: string | null;
}

type Feed = typeof rotaFeeds.$inferSelect;

/** Query: the address of a user's rota. For a page's batch. */
export function feedOf(db: Database, userRef: string) {
  return db.select().from(rotaFeeds).where(eq(rotaFeeds.user_ref, userRef));
}

export async function feedShown({ vault, now }: RequestContext, feed: Feed | undefined): Promise<FeedShown | null> {
  if (!feed) return null;
  const { address } = await textOf(vault, feed);
  const { asked_at, read_at, fault, changes } = feed;
  return {
    host: new URL(address).hostname,
    read: read_at === null ? null : formatMoment(read_at, now),
    fault: fault === "" ? null : formatFault(fault, asked_at),
    changes: formatRotaChanges(changes),
  };
}

/** What the calendar that was read last proposes; null where none was read. */
export async function feedPreview(by: RequestContext, feed: Feed | undefined): Promise<RotaPreview | null> {
  const calendar = feed ? parseCalendar((await textOf(by.vault, feed)).calendar) : null;
  return calendar && (await previewCalendar(by, calendar, null)).page;
}

/** Saves the address in place of any earlier one. @returns why it is not one that is read; null once it is saved */
export async function saveAddress(by: RequestContext, typed: string): Promise<string | null> {
  const { db, vault, user, site, now } = by;
  const url = readAddress(typed, addressRules(site));
  if (typeof url === "string") return ADDRESS_FAULTS[url];
  const kept: FeedText = { address: url.href, calendar: "" };
  const encrypted = await vault.encrypt(user.unique_ref, ROTA_FEED_PLACE, JSON.stringify(kept));
  const values = {
    ...{ updated_at: now, asked_at: now, read_at: null, etag: "", last_modified: "", fault: "", faulty_since: null },
    ...{ told: false, changes: 0, text_encrypted: encrypted as Uint8Array },
  };
  await db
    .insert(rotaFeeds)
    .values({ ...values, user_ref: user.unique_ref, created_at: now })
    .onConflictDoUpdate({ target: rotaFeeds.user_ref, set: values });
  return null;
}

export async function removeAddress({ db, user }: RequestContext): Promise<void> {
  await db.delete(rotaFeeds).where(eq(rotaFeeds.user_ref, user.unique_ref));
}

/** Reads the rota now. @returns what to say of it, and whether there is something to look at */
export async function readNow(by: RequestContext): Promise<{ message: string; hasChanges: boolean }> {
  const read = await readRota(by, by.user.unique_ref);
  if (!read) return { message: "There is no address to read. Enter one first", hasChanges: false };
  if (read.fault !== undefined) return { message: `Nothing was changed: ${lowerFirst(read.fault)}`, hasChanges: false };
  const changes = formatRotaChanges(read.changes);
  return { message: changes ?? "Your rota was read: your logbook has all of it", hasChanges: changes !== null };
}

async function textOf(vault: RequestContext["vault"], feed: Feed): Promise<FeedText> {
  return JSON.parse(await vault.decrypt(feed.user_ref, ROTA_FEED_PLACE, feed.text_encrypted));
}
