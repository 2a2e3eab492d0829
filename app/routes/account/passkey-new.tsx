import { data } from "react-router";
import { newPasskeyForm } from "~/account/factors/form";
import { addPasskey, beginPasskey, mayChoose } from "~/account/factors/passkeys/add-passkey.server";
import type { NewPasskeyOptions } from "~/account/factors/passkeys/views/make-passkey";
import { NewPasskeyForm } from "~/account/factors/passkeys/views/new-passkey-form";
import type { CodeSheet } from "~/account/factors/recovery-codes.server";
import { RecoveryCodeSheet } from "~/account/factors/views/recovery-code-sheet";
import { requireReauthentication } from "~/account/guard.server";
import { formatBrowser } from "~/account/login/known-browsers.server";
import type { ActionResult } from "~/platform/http/action-result";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { withPageData } from "~/platform/http/refusal.server";
import { useFormView } from "~/ui/forms/form-state";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/passkey-new";

const HERE = "/account/two_factor/passkey/new/";
const OVERVIEW = "/account/two_factor/";

interface Shown {
  /** The options from which the browser creates a passkey. */
  options: NewPasskeyOptions;
  made: CodeSheet;
}

export function loader(args: Route.LoaderArgs) {
  const context = requireReauthentication("factors", args, HERE);
  const isFirst = !context.user.has_totp && !context.user.has_passkey;
  const name = formatBrowser(args.request.headers.get("User-Agent") ?? "");
  return { name, login_asks: "factor", mayChoose: mayChoose(context), isFirst };
}

export async function action(args: Route.ActionArgs) {
  const context = requireReauthentication("factors", args, HERE);
  const form = await readForm(args.request, newPasskeyForm);
  if (!form.ok) return refuse(form.state);
  const { intent, name, answer, login_asks } = form.value;
  if (intent === "begin") {
    const begun = await beginPasskey(context);
    if (!begun.options) return refuse(form.state, { "": begun.refused });
    return withPageData(refuse(form.state), { options: begun.options });
  }
  const added = await addPasskey(context, args.request, { name, answer, passwordAlone: login_asks === "password" });
  if ("refused" in added) return refuse(form.state, { "": added.refused });
  const headers = new Headers({ "Set-Cookie": added.cookie });
  if (added.sheet) return data<ActionResult<Pick<Shown, "made">>>({ made: added.sheet }, { headers });
  return redirectWithMessage(args.request, OVERVIEW, "Passkey added. All your other logins have ended", { headers });
}

export default function PasskeyNew({ loaderData, actionData }: Route.ComponentProps) {
  const sent: ActionResult<Shown> | undefined = actionData;
  const { name, login_asks } = loaderData;
  const form = useFormView({ name, login_asks }, sent?.form);
  if (sent?.made) {
    return <RecoveryCodeSheet {...sent.made} done="Your passkey was added. All your other logins have ended." />;
  }
  return (
    <DialogPage title="Add a passkey" form={form} back={OVERVIEW}>
      <NewPasskeyForm
        form={form}
        options={sent?.options}
        mayChoose={loaderData.mayChoose}
        isFirst={loaderData.isFirst}
      />
    </DialogPage>
  );
}
