import { and, asc, eq } from "drizzle-orm";
import { data } from "react-router";
import { refuseTaken, save } from "~/changes/saved.server";
import { type Edit, editOf } from "~/changes/write-change.server";
import { payerKey } from "~/diary/fees/kinds";
import type { Actor } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import type { FormKey } from "~/platform/db/idempotency.server";
import type { Saved } from "~/platform/http/answer-save.server";
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
export async function saveReport(by: Actor, form: FormKey, { name, choices, replace }: NewReport): Promise<Saved> {
  const name_key = payerKey(name);
  const [there] = await by.db
    .select({ ref: savedReports.unique_ref, version: savedReports.version })
    .from(savedReports)
    .where(and(eq(savedReports.user_id, by.userId), eq(savedReports.name_key, name_key)));
  const replaced = replace ? there : undefined;
  const ref = replaced?.ref ?? newRef();
  const row = { unique_ref: ref, name, name_key, choices: writeChoices(choices).toString() };
  const message = `You have a ${TAKEN}. Enter another, or select to save this one in its place`;
  return unlessNamed(message, async () => {
    return save(
      by,
      {
        message: "Report saved",
        form: { ...form, result: { part: "saved_reports", ref } },
        ...(replaced && { seen: [{ part: "saved_reports", ...replaced }] }),
        ...(replaced ? { updates: { saved_reports: [row] } } : { inserts: { saved_reports: [row] } }),
      },
      "saved report",
    );
  });
}

/**
 * Renames a saved report.
 * @throws 404 when it does not exist, or is not the user's
 */
export async function renameReport(by: Actor, edit: Edit, name: string): Promise<Saved> {
  return unlessNamed(`You have another ${TAKEN}. Enter another name`, async () => {
    return save(
      by,
      {
        message: "Saved report renamed",
        ...editOf("saved_reports", edit),
        updates: { saved_reports: [{ unique_ref: edit.ref, name, name_key: payerKey(name) }] },
      },
      "saved report",
    );
  });
}

function unlessNamed(message: string, save: () => Promise<Saved>): Promise<Saved> {
  return refuseTaken("saved_reports.user_id", { errors: { name: message }, status: 422 }, save);
}
