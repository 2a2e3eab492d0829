import { and, desc, eq, sql } from "drizzle-orm";
import { data } from "react-router";
import { deleteForGood, isStale, newRef, nextVersion } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { claimKey, editedBefore, type FormKey, once, rememberEdit } from "~/platform/db/idempotency.server";
import { FORM_WAS_USED, type Refusal } from "~/platform/http/refusal.server";
import { formatBand, formatPrice } from "./format-rate";
import type { RateColumns } from "./rate-form";
import { rates } from "./table.server";

export type RateRow = typeof rates.$inferSelect;

const CHANGED =
  "This rate was changed elsewhere after you opened this page. What is saved now is shown with your answers: press the button again to go on with yours";

/** The rates of a user, those in use first. For a page's batch. */
export function ratesOf(db: Database, userId: number) {
  return db
    .select()
    .from(rates)
    .where(eq(rates.user_id, userId))
    .orderBy(desc(rates.active), sql`${rates.name} COLLATE NOCASE`, rates.created_at);
}

function ofUser(userId: number, rateRef: string) {
  return and(eq(rates.user_id, userId), eq(rates.unique_ref, rateRef));
}

/** A rate: one row, or none. For a page's batch. */
export function rateOf(db: Database, userId: number, rateRef: string) {
  return db.select().from(rates).where(ofUser(userId, rateRef));
}

/** @throws 404 when it is not there, or not the user's. */
export function foundRate(rate: RateRow | undefined): RateRow {
  if (!rate) throw data(null, { status: 404 });
  return rate;
}

/** Adds a rate, once for each form. */
export async function addRate(
  db: Database,
  userId: number,
  form: FormKey,
  columns: RateColumns,
  now: number,
): Promise<Refusal | null> {
  const row = { ...columns, unique_ref: newRef(), user_id: userId, created_at: now, updated_at: now };
  const write = () => db.batch([claimKey(db, userId, form, row.unique_ref, now), db.insert(rates).values(row)]);
  const isThere = async (ref: string) => (await db.$count(rates, ofUser(userId, ref))) > 0;
  const made = await once(db, userId, form, row.unique_ref, write, isThere);
  return made === null ? FORM_WAS_USED : null;
}

/** A save of a rate: where it started from, and the answers of its form. */
interface Edit {
  unique_ref: string;
  version: number;
  fingerprint: string;
}

/** Saves a rate, or takes it off the list for new fees, or puts it back. Fees that were worked out stay as they are. */
export async function changeRate(
  db: Database,
  userId: number,
  { unique_ref, version, fingerprint }: Edit,
  set: RateColumns | { active: boolean },
  now: number,
): Promise<Refusal | null> {
  const edit = { ref: unique_ref, version, fingerprint };
  try {
    const [saved] = await db.batch([
      db
        .update(rates)
        .set({ ...set, updated_at: now, version: nextVersion(rates.version, version) })
        .where(ofUser(userId, unique_ref)),
      rememberEdit(db, userId, rates, edit, now),
    ]);
    if (saved.meta.changes === 0) throw data(null, { status: 404 });
    return null;
  } catch (error) {
    if (!isStale(error)) throw error;
    return (await editedBefore(db, userId, rates, edit)) ? null : newer(db, userId, unique_ref);
  }
}

/** Deletes a rate: nothing points at it. @throws 404 */
export async function deleteRate(
  db: Database,
  userId: number,
  { unique_ref, version }: Omit<Edit, "fingerprint">,
): Promise<Refusal | null> {
  const deleted = await deleteForGood(db, { table: rates, where: ofUser(userId, unique_ref), version });
  return deleted === "changed" ? newer(db, userId, unique_ref) : null;
}

async function newer(db: Database, userId: number, rateRef: string): Promise<Refusal> {
  const [row] = await rateOf(db, userId, rateRef);
  const rate = foundRate(row);
  const facts = [
    { name: "Name", value: rate.name },
    { name: "Price", value: [formatPrice(rate), ...formatBand(rate.bands)].join("\n") },
    { name: "Payer", value: rate.payer || "None" },
    { name: "On the list", value: rate.active ? "Yes" : "No, archived" },
  ];
  return { errors: { "": CHANGED }, status: 409, newer: { version: rate.version, facts } };
}
