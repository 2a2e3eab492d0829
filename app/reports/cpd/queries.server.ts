import { and, asc, desc, eq, gte, lt, sql } from "drizzle-orm";
import { data } from "react-router";
import type { DateExpression } from "~/planning/job-plans/valued-plans.server";
import type { Actor } from "~/platform/context";
import type { Cipher } from "~/platform/crypto/vault.server";
import { deletePermanently, newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { claimKey, type FormKey, runOnce } from "~/platform/db/idempotency.server";
import { saveEdit } from "~/platform/db/save-edit.server";
import { logError } from "~/platform/http/log";
import { changedElsewhere, FORM_WAS_USED, type Refusal } from "~/platform/http/refusal.server";
import type { LondonDate } from "~/platform/time/london";
import { cpd, cpdPlace } from "~/reports/table.server";
import { identifierErrors } from "~/ui/identifiers/rules";
import type { CpdAnswers } from "./form";

type CpdRow = typeof cpd.$inferSelect;

/** A CPD entry: one row, or none. */
export function cpdOf(db: Database, userId: number, cpdRef: string) {
  return db.select().from(cpd).where(isCpdEntry(userId, cpdRef));
}

function isCpdEntry(userId: number, cpdRef: string) {
  return and(eq(cpd.user_id, userId), eq(cpd.unique_ref, cpdRef));
}

/** Statement for a page's batch: the entries from a day until before another, newest first. */
export function cpdWithin(db: Database, userId: number, from: DateExpression, end: DateExpression) {
  return db
    .select({
      unique_ref: cpd.unique_ref,
      day: cpd.day,
      minutes: cpd.minutes,
      type: cpd.type,
      domains: cpd.domains,
      text_encrypted: cpd.text_encrypted,
    })
    .from(cpd)
    .where(and(eq(cpd.user_id, userId), gte(cpd.day, from), lt(cpd.day, end)))
    .orderBy(desc(cpd.day), desc(cpd.created_at), asc(cpd.unique_ref));
}

/**
 * Statement for a page's batch: the minutes done by today in each month, `2026-11`, from which years can be summed
 * whatever month they begin in. A month in which everything is booked has 0.
 */
export function cpdMonths(db: Database, userId: number, today: LondonDate) {
  const month = sql<string>`substr(${cpd.day}, 1, 7)`;
  const done = sql<number>`sum(CASE WHEN ${cpd.day} <= ${today} THEN ${cpd.minutes} ELSE 0 END)`;
  return db
    .select({ month: month.as("month"), minutes: done.mapWith(Number).as("month_minutes") })
    .from(cpd)
    .where(eq(cpd.user_id, userId))
    .groupBy(month)
    .orderBy(asc(month));
}

/** The encrypted texts of an entry. */
export interface CpdTexts {
  title: string;
  reflection: string;
}

type Encrypted = Pick<CpdRow, "unique_ref" | "text_encrypted">;

export async function encryptCpd(cipher: Cipher, cpdRef: string, { title, reflection }: CpdTexts) {
  const text_encrypted = await cipher.encrypt(cpdPlace(cpdRef), JSON.stringify({ title, reflection }));
  // JSON is never an empty text, so the result is never null.
  return text_encrypted as Uint8Array;
}

/**
 * Decrypts the texts of an entry.
 * @throws when they cannot be decrypted
 */
export async function decryptCpd(cipher: Cipher, { unique_ref, text_encrypted }: Encrypted): Promise<CpdTexts> {
  return JSON.parse(await cipher.decrypt(cpdPlace(unique_ref), text_encrypted)) as CpdTexts;
}

/**
 * As `decryptCpd`, for a list: an entry that cannot be decrypted gets a title that says so, and the others are shown.
 */
export async function cpdTextsShown(cipher: Cipher, row: Encrypted): Promise<CpdTexts> {
  try {
    return await decryptCpd(cipher, row);
  } catch (error) {
    logError(error);
    return { title: "This entry could not be opened", reflection: "" };
  }
}

/** Adds an entry; a form that is sent again adds no second one. */
export async function addCpd(
  { db, userId, cipher, now }: Actor,
  form: FormKey,
  { row, texts, anyway }: CpdAnswers,
): Promise<Refusal | null> {
  const errors = identifierErrors({ ...texts }, {}, anyway);
  if (Object.keys(errors).length > 0) return { errors, status: 422 };
  const ref = newRef();
  const text_encrypted = await encryptCpd(cipher, ref, texts);
  const own = { unique_ref: ref, user_id: userId, created_at: now, updated_at: now };
  const write = () =>
    db.batch([claimKey(db, userId, form, ref, now), db.insert(cpd).values({ ...own, ...row, text_encrypted })]);
  const isThere = async (made: string) => (await cpdOf(db, userId, made)).length > 0;
  return (await runOnce(db, userId, form, ref, write, isThere)) === null ? FORM_WAS_USED : null;
}

/**
 * Saves an entry.
 * @param current the entry as it is stored
 */
export async function saveCpd(
  by: Actor,
  current: CpdRow,
  { row, texts, anyway, version, fingerprint }: CpdAnswers & { version: number; fingerprint: string },
): Promise<Refusal | null> {
  const { db, userId, cipher } = by;
  const errors = identifierErrors({ ...texts }, { ...(await decryptCpd(cipher, current)) }, anyway);
  if (Object.keys(errors).length > 0) return { errors, status: 422 };
  const ref = current.unique_ref;
  const text_encrypted = await encryptCpd(cipher, ref, texts);
  if (await saveEdit(by, { ref, version, fingerprint }, { table: cpd, set: { ...row, text_encrypted } })) return null;
  const [newer] = await cpdOf(db, userId, ref);
  return changedElsewhere("entry", newer?.version);
}

/**
 * Deletes an entry permanently. A form that is sent again, because its response was lost, gets the same answer.
 * @throws 404 when the entry does not exist, or is not the user's
 */
export async function deleteCpd(
  db: Database,
  userId: number,
  { cpdRef, version, form }: { cpdRef: string; version: number; form: FormKey },
  now: number,
): Promise<"deleted" | "changed"> {
  const after = [claimKey(db, userId, form, cpdRef, now)];
  let outcome: "deleted" | "changed" = "deleted";
  const write = async () => {
    outcome = await deletePermanently(db, { table: cpd, where: isCpdEntry(userId, cpdRef), version, after });
  };
  const isIt = async (ref: string) => ref === cpdRef;
  if ((await runOnce(db, userId, form, cpdRef, write, isIt)) === null) throw data(null, { status: 404 });
  return outcome;
}
