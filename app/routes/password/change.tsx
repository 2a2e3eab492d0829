import { data } from "react-router";
import { checkReauthentication, requiresCode } from "~/account/factors/reauthentication.server";
import { requireLevel } from "~/account/guard.server";
import { homeOf } from "~/account/levels";
import { changePasswordForm } from "~/account/passwords/form";
import { changePassword, passwordOwner, wordsAbout } from "~/account/passwords/new-password.server";
import { NewPasswordForm } from "~/account/passwords/views/new-password-form";
import { burstLimiterContext, TOO_MANY_TRIES } from "~/platform/http/bursts";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { formView } from "~/ui/forms/form-state";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/change";

export function loader(args: Route.LoaderArgs) {
  const context = requireLevel("account", args);
  return { username: context.user.username, owes_code: requiresCode(context), home: homeOf(context.user.level) };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("account", args);
  const { db, user } = context;
  const { request } = args;
  const [owner] = await passwordOwner(db, user.unique_ref);
  if (!owner) throw data(null, { status: 404 });

  const form = await readForm(request, changePasswordForm(wordsAbout(owner)));
  if (!form.ok) return refuse(form.state);
  const mayTry = await args.context.get(burstLimiterContext)(`change-password/${user.unique_ref}`);
  if (!mayTry) return refuse(form.state, { "": TOO_MANY_TRIES }, 429);
  const refused = await checkReauthentication(context, form.value);
  if (refused) return refuse(form.state, refused.errors, refused.status);

  const cookie = await changePassword(context, request, owner, form.value.password1);
  const headers = new Headers({ "Set-Cookie": cookie });
  return redirectWithMessage(request, homeOf(user.level), "Your password was changed. Your other logins were ended", {
    headers,
  });
}

export default function ChangePassword({ loaderData, actionData }: Route.ComponentProps) {
  const form = formView({}, actionData?.form);
  // The reauthentication may have run out while the page was open.
  const asksCode = loaderData.owes_code || form.error("twoFactorCode") !== undefined;
  return (
    <DialogPage title="Set new password" form={form} back={loaderData.home}>
      <NewPasswordForm form={form} asks={{ password: true, code: asksCode }} account={loaderData} />
    </DialogPage>
  );
}
