import { data, redirect } from "react-router";
import { css } from "styled-system/css";
import { column, text } from "styled-system/recipes";
import { passkeyForm } from "~/account/factors/form";
import { passkeyOf, removePasskey, renamePasskey } from "~/account/factors/passkeys/passkeys.server";
import { isReauthenticated, type RequestContext, requireOwnFactor } from "~/account/guard.server";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { pathTo } from "~/platform/http/path-to";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { formatMoment } from "~/platform/time/instants";
import { type FormView, useFormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { TextField } from "~/ui/forms/text-fields";
import { SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/passkey";

const OVERVIEW = "/account/two_factor/";

export async function loader(args: Route.LoaderArgs) {
  const context = requireOwnFactor(args);
  const { name, created_at, last_used_at } = await find(context, args.params.passkeyRef);
  const used = last_used_at === null ? "not used yet" : `last used ${formatMoment(last_used_at, context.now)}`;
  return { name, about: `Added ${formatMoment(created_at, context.now)}, ${used}.` };
}

/** Renaming needs no reauthentication; removing does. */
export async function action(args: Route.ActionArgs) {
  const { request, params } = args;
  const context = requireOwnFactor(args);
  const { unique_ref: ref } = await find(context, params.passkeyRef);
  const form = await readForm(request, passkeyForm);
  if (!form.ok) return refuse(form.state);
  if (form.value.intent === "rename") {
    await renamePasskey(context.db, context.user.unique_ref, ref, form.value.name, context.now);
    return redirectWithMessage(request, OVERVIEW, "Passkey renamed");
  }
  if (!isReauthenticated(context.user, context.now)) {
    const here = pathTo("/account/two_factor/passkey/:passkeyRef/", { passkeyRef: ref });
    return redirect(`/account/confirm/?next=${encodeURIComponent(here)}`);
  }
  const removed = await removePasskey(context, request, ref);
  if ("refused" in removed) return refuse(form.state, { "": removed.refused });
  const headers = new Headers({ "Set-Cookie": removed.cookie });
  return redirectWithMessage(request, OVERVIEW, "Passkey removed. All your other logins have ended", { headers });
}

async function find({ db, user }: RequestContext, passkeyRef: string) {
  const [passkey] = await passkeyOf(db, user.unique_ref, passkeyRef);
  if (!passkey) throw data(null, { status: 404 });
  return passkey;
}

export default function Passkey({ loaderData, actionData }: Route.ComponentProps) {
  // A press of Remove sends no name.
  const sent = actionData?.form.values.name ? actionData.form : undefined;
  return (
    <DialogPage title="Passkey" form={useFormView({}, actionData?.form)} back={OVERVIEW}>
      <PasskeyForms form={useFormView(loaderData, sent)} about={loaderData.about} />
    </DialogPage>
  );
}

/**
 * The forms that rename and remove a passkey.
 * @param about when it was added and last used, in words
 */
function PasskeyForms({ form, about }: { form: FormView; about: string }) {
  return (
    <>
      <PostForm hidden={{ intent: "rename" }} className={column({ gap: "4" })}>
        <TextField form={form} name="name" label="Name of the passkey" hint={about} width="ch40" />
        <div>
          <SubmitButton>Save name</SubmitButton>
        </div>
      </PostForm>
      <PostForm hidden={{ intent: "remove" }} className={`${column({ gap: "3" })} ${apart}`}>
        <h2>Remove this passkey</h2>
        <p className={text({ kind: "read" })}>
          It will no longer log you in, and you will be logged out everywhere else. Your device may still offer it:
          delete it there, too. If it is your only passkey and you have no authenticator app, your recovery codes stop
          working and your password alone opens your account.
        </p>
        <div>
          <SubmitButton visual="danger">Remove passkey</SubmitButton>
        </div>
      </PostForm>
    </>
  );
}

const apart = css({ borderTop: "line", paddingTop: "5" });
