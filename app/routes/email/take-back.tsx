import { data } from "react-router";
import { TAKE_BACK_STATUS, type TakeBackOutcome } from "~/account/email/rules";
import { takeBack } from "~/account/email/take-back.server";
import { TakeBack, TakeBackOutcomePage } from "~/account/email/views/take-back";
import { appContextOf } from "~/account/guard.server";
import { siteContext } from "~/platform/context";
import type { ActionResult } from "~/platform/http/action-result";
import { emptyForm } from "~/platform/http/fields";
import { readForm } from "~/platform/http/read-form.server";
import type { Route } from "./+types/take-back";

export const handle = { script: false };

/** Opening the link takes nothing back, because mail scanners open it too, and reveals nothing about it. */
export function loader({ context }: Route.LoaderArgs) {
  return { contact: context.get(siteContext).keeper.contact };
}

export async function action(args: Route.ActionArgs) {
  const form = await readForm(args.request, emptyForm);
  const outcome = form.ok ? await takeBack(appContextOf(args), args.params.addressToken) : "invalid";
  return data<ActionResult<{ outcome: TakeBackOutcome }>>({ outcome }, { status: TAKE_BACK_STATUS[outcome] });
}

export default function TakeBackAddress({ loaderData, actionData }: Route.ComponentProps) {
  if (!actionData?.outcome) return <TakeBack />;
  return <TakeBackOutcomePage outcome={actionData.outcome} {...loaderData} />;
}
