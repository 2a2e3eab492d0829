import { useLocation } from "react-router";
import { column, row } from "styled-system/recipes";
import { reauthenticationAnswerForm } from "~/account/factors/form";
import { PasskeyReauthenticationButton } from "~/account/factors/passkeys/views/passkey-button";
import {
  confirmLogin,
  confirmWithPasskey,
  nextPath,
  redirectToNext,
  requiresCode,
} from "~/account/factors/reauthentication.server";
import { PasswordAndCode } from "~/account/factors/views/code-field";
import { isReauthenticated, requireLevel } from "~/account/guard.server";
import { homeOf } from "~/account/levels";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { referringPath } from "~/platform/http/request-path";
import { formView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/confirm";

export async function loader(args: Route.LoaderArgs) {
  const context = requireLevel("factors", args);
  const home = homeOf(context.user.level);
  if (isReauthenticated(context.user, context.now))
    throw redirectToNext(nextPath(args.url.searchParams.get("next"), home));
  const { has_passkey: hasPasskey, has_totp: hasApp } = context.user;
  return { owesCode: requiresCode(context), hasPasskey, hasApp, back: referringPath(args.request, home) };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("factors", args);
  const form = await readForm(args.request, reauthenticationAnswerForm);
  if (!form.ok) return refuse(form.state);
  const { answer, ...typed } = form.value;
  const confirmed =
    answer === undefined
      ? await confirmLogin(context, args.request, typed)
      : await confirmWithPasskey(context, args.request, answer);
  if ("errors" in confirmed) return refuse(form.state, confirmed.errors, confirmed.status);
  const next = nextPath(args.url.searchParams.get("next"), homeOf(context.user.level));
  return redirectToNext(next, { headers: { "Set-Cookie": confirmed.cookie } });
}

/**
 * Step-up reauthentication, required before everything that could let another person in, lock the owner out, or export
 * all data.
 */
export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const form = formView({}, actionData?.form);
  const { hasPasskey, hasApp } = loaderData;
  const { key } = useLocation();
  return (
    <DialogPage title="Confirm it is you" form={form} back={loaderData.back}>
      <p>
        The next page can change how you log in, export all your data, or manage other people's accounts. Once
        confirmed, you are not asked again for 10 minutes.
      </p>
      {hasPasskey && (
        <>
          {/* Remounts the button after a refused response. */}
          <PasskeyReauthenticationButton key={key} />
          <h2>
            Or confirm with your password{loaderData.owesCode && (hasApp ? " and a code" : " and a recovery code")}
          </h2>
        </>
      )}
      <PostForm className={column({ gap: "5" })}>
        <PasswordAndCode form={form} asksCode={loaderData.owesCode} recoveryOnly={!hasApp} width="full" />
        <div className={row()}>
          <SubmitButton visual={hasPasskey ? "normal" : "primary"}>Continue</SubmitButton>
        </div>
      </PostForm>
    </DialogPage>
  );
}
