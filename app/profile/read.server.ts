import { eq, getTableColumns } from "drizzle-orm";
import type { Database } from "~/platform/db/database.server";
import { profiles } from "./table.server";

export type Profile = Omit<typeof profiles.$inferSelect, "unique_ref" | "user_id" | "created_at" | "updated_at">;

/** Of somebody who never said otherwise. Version 0: there is no row yet. */
export const FIRST_PROFILE: Profile = {
  gmc_number: "",
  grade: "",
  specialty: "",
  employers: [],
  sites: [],
  pa_rules: null,
  appraisal_month: 4,
  units: "pas",
  first_view: "list",
  default_element_ref: null,
  ages: "exact",
  age_cuts: [1, 12, 72, 192, 780, 960],
  day_from_minute: 480,
  day_until_minute: 1080,
  supervision_labels: {},
  version: 0,
};

/** Statement for the batch of a page; its first row, or `FIRST_PROFILE`. */
export function profileRow(db: Database, userId: number) {
  const { unique_ref, user_id, created_at, updated_at, ...said } = getTableColumns(profiles);
  return db.select(said).from(profiles).where(eq(profiles.user_id, userId));
}
