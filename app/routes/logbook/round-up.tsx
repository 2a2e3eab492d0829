import { data } from "react-router";
import { requireLevel } from "~/account/guard.server";
import { roundUpForm } from "~/diary/round-up/form";
import { chooseMail } from "~/diary/round-up/mail.server";
import { roundUpPage } from "~/diary/round-up/page.server";
import { saveRoundUp } from "~/diary/round-up/save.server";
import { RoundUp } from "~/diary/round-up/views/round-up";
import { roundUpPath } from "~/diary/sessions/diary-pages";
import { newRef } from "~/platform/db/columns.server";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { answerRefusal } from "~/platform/http/refusal.server";
import { readDate } from "~/platform/time/dates";
import { type LondonDate, londonToday, mondayOf } from "~/platform/time/london";
import { keyOf, useFormView } from "~/ui/forms/form-state";
import { behindDialogs } from "~/ui/overlays/page-behind";
import type { Route } from "./+types/round-up";

export { afterConflict as shouldRevalidate } from "~/ui/connection/revalidate";

export async function loader(args: Route.LoaderArgs) {
  const context = requireLevel("diary", args);
  return { ...(await roundUpPage(context, mondayIn(args.url, context.now))), key: newRef() };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const form = await readForm(args.request, roundUpForm);
  if (!form.ok) return refuse(form.state);
  const monday = mondayIn(args.url, context.now);
  const path = roundUpPath(monday, context.now);
  const { intent } = form.value;
  if (intent === "mail_on" || intent === "mail_off") {
    return redirectWithMessage(args.request, path, await chooseMail(context, intent === "mail_on"));
  }
  const formKey = { key: form.value.idempotency_key, fingerprint: form.fingerprint };
  const saved = await saveRoundUp(context, monday, formKey, form.value);
  if (!saved.ok) return answerRefusal(form.state, saved);
  // The first remaining part is in view, and takes the focus.
  return redirectWithMessage(args.request, `${path}#unlogged`, saved.message, { undo: saved.undo });
}

/** @throws 404 for an invalid date */
function mondayIn(url: URL, now: number): LondonDate {
  const date = readDate(url.searchParams.get("date") ?? "");
  if (date === false) throw data(null, { status: 404 });
  return mondayOf(date ?? londonToday(now));
}

function RoundUpPage({ loaderData, actionData }: Pick<Route.ComponentProps, "loaderData" | "actionData">) {
  const { key, ...page } = loaderData;
  const form = useFormView({ claimed_on: page.claimed_on }, actionData?.form);
  return <RoundUp page={page} form={form} idempotencyKey={keyOf(form, key)} />;
}

/** Dialogs are shown over it. */
export const handle = { behind: true };

export default behindDialogs(RoundUpPage);
