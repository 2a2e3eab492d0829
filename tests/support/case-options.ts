import { asc, eq, type SQL } from "drizzle-orm";
import { cases } from "~/diary/cases/table.server";
import { db } from "./harness";

/** Gives a case an option beside those that it has, as nothing of the app does: its version stays. */
export async function addOptionToCase(caseRef: string, id: string, flags = ""): Promise<void> {
  const [row] = await db.select().from(cases).where(eq(cases.unique_ref, caseRef));
  if (!row) throw new Error("There is no such case");
  await db
    .update(cases)
    .set({ options: [...row.options, { id, flags }] })
    .where(eq(cases.unique_ref, caseRef));
}

/** The options of cases, each with its case, by case and in the order of its row. */
export async function optionsIn(where: SQL) {
  const rows = await db.select().from(cases).where(where).orderBy(asc(cases.unique_ref));
  return rows.flatMap(({ unique_ref, options }) => options.map((option) => ({ case_ref: unique_ref, ...option })));
}

export function optionsOfCase(caseRef: string) {
  return optionsIn(eq(cases.unique_ref, caseRef));
}

export function optionsOfUser(userId: number) {
  return optionsIn(eq(cases.user_id, userId));
}
