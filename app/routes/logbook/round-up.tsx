import { data } from "react-router";
import { requireLevel } from "~/account/guard.server";
import { chooseMail, mailChoiceForm } from "~/diary/round-up/mail.server";
import { roundUpPage } from "~/diary/round-up/page.server";
import { RoundUp } from "~/diary/round-up/views/round-up";
import { roundUpPath } from "~/diary/sessions/diary-pages";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { readDate } from "~/platform/time/dates";
import { type LondonDate, londonToday, mondayOf } from "~/platform/time/london";
import { useFormView } from "~/ui/forms/form-state";
import { behindDialogs } from "~/ui/overlays/page-behind";
import type { Route } from "./+types/round-up";

export async function loader(args: Route.LoaderArgs) {
  const context = requireLevel("diary", args);
  return roundUpPage(context, mondayIn(args.url, context.now));
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const form = await readForm(args.request, mailChoiceForm);
  if (!form.ok) return refuse(form.state);
  const path = roundUpPath(mondayIn(args.url, context.now), context.now);
  return redirectWithMessage(args.request, path, await chooseMail(context, form.value.intent === "mail_on"));
}

/** @throws 404 for an invalid date */
function mondayIn(url: URL, now: number): LondonDate {
  const date = readDate(url.searchParams.get("date") ?? "");
  if (date === false) throw data(null, { status: 404 });
  return mondayOf(date ?? londonToday(now));
}

function RoundUpPage({ loaderData, actionData }: Pick<Route.ComponentProps, "loaderData" | "actionData">) {
  return <RoundUp page={loaderData} form={useFormView({}, actionData?.form)} />;
}

/** Dialogs are shown over it. */
export const handle = { behind: true };

export default behindDialogs(RoundUpPage);
