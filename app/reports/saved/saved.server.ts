import { and, asc, eq, sql } from "drizzle-orm";
import { data } from "react-router";
import { payerKey } from "~/diary/fees/payer-key";
import type { Actor } from "~/platform/context";
import { deletePermanently, isTaken, newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { claimKey, type FormKey, runOnce } from "~/platform/db/idempotency.server";
import { type EditForm, saveEdit } from "~/platform/db/save-edit.server";
import { changedElsewhereTo, FORM_WAS_USED, type Refusal } from "~/platform/http/refusal.server";
import { savedReports } from "~/reports/table.server";
import { type ReportChoices, writeChoices } from "../document/choices";

const TAKEN = "report of this name";

/** Statement for a page's batch: the saved reports of a user, by name. */
export function savedReportsOf(db: Database, userId: number) {
  return db
    .select({ unique_ref: savedReports.unique_ref, name: savedReports.name, choices: savedReports.choices })
    .from(savedReports)
    .where(eq(savedReports.user_id, userId))
    .orderBy(asc(savedReports.name_key));
}

type Owner = Pick<Actor, "db" | "userId">;

/**
 * Reads a saved report.
 * @throws 404 when it does not exist, or is not the user's
 */
export async function savedReport({ db, userId }: Owner, reportRef: string) {
  const [report] = await db.select().from(savedReports).where(isReport(userId, reportRef));
  if (!report) throw data(null, { status: 404 });
  return report;
}

function isReport(userId: number, reportRef: string) {
  return and(eq(savedReports.user_id, userId), eq(savedReports.unique_ref, reportRef));
}

interface NewReport {
  name: string;
  choices: ReportChoices;
  /** Whether to replace the report that has this name; its version is then increased. */
  replace: boolean;
}

/** Saves a report's choices under a name; a form that is sent again saves no second one. */
export async function saveReport(
  { db, userId, now }: Actor,
  form: FormKey,
  { name, choices, replace }: NewReport,
): Promise<Refusal | null> {
  const ref = newRef();
  const name_key = payerKey(name);
  const said = { name, choices: writeChoices(choices).toString(), updated_at: now };
  const added = db
    .insert(savedReports)
    .values({ unique_ref: ref, user_id: userId, created_at: now, ...said, name_key });
  const put = replace
    ? added.onConflictDoUpdate({
        target: [savedReports.user_id, savedReports.name_key],
        set: { ...said, version: sql`${savedReports.version} + 1` },
      })
    : added;
  const write = () => db.batch([claimKey(db, userId, form, ref, now), put]);
  // A report that was replaced keeps its reference: the name shows whether it is saved.
  const hasName = and(eq(savedReports.user_id, userId), eq(savedReports.name_key, name_key));
  const isThere = async () => (await db.$count(savedReports, hasName)) > 0;
  try {
    const made = await runOnce(db, userId, form, ref, write, isThere);
    return made === null ? FORM_WAS_USED : null;
  } catch (error) {
    if (!isTaken(error, "saved_reports.user_id")) throw error;
    const message = `You have a ${TAKEN}. Enter another, or select to save this one in its place`;
    return { errors: { name: message }, status: 422 };
  }
}

/**
 * Renames a saved report.
 * @throws 404 when it does not exist, or is not the user's
 */
export async function renameReport(by: Actor, edit: EditForm, name: string): Promise<Refusal | null> {
  try {
    const isSaved = await saveEdit(by, edit, { table: savedReports, set: { name, name_key: payerKey(name) } });
    return isSaved ? null : refusalWithCurrent(by, edit.ref);
  } catch (error) {
    if (!isTaken(error, "saved_reports.user_id")) throw error;
    return { errors: { name: `You have another ${TAKEN}. Enter another name` }, status: 422 };
  }
}

/**
 * Deletes a saved report permanently: it contains choices, and nothing of the diary.
 * @throws 404 when it does not exist, or is not the user's
 */
export async function deleteReport(by: Owner, reportRef: string, version: number): Promise<Refusal | null> {
  const where = isReport(by.userId, reportRef);
  const deleted = await deletePermanently(by.db, { table: savedReports, where, version });
  return deleted === "changed" ? refusalWithCurrent(by, reportRef) : null;
}

async function refusalWithCurrent(by: Owner, reportRef: string): Promise<Refusal> {
  const { name, version } = await savedReport(by, reportRef);
  return changedElsewhereTo("saved report", { version, facts: [{ name: "Name", value: name }] });
}
