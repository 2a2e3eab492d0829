import { and, asc, eq, sql } from "drizzle-orm";
import { data } from "react-router";
import { payerKey } from "~/diary/fees/payer-key";
import { deleteForGood, isStale, isTaken, newRef, nextVersion } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import {
  claimKey,
  type EditForm,
  editedBefore,
  type FormKey,
  once,
  rememberEdit,
} from "~/platform/db/idempotency.server";
import { FORM_WAS_USED, type Refusal } from "~/platform/http/refusal.server";
import { type ReportChoices, writeChoices } from "../document/choices";
import { savedReports } from "./table.server";

const CHANGED =
  "This saved report was changed elsewhere after you opened this page. What is saved now is shown with your answers: press the button again to go on with yours";

const TAKEN = "report of this name";

/** The saved reports of a user, by name. For a page's batch. */
export function savedReportsOf(db: Database, userId: number) {
  return db
    .select({ unique_ref: savedReports.unique_ref, name: savedReports.name, choices: savedReports.choices })
    .from(savedReports)
    .where(eq(savedReports.user_id, userId))
    .orderBy(asc(savedReports.name_key));
}

function ofUser(userId: number, reportRef: string) {
  return and(eq(savedReports.user_id, userId), eq(savedReports.unique_ref, reportRef));
}

/** @throws 404 when it is not there, or not the user's. */
export async function savedReport(db: Database, userId: number, reportRef: string) {
  const [report] = await db.select().from(savedReports).where(ofUser(userId, reportRef));
  if (!report) throw data(null, { status: 404 });
  return report;
}

interface NewReport {
  name: string;
  choices: ReportChoices;
  /** Puts it in the place of the one that has this name; its version goes on. */
  replace: boolean;
}

/** Saves a report's choices under a name, once for each form. */
export async function saveReport(
  db: Database,
  userId: number,
  form: FormKey,
  { name, choices, replace }: NewReport,
  now: number,
): Promise<Refusal | null> {
  const row = { unique_ref: newRef(), user_id: userId, created_at: now, updated_at: now };
  const said = { name, choices: writeChoices(choices).toString() };
  const added = db.insert(savedReports).values({ ...row, ...said, name_key: payerKey(name) });
  const write = () =>
    db.batch([
      claimKey(db, userId, form, row.unique_ref, now),
      replace
        ? added.onConflictDoUpdate({
            target: [savedReports.user_id, savedReports.name_key],
            set: { ...said, updated_at: now, version: sql`${savedReports.version} + 1` },
          })
        : added,
    ]);
  // What it was saved in the place of keeps its own reference: the name tells whether it is there.
  const isThere = async () =>
    (await db.$count(savedReports, and(eq(savedReports.user_id, userId), eq(savedReports.name_key, payerKey(name))))) >
    0;
  try {
    const made = await once(db, userId, form, row.unique_ref, write, isThere);
    return made === null ? FORM_WAS_USED : null;
  } catch (error) {
    if (!isTaken(error, "saved_reports.user_id")) throw error;
    const message = `You have a ${TAKEN}. Enter another, or tick to save this one in its place`;
    return { errors: { name: message }, status: 422 };
  }
}

/** Saves a report under another name. @throws 404 */
export async function renameReport(
  db: Database,
  userId: number,
  edit: EditForm,
  name: string,
  now: number,
): Promise<Refusal | null> {
  const version = nextVersion(savedReports.version, edit.version);
  try {
    const [saved] = await db.batch([
      db
        .update(savedReports)
        .set({ name, name_key: payerKey(name), updated_at: now, version })
        .where(ofUser(userId, edit.ref)),
      rememberEdit(db, userId, savedReports, edit, now),
    ]);
    if (saved.meta.changes === 0) throw data(null, { status: 404 });
    return null;
  } catch (error) {
    if (isTaken(error, "saved_reports.user_id")) {
      return { errors: { name: `You have another ${TAKEN}. Enter another name` }, status: 422 };
    }
    if (!isStale(error)) throw error;
    return (await editedBefore(db, userId, savedReports, edit)) ? null : newer(db, userId, edit.ref);
  }
}

/** Deletes a saved report for good: it holds choices, and nothing of the diary. @throws 404 */
export async function deleteReport(
  db: Database,
  userId: number,
  reportRef: string,
  version: number,
): Promise<Refusal | null> {
  const where = ofUser(userId, reportRef);
  const deleted = await deleteForGood(db, { table: savedReports, where, version });
  return deleted === "changed" ? newer(db, userId, reportRef) : null;
}

async function newer(db: Database, userId: number, reportRef: string): Promise<Refusal> {
  const { name, version } = await savedReport(db, userId, reportRef);
  return { errors: { "": CHANGED }, status: 409, newer: { version, facts: [{ name: "Name", value: name }] } };
}
