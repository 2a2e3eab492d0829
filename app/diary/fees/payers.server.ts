import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { data } from "react-router";
import { writeChange } from "~/diary/changes.server";
import type { Writer } from "~/diary/write-rows.server";
import { deleteForGood, isStale, isTaken, newRef, nextVersion } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { claimKey, editedBefore, type FormKey, once, rememberEdit } from "~/platform/db/idempotency.server";
import { FORM_WAS_USED, type Refusal } from "~/platform/http/refusal.server";
import { counted } from "~/platform/time/counted";
import { ownersOf } from "./fee-writes.server";
import { PAYER_KINDS, type PayerKind } from "./kinds";
import { payerKey } from "./payer-key";
import type { FeeRow } from "./queries.server";
import { fees, payers, rates } from "./table.server";

export type PayerRow = typeof payers.$inferSelect;

const CHANGED =
  "This payer was changed elsewhere after you opened this page. What is saved now is shown with your answers: press the button again to go on with yours";

/** The payers of a user, those in use first, each with how many fees name it. For a page's batch. */
export function payersWithUses(db: Database, userId: number) {
  return db
    .select({
      unique_ref: payers.unique_ref,
      name: payers.name,
      kind: payers.kind,
      active: payers.active,
      fees: sql<number>`(SELECT count(*) FROM ${fees} WHERE ${feesOf(userId, sql`${payers.name}`)})`
        .mapWith(Number)
        .as("fees"),
    })
    .from(payers)
    .where(eq(payers.user_id, userId))
    .orderBy(desc(payers.active), payers.name_key);
}

/** The fees that name a payer, in whatever letters of English: SQLite knows the case of no others. */
function feesOf(userId: number, name: ReturnType<typeof sql>) {
  return and(eq(fees.user_id, userId), sql`${fees.payer} = ${name} COLLATE NOCASE`);
}

function ofUser(userId: number, payerRef: string) {
  return and(eq(payers.user_id, userId), eq(payers.unique_ref, payerRef));
}

/** What names a payer: fees in whatever letters of English, rates in any. */
interface Uses {
  fees: readonly Pick<FeeRow, "unique_ref" | "version" | "session_ref" | "case_ref">[];
  rateRefs: readonly string[];
}

/** @throws 404 when it is not there, or not the user's. */
export async function payerOf(db: Database, userId: number, payerRef: string): Promise<PayerRow & Uses> {
  const { unique_ref, version, session_ref, case_ref } = fees;
  const itsName = sql`(SELECT ${payers.name} FROM ${payers} WHERE ${ofUser(userId, payerRef)})`;
  const [[payer], feeList, ofRates] = await db.batch([
    db.select().from(payers).where(ofUser(userId, payerRef)),
    db.select({ unique_ref, version, session_ref, case_ref }).from(fees).where(feesOf(userId, itsName)),
    db.select({ unique_ref: rates.unique_ref, payer: rates.payer }).from(rates).where(eq(rates.user_id, userId)),
  ]);
  if (!payer) throw data(null, { status: 404 });
  const rateRefs = ofRates
    .filter((rate) => payerKey(rate.payer) === payerKey(payer.name))
    .map((rate) => rate.unique_ref);
  return { ...payer, fees: feeList, rateRefs };
}

interface PayerAnswers {
  name: string;
  kind: PayerKind;
}

/** Adds a payer, once for each form. */
export async function addPayer(
  db: Database,
  userId: number,
  form: FormKey,
  { name, kind }: PayerAnswers,
  now: number,
): Promise<Refusal | null> {
  const row = { unique_ref: newRef(), user_id: userId, created_at: now, updated_at: now };
  const write = () =>
    db.batch([
      claimKey(db, userId, form, row.unique_ref, now),
      db.insert(payers).values({ ...row, name, kind, name_key: payerKey(name) }),
    ]);
  const isThere = async (ref: string) => (await db.$count(payers, ofUser(userId, ref))) > 0;
  try {
    const made = await once(db, userId, form, row.unique_ref, write, isThere);
    return made === null ? FORM_WAS_USED : null;
  } catch (error) {
    return named(error, name);
  }
}

/** A save of a payer: where it started from, and the answers of its form. */
interface Edit {
  unique_ref: string;
  version: number;
  fingerprint: string;
}

/**
 * Saves a payer under another name or kind, takes it off the list, or puts it back.
 * @param uses the fees and rates that get its name with it
 */
export async function changePayer(
  by: Writer,
  { unique_ref, version, fingerprint }: Edit,
  set: PayerAnswers | { active: boolean },
  { fees, rateRefs }: Uses = { fees: [], rateRefs: [] },
): Promise<Refusal | null> {
  const { db, userId, now } = by;
  const edit = { ref: unique_ref, version, fingerprint };
  const name = "name" in set ? set.name : "";
  const key = "name" in set ? { name_key: payerKey(name) } : {};
  const statements = [
    db
      .update(payers)
      .set({ ...set, ...key, updated_at: now, version: nextVersion(payers.version, version) })
      .where(ofUser(userId, unique_ref)),
    ...(rateRefs.length > 0 ? [renameInRates(db, userId, rateRefs, name, now)] : []),
    rememberEdit(db, userId, payers, edit, now),
  ] as const;
  try {
    const [saved] =
      fees.length > 0 ? await renameInFees(by, unique_ref, fees, name, statements) : await db.batch(statements);
    if (!saved) return newer(db, userId, unique_ref);
    if (saved.meta.changes === 0) throw data(null, { status: 404 });
    return null;
  } catch (error) {
    if (isStale(error)) {
      return (await editedBefore(db, userId, payers, edit)) ? null : newer(db, userId, unique_ref);
    }
    return named(error, name);
  }
}

/** Gives fees the new name of their payer. @returns the results of the statements beside it; none when a fee was changed meanwhile */
async function renameInFees(
  by: Writer,
  payerRef: string,
  fees: Uses["fees"],
  payer: string,
  alongside: readonly BatchItem<"sqlite">[],
): Promise<readonly { meta: { changes: number } }[]> {
  const written = await writeChange(by, {
    message: `New name of a payer in ${counted(fees.length, "fee")}`,
    seen: fees.map(({ unique_ref: ref, version }) => ({ part: "fees", ref, version })),
    sets: [{ part: "fees", refs: fees.map(({ unique_ref }) => unique_ref), values: { payer } }],
    touches: ownersOf(fees),
    guards: { payer: sql`EXISTS (SELECT 1 FROM ${payers} WHERE ${ofUser(by.userId, payerRef)})` },
    alongside,
  });
  return written.result === "written" ? (written.alongside as { meta: { changes: number } }[]) : [];
}

/** The next fee by one of the rates has the new name too. */
function renameInRates(db: Database, userId: number, rateRefs: readonly string[], to: string, now: number) {
  return db
    .update(rates)
    .set({ payer: to, updated_at: now, version: sql`${rates.version} + 1` })
    .where(
      and(
        eq(rates.user_id, userId),
        // As one value, however many rates there are.
        inArray(rates.unique_ref, sql`(SELECT value FROM json_each(${JSON.stringify(rateRefs)}))`),
      ),
    );
}

/** Takes a payer off the list for good; its fees keep their words. @throws 404 */
export async function deletePayer(
  db: Database,
  userId: number,
  { unique_ref, version }: Omit<Edit, "fingerprint">,
): Promise<Refusal | null> {
  const deleted = await deleteForGood(db, { table: payers, where: ofUser(userId, unique_ref), version });
  return deleted === "changed" ? newer(db, userId, unique_ref) : null;
}

/** @throws the error when it is not that the name is taken. */
function named(error: unknown, name: string): Refusal {
  if (!isTaken(error, "payers.user_id")) throw error;
  return { errors: { name: `You have a payer called “${name}”, in use or archived. Enter another name` }, status: 422 };
}

async function newer(db: Database, userId: number, payerRef: string): Promise<Refusal> {
  const { name, kind, active, version } = await payerOf(db, userId, payerRef);
  const facts = [
    { name: "Name", value: name },
    { name: "Kind", value: PAYER_KINDS[kind] },
    { name: "On the list", value: active ? "Yes" : "No, archived" },
  ];
  return { errors: { "": CHANGED }, status: 409, newer: { version, facts } };
}
