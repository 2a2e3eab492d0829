import { redirect } from "react-router";
import { botCheckOf } from "~/account/bot-check/bot-check.server";
import { appContextOf } from "~/account/guard.server";
import { homeOf } from "~/account/levels";
import { redirectAfterLogin } from "~/account/login/log-in.server";
import { userContext } from "~/account/login/logins.server";
import { formatClosed, isClosed } from "~/account/sign-up/closed.server";
import { signUpForm } from "~/account/sign-up/form";
import { isCreatedWith, isDecoyFilled, signUpByMail, trySignUp } from "~/account/sign-up/sign-up.server";
import { LINKS_TO_ADDRESS, openSignUpLink, type SignUpLink } from "~/account/sign-up/sign-up-link.server";
import { SignUpForm } from "~/account/sign-up/views/sign-up-form";
import { redirectToSuspended } from "~/account/suspension/pass.server";
import { Closed, StoredHere } from "~/account/views/regions";
import { newRef } from "~/platform/db/columns.server";
import { measureSize, sizeIn } from "~/platform/db/database-size.server";
import { burstLimiterContext } from "~/platform/http/bursts";
import { reloadWithMessage } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { afterAnyAction } from "~/ui/connection/revalidate";
import { formView } from "~/ui/forms/form-state";
import { LinkButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/signup";

export const handle = { botCheck: true };
export { afterAnyAction as shouldRevalidate };

const OTHERWISE =
  "Send the form without it, and we will email you a link to continue. You enter your password again there.";
const LINK_SENT = `Check your inbox: we have emailed you a link to continue, which works for an hour. We send at most ${LINKS_TO_ADDRESS.tries} of these emails an hour to one address`;

export async function loader({ context, url }: Route.LoaderArgs) {
  const user = context.get(userContext);
  if (user && user.level > 0) throw redirect(homeOf(user.level));
  const app = appContextOf({ context });
  const { site } = app;
  const regions = { place: site.place, otherRegions: site.otherRegions };
  const link = await openSignUpLink(app, url.searchParams.get("link"));
  const closed = isClosed(site, sizeIn(await measureSize(app.db))) ? formatClosed(site) : null;
  if (link) {
    return { idempotency_key: link.idempotency_key, botCheck: null, start: startOf(link), regions, closed };
  }
  return { idempotency_key: newRef(), botCheck: botCheckOf(app, "sign-up", OTHERWISE), start: {}, regions, closed };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const app = appContextOf({ context });
  const user = context.get(userContext);
  const link = await openSignUpLink(app, url.searchParams.get("link"));
  const form = await readForm(request, signUpForm);
  if (user && user.level > 0) {
    const again = form.ok && (await isCreatedWith(app.db, form.value.idempotency_key, link, user.unique_ref));
    throw redirect(again ? "/signedup/" : homeOf(user.level));
  }
  const { location: _, ...values } = form.state.values;
  if (isDecoyFilled(form.state)) return refuse({ values, errors: {} });
  if (!form.ok) return refuse(form.state);
  const mayGoOn = context.get(burstLimiterContext);
  if (!link && form.value.token === "") {
    const refused = await signUpByMail(app, request, form.value, mayGoOn);
    if (refused) return refuse(form.state, refused.errors, refused.status);
    return reloadWithMessage(request, "/login/", LINK_SENT);
  }
  const result = await trySignUp(app, request, form.value, form.fingerprint, mayGoOn, link);
  if (result.is === "refused") return refuse(form.state, result.errors, result.status);
  if (result.is === "owes-code") return redirect("/twofactor/", { headers: { "Set-Cookie": result.cookie } });
  if (result.is === "suspended") return redirectToSuspended(result.cookie);
  return redirectAfterLogin(result, "/signedup/");
}

function startOf({ first_name, last_name, email, username }: SignUpLink) {
  return { first_name, last_name, email, username };
}

export default function SignUp({ loaderData, actionData }: Route.ComponentProps) {
  const form = formView(loaderData.start, actionData?.form);
  return (
    <DialogPage
      title="Create Account"
      form={form}
      cancel={
        <LinkButton to="/login/" visual="plain" newDocument>
          Sign in
        </LinkButton>
      }
    >
      {loaderData.closed !== null && !actionData ? (
        <Closed message={loaderData.closed} otherRegions={loaderData.regions.otherRegions} />
      ) : (
        <>
          <StoredHere {...loaderData.regions} />
          <SignUpForm form={form} {...loaderData} />
        </>
      )}
    </DialogPage>
  );
}
