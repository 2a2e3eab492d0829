import type { Asked } from "~/account/guard.server";
import { accountBatch, accountFacts } from "~/account/profile.server";
import { dateRange } from "~/planning/job-plans/plan-dates";
import type { ElementChoice } from "~/planning/job-plans/queries.server";
import { elementChoices } from "~/planning/job-plans/queries.server";
import { profileAnswers } from "./answers.server";
import { FIRST_PROFILE, profileRow } from "./read.server";

/** All that the page of a profile shows, in one batch. */
export async function profilePage({ db, user, now }: Pick<Asked, "db" | "user" | "now">) {
  const [[row], elements, ...account] = await db.batch([
    profileRow(db, user.id),
    elementChoices(db, user.id),
    ...accountBatch(db, user.unique_ref),
  ]);
  const profile = row ?? FIRST_PROFILE;
  const { name, facts } = accountFacts(account, { user, now });
  return {
    facts,
    elements: elementGroups(elements, profile.default_element_ref),
    answers: profileAnswers(profile, name),
  };
}

/** Elements in use as a list offers them, a group a plan; with the one that is chosen, though it is archived. */
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
