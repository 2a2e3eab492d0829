import { data, Link } from "react-router";
import { column } from "styled-system/recipes";
import { requireLevel, requireProof } from "~/accounts/guard.server";
import { logOut } from "~/accounts/logins/log-out.server";
import { endAllOthers, endLoginOf } from "~/accounts/logins/login-list.server";
import { LoginList } from "~/accounts/logins/views/login-list";
import { PasskeyList } from "~/accounts/passkeys/views/passkey-list";
import { letPasswordAlone, passwordOpens } from "~/accounts/two-factor/factor-changes.server";
import { overviewForm } from "~/accounts/two-factor/form";
import { twoFactorPage } from "~/accounts/two-factor/page.server";
import { FactorStatus } from "~/accounts/two-factor/views/factor-status";
import { redirectSaying } from "~/http/flash.server";
import { readForm, refuse } from "~/http/read-form.server";
import { formView } from "~/ui/form-state";
import { Page } from "~/ui/page";
import type { Route } from "./+types/two-factor";

const HERE = "/account/two_factor/";
const NO_CHOICE = "This is for accounts with a passkey and no authenticator app, and not for administrators";

export async function loader(args: Route.LoaderArgs) {
  return twoFactorPage(requireLevel("factors", args));
}

/** Ending a login needs no fresh proof: whoever is in may always shut a door. What a login asks for does. */
export async function action(args: Route.ActionArgs) {
  const asked = requireLevel("factors", args);
  const form = await readForm(args.request, overviewForm);
  if (!form.ok) return refuse(form.state);
  const { intent, login_ref, login_asks } = form.value;
  if (intent === "login-asks") {
    const proven = requireProof("factors", args, HERE);
    if (!(await passwordOpens(proven)).mayChoose) return refuse(form.state, { "": NO_CHOICE });
    const cookie = await letPasswordAlone(proven, args.request, login_asks === "password");
    if (cookie === null) return redirectSaying(args.request, HERE, "Nothing was changed.");
    const headers = new Headers({ "Set-Cookie": cookie });
    return redirectSaying(args.request, HERE, "Saved. All your other logins have ended.", { headers });
  }
  if (intent === "end-others") {
    await endAllOthers(asked, args.request);
    return redirectSaying(args.request, HERE, "All other logins ended.");
  }
  if (!(await endLoginOf(asked, args.request, login_ref))) throw data(null, { status: 404 });
  if (login_ref === asked.user.login.unique_ref) return logOut(asked.db, args.request);
  return redirectSaying(args.request, HERE, "Login ended.");
}

export default function TwoFactor({ loaderData, actionData }: Route.ComponentProps) {
  const { passkeys, logins, mayChange, passwordAlone } = loaderData;
  const asks = formView({ login_asks: passwordAlone ? "password" : "factor" }, undefined);
  return (
    <Page
      title="Two-Factor Authentication"
      form={formView({}, actionData?.form)}
      back={<Link to="/profile/">Profile</Link>}
      lead="What protects your account besides your password."
    >
      <div className={column({ gap: "6" })}>
        <FactorStatus {...loaderData} passkeys={passkeys.length} asks={asks} />
        <PasskeyList passkeys={passkeys} mayChange={mayChange} />
        <LoginList logins={logins} />
      </div>
    </Page>
  );
}
