import { and, desc, eq, isNotNull, notExists, sql } from "drizzle-orm";
import { data } from "react-router";
import { changedRows } from "~/changes/table.server";
import type { Writer } from "~/changes/write-rows.server";
import { assertThat, assertVersion, failedAssertion, isStale } from "~/platform/db/assertions.server";
import { isTaken, newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { claimKey, type FormKey, runOnce } from "~/platform/db/idempotency.server";
import { type EditForm, saveEdit } from "~/platform/db/save-edit.server";
import { changedElsewhereTo, FORM_WAS_USED, type Refusal } from "~/platform/http/refusal.server";
import { PAYER_KINDS, type PayerKind } from "./kinds";
import { payerKey } from "./payer-key";
import { dropUnnamedPayers } from "./payer-names.server";
import { fees, payers, rates } from "./table.server";

/** What fails a batch that lists a payer whose name is on the list already. */
const LISTED = "payer listed";

/**
 * The listed payers of a user, active ones first, each with the number of fees that refer to it. For a page's batch.
 */
export function payersWithUses(db: Database, userId: number) {
  return db
    .select({
      unique_ref: payers.unique_ref,
      name: payers.name,
      kind: sql<PayerKind>`${payers.kind}`.as("listed_kind"),
      active: payers.active,
      fees: sql<number>`(SELECT count(*) FROM fees AS named
        WHERE named.user_id = payers.user_id AND named.payer_ref = payers.unique_ref)`
        .mapWith(Number)
        .as("fees"),
    })
    .from(payers)
    .where(and(eq(payers.user_id, userId), isNotNull(payers.kind)))
    .orderBy(desc(payers.active), payers.name_key);
}

/** Condition: this payer of the user, and only if it is on the list. */
function listed(userId: number, payerRef: string) {
  return and(eq(payers.user_id, userId), eq(payers.unique_ref, payerRef), isNotNull(payers.kind));
}

/**
 * A listed payer.
 * @throws 404 when it does not exist, is not listed, or is another user's
 */
export async function payerOf(db: Database, userId: number, payerRef: string) {
  const [payer] = await db.select().from(payers).where(listed(userId, payerRef));
  if (!payer?.kind) throw data(null, { status: 404 });
  return { ...payer, kind: payer.kind };
}

interface PayerAnswers {
  name: string;
  kind: PayerKind;
}

/**
 * Adds a payer to the list, only once however often its form is sent. An unlisted payer with that name is listed, with
 * the spelling of the form.
 */
export async function addPayer(by: Writer, form: FormKey, { name, kind }: PayerAnswers): Promise<Refusal | null> {
  const { db, userId, now } = by;
  const name_key = payerKey(name);
  const row = { unique_ref: newRef(), user_id: userId, name, name_key, kind, created_at: now, updated_at: now };
  const ofName = and(eq(payers.user_id, userId), eq(payers.name_key, name_key), isNotNull(payers.kind));
  const write = () =>
    db.batch([
      claimKey(db, userId, form, row.unique_ref, now),
      assertThat(db, [LISTED, notExists(db.select({ one: sql`1` }).from(payers).where(ofName))]),
      db
        .insert(payers)
        .values(row)
        .onConflictDoUpdate({
          target: [payers.user_id, payers.name_key],
          set: { name, kind, updated_at: now, version: sql`${payers.version} + 1` },
        }),
    ]);
  const isThere = async () => (await db.$count(payers, ofName)) > 0;
  try {
    const made = await runOnce(db, userId, form, row.unique_ref, write, isThere);
    return made === null ? FORM_WAS_USED : null;
  } catch (error) {
    return nameTakenRefusal(error, name);
  }
}

/**
 * Changes the name and kind of a payer, also for the fees and rates that refer to it; or archives or restores it.
 * @throws 404 when it is not a listed payer of the user
 */
export async function changePayer(
  by: Writer,
  edit: EditForm,
  set: PayerAnswers | { active: boolean },
): Promise<Refusal | null> {
  const { db, userId } = by;
  const name = "name" in set ? set.name : "";
  const key = "name" in set ? { name_key: payerKey(name) } : {};
  const ahead = "name" in set ? mergeTypedPayer(db, userId, edit.ref, payerKey(name)) : [];
  const save = { table: payers, where: isNotNull(payers.kind), set: { ...set, ...key }, ahead };
  try {
    return (await saveEdit(by, edit, save)) ? null : refusalWithCurrent(db, userId, edit.ref);
  } catch (error) {
    return nameTakenRefusal(error, name);
  }
}

/**
 * Statements: merge an unlisted payer into the listed one that takes its name. Fees, rates and the rows kept for undo
 * then refer to the listed payer. This counts as no change of a fee, since its form contains the payer's name, not the
 * reference.
 */
function mergeTypedPayer(db: Database, userId: number, payerRef: string, nameKey: string) {
  const typed = sql`(SELECT typed.unique_ref FROM payers AS typed
    JOIN payers AS listed ON listed.user_id = typed.user_id AND listed.unique_ref = ${payerRef} AND listed.kind IS NOT NULL
    WHERE typed.user_id = ${userId} AND typed.name_key = ${nameKey} AND typed.kind IS NULL)`;
  const before = sql`json_set(${changedRows.before}, '$.payer_ref', ${payerRef})`;
  return [
    db
      .update(fees)
      .set({ payer_ref: payerRef })
      .where(and(eq(fees.user_id, userId), eq(fees.payer_ref, typed))),
    db
      .update(rates)
      .set({ payer_ref: payerRef })
      .where(and(eq(rates.user_id, userId), eq(rates.payer_ref, typed))),
    db
      .update(changedRows)
      .set({ before })
      .where(
        and(
          ...[eq(changedRows.user_id, userId), eq(changedRows.table_name, "fees")],
          sql`${changedRows.before} ->> '$.payer_ref' = ${typed}`,
        ),
      ),
    db.delete(payers).where(and(eq(payers.user_id, userId), eq(payers.unique_ref, typed))),
  ];
}

/**
 * Takes a payer off the list; fees and rates that refer to it keep its name.
 * @throws 404 when it is not a listed payer of the user
 */
export async function deletePayer(
  db: Database,
  userId: number,
  { ref, version }: Pick<EditForm, "ref" | "version">,
): Promise<Refusal | null> {
  const off = { kind: null, active: true, version: version + 1 };
  try {
    const [, taken] = await db.batch([
      assertVersion(db, payers, listed(userId, ref), version),
      db.update(payers).set(off).where(listed(userId, ref)),
      dropUnnamedPayers(db, sql`= ${userId}`),
    ]);
    if (taken.meta.changes === 0) throw data(null, { status: 404 });
    return null;
  } catch (error) {
    if (!isStale(error)) throw error;
    return refusalWithCurrent(db, userId, ref);
  }
}

/**
 * The refusal of a name that is taken.
 * @throws any other error unchanged
 */
function nameTakenRefusal(error: unknown, name: string): Refusal {
  if (!isTaken(error, "payers.user_id") && failedAssertion(error) !== LISTED) throw error;
  return { errors: { name: `You have a payer called “${name}”, in use or archived. Enter another name` }, status: 422 };
}

async function refusalWithCurrent(db: Database, userId: number, payerRef: string): Promise<Refusal> {
  const { name, kind, active, version } = await payerOf(db, userId, payerRef);
  const facts = [
    { name: "Name", value: name },
    { name: "Kind", value: PAYER_KINDS[kind] },
    { name: "On the list", value: active ? "Yes" : "No, archived" },
  ];
  return changedElsewhereTo("payer", { version, facts });
}
