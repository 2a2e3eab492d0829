import { and, eq, getTableColumns } from "drizzle-orm";
import { users } from "~/account/table.server";
import { INITIAL_VERSION } from "~/changes/open-change.server";
import { saveSettings } from "~/changes/settings.server";
import type { Writer } from "~/changes/write-rows.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import type { Database } from "~/platform/db/database.server";
import type { Saved } from "~/platform/http/answer-save.server";
import type { ProfileToSave } from "./form";
import { mailedBefore } from "./friday-mail";
import { profiles } from "./table.server";

export type Profile = Omit<typeof profiles.$inferSelect, "unique_ref" | "user_id" | "created_at" | "updated_at">;

/** The profile of a user who saved none. */
export const DEFAULT_PROFILE: Profile = {
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
  hides_first_steps: false,
  round_up_mailed: null,
  version: INITIAL_VERSION,
};

/** Statement for the batch of a page: returns the row, or none, in which case `DEFAULT_PROFILE` applies. */
export function profileRow(db: Database, userId: number) {
  const { unique_ref, user_id, created_at, updated_at, ...said } = getTableColumns(profiles);
  return db.select(said).from(profiles).where(eq(profiles.user_id, userId));
}

/** Saves the name and the other answers. A name is the account's: what changes it is not undone. */
export async function saveProfile(
  by: Writer,
  { version, name, mail, profile: answered }: ProfileToSave,
  fingerprint: string,
): Promise<Saved> {
  const { db, userId, now } = by;
  const wanted = answered.default_element_ref ?? null;
  const [[row], [named], [element]] = await db.batch([
    profileRow(db, userId),
    db.select({ first_name: users.first_name, last_name: users.last_name }).from(users).where(eq(users.id, userId)),
    db
      .select({ unique_ref: jobPlanElements.unique_ref })
      .from(jobPlanElements)
      .where(and(eq(jobPlanElements.user_id, userId), eq(jobPlanElements.unique_ref, wanted ?? ""))),
  ]);
  if (wanted !== null && !element) {
    return { refusal: { errors: { default_element_ref: "Choose an element from the list" }, status: 422 } };
  }
  const isRenamed = named?.first_name !== name.first_name || named.last_name !== name.last_name;
  const rename = db
    .update(users)
    .set({ ...name, updated_at: now })
    .where(eq(users.id, userId));
  return saveSettings(by, {
    ...{ part: "profiles", what: "profile", message: "Profile changed" },
    values: { ...answered, ...(mail !== null && { round_up_mailed: mailedOf(mail, row, now) }) },
    edit: { version, fingerprint },
    alongside: isRenamed ? [rename] : [],
    isForGood: isRenamed,
  });
}

/** Hides the first steps, or shows them again. */
export function hideFirstSteps(by: Writer, hides_first_steps: boolean): Promise<Saved> {
  const message = hides_first_steps ? "First steps hidden" : "First steps shown again";
  return saveSettings(by, { part: "profiles", what: "profile", values: { hides_first_steps }, message });
}

/** The week mailed last, to be saved: a user who asked for the mail before keeps theirs. */
function mailedOf(mail: boolean, row: Profile | undefined, now: number) {
  return mail ? (row?.round_up_mailed ?? mailedBefore(now)) : null;
}
