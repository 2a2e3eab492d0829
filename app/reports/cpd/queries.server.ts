import { and, asc, desc, eq, gte, lt, sql } from "drizzle-orm";
import { save } from "~/changes/saved.server";
import { type Edit, editOf } from "~/changes/write-change.server";
import type { Actor } from "~/platform/context";
import { type Cipher, encryptEdited, openedOr, UNREADABLE_TEXT } from "~/platform/crypto/vault.server";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import type { FormKey } from "~/platform/db/idempotency.server";
import type { Saved } from "~/platform/http/answer-save.server";
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
export function cpdWithin(db: Database, userId: number, from: LondonDate, end: LondonDate) {
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

export async function encryptCpd(
  cipher: Cipher,
  cpdRef: string,
  { title, reflection }: CpdTexts,
  stored: Uint8Array | null = null,
) {
  const text_encrypted = await encryptEdited(cipher, cpdPlace(cpdRef), JSON.stringify({ title, reflection }), stored);
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
export function cpdTextsShown(cipher: Cipher, row: Encrypted): Promise<CpdTexts> {
  return openedOr(decryptCpd(cipher, row), { title: UNREADABLE_TEXT, reflection: "" });
}

/** Adds an entry; a form that is sent again adds no second one. */
export async function addCpd(by: Actor, form: FormKey, { row, texts, anyway }: CpdAnswers): Promise<Saved> {
  const errors = identifierErrors({ ...texts }, {}, anyway);
  if (Object.keys(errors).length > 0) return { refusal: { errors, status: 422 } };
  const ref = newRef();
  return save(
    by,
    {
      message: "CPD added",
      form: { ...form, result: { part: "cpd", ref } },
      inserts: { cpd: [{ ...row, unique_ref: ref, text_encrypted: await encryptCpd(by.cipher, ref, texts) }] },
    },
    "entry",
  );
}

/**
 * Saves an entry.
 * @param current the entry as it is stored
 */
export async function saveCpd(
  by: Actor,
  current: CpdRow,
  { row, texts, anyway, version, fingerprint }: CpdAnswers & Omit<Edit, "ref">,
): Promise<Saved> {
  const errors = identifierErrors({ ...texts }, { ...(await decryptCpd(by.cipher, current)) }, anyway);
  if (Object.keys(errors).length > 0) return { refusal: { errors, status: 422 } };
  const ref = current.unique_ref;
  const text_encrypted = await encryptCpd(by.cipher, ref, texts, current.text_encrypted);
  return save(
    by,
    {
      message: "CPD changed",
      ...editOf("cpd", { ref, version, fingerprint }),
      updates: { cpd: [{ ...row, unique_ref: ref, text_encrypted }] },
    },
    "entry",
  );
}
