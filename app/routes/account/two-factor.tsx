import { data, Link } from "react-router";
import { column } from "styled-system/recipes";
import { passwordAloneSetting, setPasswordAlone } from "~/account/factors/factor-changes.server";
import { overviewForm } from "~/account/factors/form";
import { twoFactorPage } from "~/account/factors/page.server";
import { PasskeyList } from "~/account/factors/passkeys/views/passkey-list";
import { FactorStatus } from "~/account/factors/views/factor-status";
import { requireLevel, requireReauthentication } from "~/account/guard.server";
import { logOut } from "~/account/login/log-out.server";
import { endAllOthers, endLoginOf } from "~/account/login/login-list.server";
import { LoginList } from "~/account/login/views/login-list";
import { devicesOf, listedDevices } from "~/diary/no-signal/devices.server";
import { DeviceList } from "~/diary/no-signal/views/device-list";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { formView } from "~/ui/forms/form-state";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/two-factor";

const HERE = "/account/two_factor/";
const NO_CHOICE = "This is for accounts with a passkey and no authenticator app, and not for administrators";

export async function loader(args: Route.LoaderArgs) {
  const context = requireLevel("factors", args);
  const { page, beside } = await twoFactorPage(context, devicesOf(context.db, context.user.unique_ref));
  return { ...page, devices: listedDevices(beside, context.now) };
}

/**
 * Ending a login needs no reauthentication: a logged-in user may always end one. Changing what a login asks for does.
 */
export async function action(args: Route.ActionArgs) {
  const context = requireLevel("factors", args);
  const form = await readForm(args.request, overviewForm);
  if (!form.ok) return refuse(form.state);
  const { intent, login_ref, login_asks } = form.value;
  if (intent === "login-asks") {
    const reauthenticated = requireReauthentication("factors", args, HERE);
    if (!(await passwordAloneSetting(reauthenticated)).mayChoose) return refuse(form.state, { "": NO_CHOICE });
    const cookie = await setPasswordAlone(reauthenticated, args.request, login_asks === "password");
    if (cookie === null) return redirectWithMessage(args.request, HERE, "Nothing was changed");
    const headers = new Headers({ "Set-Cookie": cookie });
    return redirectWithMessage(args.request, HERE, "Saved. All your other logins have ended", { headers });
  }
  if (intent === "end-others") {
    await endAllOthers(context, args.request);
    return redirectWithMessage(args.request, HERE, "All other logins ended");
  }
  if (!(await endLoginOf(context, args.request, login_ref))) throw data(null, { status: 404 });
  if (login_ref === context.user.login.unique_ref) return logOut(context.db, args.request);
  return redirectWithMessage(args.request, HERE, "Login ended");
}

export default function TwoFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { passkeys, logins, mayChange, passwordAlone } = loaderData;
  const asks = formView({ login_asks: passwordAlone ? "password" : "factor" }, undefined);
  return (
    <Page
      title="Two-Factor Authentication"
      form={formView({}, actionData?.form)}
      back={<Link to="/profile/">Profile</Link>}
      lead="What protects your account as well as your password."
    >
      <div className={column({ gap: "6" })}>
        <FactorStatus {...loaderData} passkeys={passkeys.length} asks={asks} />
        <PasskeyList passkeys={passkeys} mayChange={mayChange} />
        <LoginList logins={logins} />
        <DeviceList devices={loaderData.devices} />
      </div>
    </Page>
  );
}
