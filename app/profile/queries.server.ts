import { and, eq, getTableColumns } from "drizzle-orm";
import { users } from "~/account/table.server";
import { keepLockedProfile } from "~/changes/keep-locked-days.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import type { Actor } from "~/platform/context";
import { assertVersion, isStale } from "~/platform/db/assertions.server";
import { isTaken, newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import type { Refusal } from "~/platform/http/refusal.server";
import { changedElsewhere } from "~/platform/http/refusal.server";
import type { ProfileToSave } from "./form";
import { mailedBefore } from "./friday-mail";
import { profiles } from "./table.server";

export type Profile = Omit<typeof profiles.$inferSelect, "unique_ref" | "user_id" | "created_at" | "updated_at">;

/** The profile of a user who saved none. Version 0: there is no row yet. */
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
  version: 0,
};

/**
 * What reports of any days show or count by, as `formatProfileLocked` says. Not `units`: they show the same figures in
 * hours or in PAs.
 */
const COUNTED_BY = ["ages", "age_cuts", "supervision_labels", "day_from_minute", "day_until_minute"] as const;

export function countedBy(profile: Partial<Profile>): Partial<Profile> {
  return Object.fromEntries(COUNTED_BY.flatMap((name) => (name in profile ? [[name, profile[name]]] : [])));
}

/** Statement for the batch of a page: returns the row, or none, in which case `DEFAULT_PROFILE` applies. */
export function profileRow(db: Database, userId: number) {
  const { unique_ref, user_id, created_at, updated_at, ...said } = getTableColumns(profiles);
  return db.select(said).from(profiles).where(eq(profiles.user_id, userId));
}

/** Saves the name and the other answers; the same form sent again changes nothing. */
export async function saveProfile(
  db: Database,
  userId: number,
  { version, name, mail, profile: answered }: ProfileToSave,
  now: number,
): Promise<Refusal | null> {
  const wanted = answered.default_element_ref ?? null;
  const [[row], [named], [element]] = await db.batch([
    profileRow(db, userId),
    db.select({ first_name: users.first_name, last_name: users.last_name }).from(users).where(eq(users.id, userId)),
    db
      .select({ unique_ref: jobPlanElements.unique_ref })
      .from(jobPlanElements)
      .where(and(eq(jobPlanElements.user_id, userId), eq(jobPlanElements.unique_ref, wanted ?? ""))),
  ]);
  const saved = row?.version ?? 0;
  const profile = { ...answered, ...(mail !== null && { round_up_mailed: mailedOf(mail, row, now) }) };
  if (saved + 1 !== version) {
    // The form was sent again because its response was lost: its answers are saved already.
    const before = { ...(row ?? DEFAULT_PROFILE), ...named };
    return isSaved({ ...profile, ...name }, before) ? null : changedElsewhere("profile", saved + 1);
  }
  if (wanted !== null && !element) {
    return { errors: { default_element_ref: "Choose an element from the list" }, status: 422 };
  }
  const save = row
    ? db
        .update(profiles)
        .set({ ...profile, updated_at: now, version: saved + 1 })
        .where(eq(profiles.user_id, userId))
    : db
        .insert(profiles)
        .values({ ...profile, unique_ref: newRef(), user_id: userId, created_at: now, updated_at: now });
  const wasCounted = isSaved(countedBy(profile), row ?? DEFAULT_PROFILE);
  const kept = wasCounted ? [] : [keepLockedProfile(db, userId)];
  const rename = db
    .update(users)
    .set({ ...name, updated_at: now })
    .where(eq(users.id, userId));
  try {
    await db.batch([assertVersion(db, profiles, eq(profiles.user_id, userId), saved), save, rename, ...kept]);
    return null;
  } catch (error) {
    if (!isStale(error) && !isTaken(error, "profiles.user_id")) throw error;
    const [newer] = await profileRow(db, userId);
    return changedElsewhere("profile", (newer?.version ?? 0) + 1);
  }
}

/**
 * Hides the first steps, or shows them again. The version stays, because the profile's form does not have this setting.
 */
export async function hideFirstSteps(
  { db, userId, now }: Pick<Actor, "db" | "userId" | "now">,
  hides: boolean,
): Promise<void> {
  const answer = { hides_first_steps: hides, updated_at: now };
  await db
    .insert(profiles)
    .values({ ...answer, unique_ref: newRef(), user_id: userId, created_at: now })
    .onConflictDoUpdate({ target: profiles.user_id, set: answer });
}

/** The week mailed last, to be saved: a user who asked for the mail before keeps theirs. */
function mailedOf(mail: boolean, row: Profile | undefined, now: number) {
  return mail ? (row?.round_up_mailed ?? mailedBefore(now)) : null;
}

/** Whether `there` has all values of `wanted`. */
function isSaved(wanted: object, there: object): boolean {
  return Object.entries(wanted).every(
    ([name, value]) => JSON.stringify((there as Record<string, unknown>)[name]) === JSON.stringify(value),
  );
}
