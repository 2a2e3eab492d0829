import { requireLevel } from "~/account/guard.server";
import { leaveSettingsAnswers, readLeaveSettings, saveLeaveSettings, yearRead } from "~/diary/leave/settings.server";
import { leaveSettingsForm } from "~/diary/leave/settings-form";
import { SettingsFields } from "~/diary/leave/views/settings-fields";
import { leaveYearOf, yearOfQuery } from "~/diary/leave/years";
import { dateRange } from "~/planning/job-plans/plan-dates";
import { answerSave } from "~/platform/http/answer-save.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { londonToday } from "~/platform/time/london";
import { useFormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/settings";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, now } = requireLevel("diary", args);
  const read = await readLeaveSettings(db, user.id);
  const { year_start } = read.settings;
  const asked = yearOfQuery(args.url.searchParams);
  const year = asked === null ? leaveYearOf(londonToday(now), year_start, read.years) : yearRead(read, asked);
  return {
    answers: leaveSettingsAnswers(read, year),
    words: `${year.label}, ${dateRange({ date_start: year.begins, date_end: year.ends })}`,
    back: `/leave/?year=${year.year}`,
  };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const form = await readForm(args.request, leaveSettingsForm);
  if (!form.ok) return refuse(form.state);
  const saved = await saveLeaveSettings(context, form.value, form.fingerprint);
  return answerSave(args.request, form.state, saved, `/leave/?year=${form.value.year}`, "Leave settings saved");
}

export default function LeaveSettingsPage({ loaderData: { answers, words, back }, actionData }: Route.ComponentProps) {
  const form = useFormView(answers, actionData?.form);
  return (
    <DialogPage
      title="Leave settings"
      form={form}
      back={back}
      footer={<SubmitButton form="settings">Save settings</SubmitButton>}
    >
      <PostForm id="settings" hidden={{ version: form.value("version"), year: form.value("year") }}>
        <SettingsFields form={form} year={words} />
      </PostForm>
    </DialogPage>
  );
}
