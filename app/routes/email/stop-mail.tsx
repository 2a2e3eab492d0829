import { data } from "react-router";
import { column, text } from "styled-system/recipes";
import { appContextOf } from "~/account/guard.server";
import { stopByLink } from "~/diary/round-up/mail.server";
import type { ActionResult } from "~/platform/http/action-result";
import { deletingForm } from "~/platform/http/fields";
import { readForm } from "~/platform/http/read-form.server";
import { PostForm } from "~/ui/forms/post-form";
import { LinkButton, SubmitButton } from "~/ui/layout/button";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/stop-mail";

export const handle = { script: false };

/** Opening the link stops nothing, because mail scanners open it too. */
export function loader(_: Route.LoaderArgs) {
  return null;
}

/** For the button of the page, and that of mail programs (RFC 8058): no login is required. */
export async function action(args: Route.ActionArgs) {
  await readForm(args.request, deletingForm);
  const stopped = await stopByLink(appContextOf(args), args.params.mailToken);
  return data<ActionResult<{ stopped: boolean }>>({ stopped }, { status: stopped ? 200 : 404 });
}

export default function StopMail({ actionData }: Route.ComponentProps) {
  if (actionData?.stopped === true) {
    return (
      <Page title="The Friday email is stopped">
        <p className={text({ kind: "read" })}>
          You will not get any more Friday emails. You can turn them back on in your profile or your weekly round-up.
        </p>
      </Page>
    );
  }
  if (actionData?.stopped === false) {
    return (
      <Page title="This link does not work">
        <div className={column({ gap: "4" })}>
          <p className={text({ kind: "read" })}>
            Nothing was stopped: the link is not complete. Copy all of it from the email, or log in and turn the Friday
            email off under Profile.
          </p>
          <div>
            <LinkButton to="/profile/">Open your profile</LinkButton>
          </div>
        </div>
      </Page>
    );
  }
  return (
    <Page title="Stop the Friday email">
      <div className={column({ gap: "4" })}>
        <p className={text({ kind: "read" })}>
          Daybook sends you an email on Fridays if something is left to finish in your week. Press the button to stop
          it.
        </p>
        <PostForm>
          <SubmitButton>Stop the Friday email</SubmitButton>
        </PostForm>
      </div>
    </Page>
  );
}
