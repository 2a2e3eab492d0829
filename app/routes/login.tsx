import { Link, redirect } from "react-router";
import { column, row } from "styled-system/recipes";
import { botCheckOf } from "~/account/bot-check/bot-check.server";
import { BotCheck } from "~/account/bot-check/views/bot-check";
import { PasskeyLogin } from "~/account/factors/passkeys/views/passkey-login";
import { appContextOf } from "~/account/guard.server";
import { homeOf } from "~/account/levels";
import { loginForm } from "~/account/login/form";
import { redirectAfterLogin, tryLogIn } from "~/account/login/log-in.server";
import { endOfLimits } from "~/account/login/login-tries.server";
import { userContext } from "~/account/login/logins.server";
import { CHECK_DETAILS } from "~/account/rules";
import { findSuspendedOwner, redirectToSuspended } from "~/account/suspension/pass.server";
import { LoginElsewhere } from "~/account/views/regions";
import type { AppContext } from "~/platform/context";
import { burstLimiterContext } from "~/platform/http/bursts";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { withPageData } from "~/platform/http/refusal.server";
import { clockTime } from "~/platform/time/clock-time";
import { londonMoment } from "~/platform/time/london";
import { TickField } from "~/ui/forms/choice-fields";
import { formView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { TextField } from "~/ui/forms/text-fields";
import { LinkButton, SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/login";

export const handle = { botCheck: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const user = context.get(userContext);
  if (user) throw redirect(homeOf(user.level));
  const app = appContextOf({ context });
  if (await findSuspendedOwner(app, request)) throw redirect("/suspended/");
  return { otherRegions: app.site.otherRegions };
}

export async function action({ request, context }: Route.ActionArgs) {
  const user = context.get(userContext);
  if (user) throw redirect(homeOf(user.level));

  const form = await readForm(request, loginForm);
  // The same words for every error: see CHECK_DETAILS.
  if (!form.ok) return withCheck(refuse({ ...form.state, errors: {} }, { "": CHECK_DETAILS }), null);
  const app = appContextOf({ context });
  const login = await tryLogIn(app, request, form.value, context.get(burstLimiterContext));
  if (login.is === "held") return withCheck(refuse(form.state, login.errors, login.status), app);
  if (login.is === "refused")
    return withCheck(refuse(form.state, { "": CHECK_DETAILS }), login.needsCheck ? app : null);
  if (login.is === "owes-code") return redirect("/twofactor/", { headers: { "Set-Cookie": login.cookie } });
  return login.is === "suspended" ? redirectToSuspended(login.cookie) : redirectAfterLogin(login);
}

/**
 * Answers with the page again, with the bot check if the next attempt needs one.
 * @param world null if it does not
 */
function withCheck(refused: ReturnType<typeof refuse>, app: AppContext | null) {
  const botCheck =
    app && botCheckOf(app, "login", `Try again after ${clockTime(londonMoment(endOfLimits(app.now)).minute)}.`);
  return withPageData(refused, { botCheck, wrong: refused.data.form.errors?.[""]?.includes(CHECK_DETAILS) });
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const form = formView({}, actionData?.form);
  const faulty = actionData?.wrong;
  const botCheck = actionData?.botCheck;
  return (
    <DialogPage
      title="Login"
      form={form}
      cancel={
        <LinkButton to="/signup/" visual="plain" newDocument>
          Create an account
        </LinkButton>
      }
    >
      <PostForm className={column({ gap: "5" })}>
        <TextField
          form={form}
          name="username"
          label="Username"
          autoComplete="username webauthn"
          faulty={faulty}
          spellCheck={false}
        />
        <TextField
          form={form}
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
          faulty={faulty}
        />
        <TickField form={form} name="remember" label="Remember me" hint="For 30 days, on a device that only you use" />
        {botCheck && <BotCheck check={botCheck} form={form} />}
        <div className={row({ gap: "4" })}>
          <SubmitButton>Login</SubmitButton>
          <Link to="/password/forgot/" reloadDocument>
            Forgot username or password?
          </Link>
        </div>
      </PostForm>
      <PasskeyLogin />
      <LoginElsewhere {...loaderData} />
    </DialogPage>
  );
}
