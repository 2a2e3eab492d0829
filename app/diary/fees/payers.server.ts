import { and, desc, eq, exists, inArray, isNotNull, isNull, notExists, sql } from "drizzle-orm";
import { data } from "react-router";
import { refuseTaken, save } from "~/changes/saved.server";
import { changedRows } from "~/changes/table.server";
import { type Change, deletionForm, type Edit, editOf } from "~/changes/write-change.server";
import type { Writer } from "~/changes/write-rows.server";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import type { FormKey } from "~/platform/db/idempotency.server";
import type { Saved } from "~/platform/http/answer-save.server";
import type { Refusal } from "~/platform/http/refusal.server";
import { type PayerKind, payerKey } from "./kinds";
import { fees, payers, rates } from "./table.server";

/** What fails a batch that lists a payer whose name is on the list already. */
const LISTED = "payer listed";
/** The same of a deletion of one that is not. */
const UNLISTED = "payer not listed";

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
export async function addPayer(by: Writer, form: FormKey, { name, kind }: PayerAnswers): Promise<Saved> {
  const { db, userId } = by;
  const name_key = payerKey(name);
  const [there] = await db
    .select({ unique_ref: payers.unique_ref, version: payers.version })
    .from(payers)
    .where(and(eq(payers.user_id, userId), eq(payers.name_key, name_key)));
  const ref = there?.unique_ref ?? newRef();
  const row = { unique_ref: ref, name, name_key, kind };
  const ofName = and(eq(payers.user_id, userId), eq(payers.name_key, name_key), isNotNull(payers.kind));
  return saveUnlessNamed(by, name, {
    message: "Payer added",
    form: { ...form, result: { part: "payers", ref } },
    ...(there && { seen: [{ part: "payers", ref, version: there.version }] }),
    guards: { [LISTED]: notExists(db.select({ one: sql`1` }).from(payers).where(ofName)) },
    ...(there ? { updates: { payers: [row] } } : { inserts: { payers: [row] } }),
  });
}

/**
 * Changes the name and kind of a payer, also for the fees and rates that refer to it; or archives or restores it.
 * @throws 404 when it is not a listed payer of the user
 */
export async function changePayer(by: Writer, edit: Edit, set: PayerAnswers | { active: boolean }): Promise<Saved> {
  const { db, userId } = by;
  const name = "name" in set ? set.name : "";
  const key = "name" in set ? { name_key: payerKey(name) } : {};
  const typed = and(eq(payers.user_id, userId), eq(payers.name_key, payerKey(name)), isNull(payers.kind));
  const merges = "name" in set && (await db.$count(payers, typed)) > 0;
  return saveUnlessNamed(by, name, {
    message: "Payer changed",
    ...editOf("payers", edit),
    ahead: "name" in set ? mergeTypedPayer(by, edit.ref, payerKey(name)) : [],
    // Whose fees were the typed one's is not kept, so its name is not given back either.
    isForGood: merges,
    updates: { payers: [{ ...set, ...key, unique_ref: edit.ref }] },
  });
}

/**
 * Takes a payer off the list; fees and rates that refer to it keep its name.
 * @throws 404 when it is not a listed payer of the user
 */
export async function deletePayer(by: Writer, edit: Edit): Promise<Saved> {
  const change: Change = {
    message: "Payer deleted",
    ...editOf("payers", edit),
    form: deletionForm(edit),
    guards: { [UNLISTED]: exists(by.db.select({ one: sql`1` }).from(payers).where(listed(by.userId, edit.ref))) },
    updates: { payers: [{ unique_ref: edit.ref, kind: null, active: true }] },
  };
  return save(by, change, "payer", { [UNLISTED]: () => Promise.reject(data(null, { status: 404 })) });
}

/** Writes a change, or refuses it because of the name of its payer. */
function saveUnlessNamed(by: Writer, name: string, change: Change) {
  const taken = { name: `You have a payer called “${name}”, in use or archived. Enter another name` };
  const refusal: Refusal = { errors: taken, status: 422 };
  return refuseTaken("payers.user_id", refusal, () => save(by, change, "payer", { [LISTED]: () => refusal }));
}

/**
 * Statements: merge an unlisted payer into the listed one that takes its name. Fees, rates and the rows kept for undo
 * then refer to the listed payer. This counts as no change of a fee, since its form contains the payer's name, not the
 * reference.
 */
function mergeTypedPayer({ db, userId }: Writer, payerRef: string, nameKey: string) {
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
          ...[eq(changedRows.user_id, userId), inArray(changedRows.table_name, ["fees", "rates"])],
          sql`${changedRows.before} ->> '$.payer_ref' = ${typed}`,
        ),
      ),
    db.delete(payers).where(and(eq(payers.user_id, userId), eq(payers.unique_ref, typed))),
  ];
}
