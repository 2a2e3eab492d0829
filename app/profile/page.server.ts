import { eq } from "drizzle-orm";
import { emailOnFile } from "~/account/email/rules";
import { emailStatements } from "~/account/email/verifications.server";
import { passkeysOf } from "~/account/factors/passkeys/passkeys.server";
import type { RequestContext } from "~/account/guard.server";
import { users } from "~/account/table.server";
import { lockOfProfile } from "~/changes/keep-locked-days.server";
import { ruleAnswers } from "~/planning/job-plans/answers.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { dateRange } from "~/planning/job-plans/plan-dates";
import { type ElementChoice, elementChoices } from "~/planning/job-plans/queries.server";
import type { Database } from "~/platform/db/database.server";
import { clockTime, endTime } from "~/platform/time/clock-time";
import { cutsText } from "./age-bands";

import { DEFAULT_PROFILE, type Profile, profileRow } from "./queries.server";
import { labelField } from "./supervision";

/** Loads the data of the profile page in one batch. */
export async function profilePage({ db, user, now }: Pick<RequestContext, "db" | "user" | "now">) {
  const [[row], elements, [lock], ...account] = await db.batch([
    profileRow(db, user.id),
    elementChoices(db, user.id),
    lockOfProfile(db, user.id),
    ...accountBatch(db, user.unique_ref),
  ]);
  const profile = row ?? DEFAULT_PROFILE;
  const { name, facts } = accountFacts(account, { user, now });
  return {
    facts,
    elements: elementGroups(elements, profile.default_element_ref),
    answers: profileAnswers(profile, name),
    /** The locked period whose report goes by it. */
    locked: lock ? dateRange(lock) : null,
  };
}

/** Elements in use as choices, grouped by plan, with the chosen element even if it is archived. */
function elementGroups(elements: readonly ElementChoice[], chosen: string | null) {
  const groups = new Map<string, { label: string; choices: { value: string; label: string }[] }>();
  for (const { unique_ref, description, active, plan_ref, plan_title, ...dates } of elements) {
    if (!active && unique_ref !== chosen) continue;
    const group = groups.get(plan_ref) ?? { label: `${plan_title}, ${dateRange(dates)}`, choices: [] };
    group.choices.push({ value: unique_ref, label: description });
    groups.set(plan_ref, group);
  }
  return [...groups.values()];
}

type Name = Pick<typeof users.$inferSelect, "first_name" | "last_name">;

/** Initial values of the form, by field. */
function profileAnswers(profile: Profile, { first_name, last_name }: Name): Record<string, string | string[]> {
  const { pa_rules, employers, sites, supervision_labels: labels, default_element_ref, age_cuts } = profile;
  const { gmc_number, grade, specialty, first_view, units, ages } = profile;
  return {
    version: String(profile.version),
    ...{ first_name, last_name, gmc_number, grade, specialty, first_view, units, ages },
    employers: employers.join("\n"),
    sites: sites.join("\n"),
    ...ruleAnswers(pa_rules ?? NATIONAL_RULES.england),
    nation: pa_rules?.nation ?? "",
    default_element_ref: default_element_ref ?? "",
    age_cuts: cutsText(age_cuts),
    round_up_mail: profile.round_up_mailed === null ? "" : "yes",
    ...Object.fromEntries(Object.entries(labels).map(([code, label]) => [labelField(code), label])),
    appraisal_month: String(profile.appraisal_month),
    day_from: clockTime(profile.day_from_minute),
    day_until: endTime(profile.day_until_minute),
  };
}

/** Statements for a page's batch: the account data that the profile shows. `accountFacts` turns the rows into words. */
function accountBatch(db: Database, userRef: string) {
  return [
    db
      .select({ first_name: users.first_name, last_name: users.last_name })
      .from(users)
      .where(eq(users.unique_ref, userRef)),
    passkeysOf(db, userRef),
    ...emailStatements(db, userRef),
  ] as const;
}

type RowsOf<Batch extends readonly unknown[]> = { readonly [At in keyof Batch]: Awaited<Batch[At]> };

type Rows = RowsOf<ReturnType<typeof accountBatch>>;

function accountFacts([[found], keys, [account], [latest]]: Rows, { user, now }: Pick<RequestContext, "user" | "now">) {
  const name = found ?? { first_name: "", last_name: "" };
  const { current, waiting } = emailOnFile(account?.email ?? null, latest, now);
  return {
    name,
    facts: {
      name: `${name.first_name} ${name.last_name}`.trim(),
      username: user.username,
      addresses: [current, waiting].filter((address) => address !== null),
      authenticator: user.has_totp,
      passkeys: keys.length,
    },
  };
}

/** Loads the account data only, for callers that need nothing else. */
export async function profileOf({ db, user, now }: Pick<RequestContext, "db" | "user" | "now">) {
  const rows = await db.batch(accountBatch(db, user.unique_ref));
  return accountFacts(rows, { user, now }).facts;
}
