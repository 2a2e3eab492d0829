import { options } from "~/diary/cases/table.server";
import { leaveSettingsAnswers, readLeaveSettings, yearRead } from "~/diary/leave/settings.server";
import * as profile from "~/routes/account/profile";
import * as leaveSettings from "~/routes/leave/settings";
import * as option from "~/routes/logbook/option";
import { exported, imported } from "../../data/export/own-file";
import { db, load } from "../../support/harness";
import { type Act, ALWAYS, type Draw, version } from "./acted-diary";

/** Parts of the profile that reports go by, one at a time: another one might be refused in its place. */
const COUNTED: ((draw: Draw) => Record<string, string>)[] = [
  ({ hour }) => ({ day_from: hour, day_until: "21:30" }),
  ({ yes }) => ({ ages: yes ? "bands" : "exact" }),
  ({ length }) => ({ age_cuts: `${1 + (length % 50)}, 65` }),
  ({ text }) => ({ supervision_3: text }),
];

/** Files of the diary as it was when one was first asked for. */
const files = new Map<number, string>();

/** What is done to the settings that all days share, to options, and by a file of Daybook's own. */
export const SETTING_ACTS: Record<string, Act> = {
  // Units are left as they are: they show the same report in hours.
  "save the profile": async (diary, draw) => {
    type Page = Awaited<ReturnType<typeof profile.loader>>;
    const { answers } = (await load<Page>(profile.loader, { user: diary.user })).data;
    const counted = COUNTED[draw.pick % (COUNTED.length + 1)];
    const free = { ...answers, grade: draw.text, employers: draw.employer, nation: draw.nation, first_name: draw.text };
    const fields = { ...free, appraisal_month: String(1 + (draw.length % 12)), ...counted?.(draw) };
    return { about: counted ? [ALWAYS] : [], ...(await diary.post(profile.action, fields)) };
  },
  // Reports show no entitlement, in days or in hours: its settings are about no day that is locked.
  "save leave settings": async (diary, draw) => {
    const read = await readLeaveSettings(db, diary.user.id);
    const terms = { annual_unit: draw.yes ? "hours" : "days", annual: String(draw.pick), fraction: "0.6" };
    const fields = { ...leaveSettingsAnswers(read, yearRead(read, 2026)), ...terms, shown_first: "pas" };
    return { about: [], ...(await diary.post(leaveSettings.action, fields)) };
  },
  "change an option": async (diary, draw) => {
    const own = await diary.picked(options, draw);
    if (!own) return null;
    const intent = ["rename", "archive", "restore", "delete"][draw.length % 4] ?? "";
    const fields = { version: version(own), intent, label: `${draw.text} ${draw.length}` };
    const answered = await diary.post(option.action, fields, { optionRef: own.unique_ref });
    return { about: intent === "rename" ? [ALWAYS] : [], ...answered };
  },
  "bring a file in": async ({ user }) => {
    const file = files.get(user.id) ?? (await exported(user));
    files.set(user.id, file);
    // What is locked of it stays out.
    return { about: [], locked: undefined, status: (await imported(user, file)).status };
  },
};
