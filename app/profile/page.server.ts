import type { Asked } from "~/account/guard.server";
import { accountBatch, accountFacts } from "~/account/profile.server";
import { elementChoices } from "~/planning/job-plans/choices.server";
import { profileAnswers } from "./answers.server";
import { elementGroups } from "./element-groups";
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
