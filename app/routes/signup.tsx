import { redirect } from "react-router";
import { botCheckOf } from "~/accounts/bot-check/bot-check.server";
import { signUpForm } from "~/accounts/form";
import { worldOf } from "~/accounts/guard.server";
import { homeOf } from "~/accounts/levels";
import { arrive } from "~/accounts/logins/arrive.server";
import { userContext } from "~/accounts/logins/logins.server";
import { isDecoyed, isMadeWith, trySignUp } from "~/accounts/sign-up/sign-up.server";
import { SignUpForm } from "~/accounts/sign-up/views/sign-up-form";
import { newRef } from "~/db/columns.server";
import { burstsContext } from "~/http/bursts";
import { readForm, refuse } from "~/http/read-form.server";
import { LinkButton } from "~/ui/button";
import { formView } from "~/ui/form-state";
import { DialogPage } from "~/ui/page";
import { afterAnyAction } from "~/ui/revalidate";
import type { Route } from "./+types/signup";

export const handle = { botCheck: true };
export { afterAnyAction as shouldRevalidate };

export async function loader({ context }: Route.LoaderArgs) {
  const user = context.get(userContext);
  if (user && user.level > 0) throw redirect(homeOf(user.level));
  return { idempotency_key: newRef(), botCheck: await botCheckOf(worldOf({ context }), "sign-up") };
}

export async function action({ request, context }: Route.ActionArgs) {
  const world = worldOf({ context });
  const user = context.get(userContext);
  const form = await readForm(request, signUpForm);
  if (user && user.level > 0) {
    const again = form.ok && (await isMadeWith(world.db, form.value.idempotency_key, user.unique_ref));
    throw redirect(again ? "/signedup/" : homeOf(user.level));
  }
  const { location: _, ...values } = form.state.values;
  if (isDecoyed(form.state)) return refuse({ values, errors: {} });
  if (!form.ok) return refuse(form.state);
  const result = await trySignUp(world, request, form.value, form.fingerprint, context.get(burstsContext));
  if (result.is === "refused") return refuse(form.state, result.errors, result.status);
  if (result.is === "owes-code") return redirect("/twofactor/", { headers: { "Set-Cookie": result.cookie } });
  return arrive(result, "/signedup/");
}

export default function SignUp({ loaderData, actionData }: Route.ComponentProps) {
  const form = formView({}, actionData?.form);
  return (
    <DialogPage
      title="Create Account"
      form={form}
      cancel={
        <LinkButton to="/login/" visual="plain">
          Sign in
        </LinkButton>
      }
    >
      <SignUpForm form={form} idempotencyKey={loaderData.idempotency_key} botCheck={loaderData.botCheck} />
    </DialogPage>
  );
}
