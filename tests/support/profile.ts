import { idOf } from "~/data/table-entry.server";
import { newRef } from "~/platform/db/columns.server";
import { profiles } from "~/profile/table.server";
import { db, NOW } from "./harness";

/** What the form of a profile sends, all of it answered. */
export const PROFILE_FORM = {
  version: "1",
  first_name: "Ada",
  last_name: "Example",
  gmc_number: "123 4567",
  grade: "Consultant",
  specialty: "Anaesthetics",
  employers: "Northern Trust\nSouthern Trust\n",
  sites: "Main site",
  nation: "wales",
  hours_per_pa_standard: "",
  hours_per_pa_premium: "3.5",
  standard_start: "",
  standard_end: "",
  premium_days: ["6", "7"],
  bank_holidays_premium: "yes",
  bank_holiday_region: "",
  first_view: "week",
  units: "hours",
  default_element_ref: "",
  ages: "bands",
  age_cuts: "65, 1m, 1, 16",
  round_up_mail: "yes",
  supervision_3: "ST 4-7 resident",
  appraisal_month: "9",
  day_from: "07:30",
  day_until: "19:00",
} satisfies Record<string, string | string[]>;

/** What a user's profile says; all else as of somebody who never said otherwise. */
export async function setProfile(userRef: string, said: Partial<typeof profiles.$inferInsert>): Promise<void> {
  const row = { unique_ref: newRef(), user_id: idOf(userRef), created_at: NOW, updated_at: NOW };
  await db
    .insert(profiles)
    .values({ ...row, ...said })
    .onConflictDoUpdate({ target: profiles.user_id, set: { ...said, updated_at: NOW } });
}
