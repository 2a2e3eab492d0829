import { data } from "react-router";
import { requireProof } from "~/accounts/guard.server";
import { browserWords } from "~/accounts/logins/browser-words";
import { addPasskey, beginPasskey } from "~/accounts/passkeys/add-passkey.server";
import { newPasskeyForm } from "~/accounts/passkeys/form";
import type { NewPasskeyOptions } from "~/accounts/passkeys/views/make-passkey";
import { NewPasskeyForm } from "~/accounts/passkeys/views/new-passkey-form";
import { redirectSaying } from "~/http/flash.server";
import { readForm, refuse } from "~/http/read-form.server";
import type { FormState } from "~/ui/form-state";
import { useFormView } from "~/ui/kept-form";
import { DialogPage } from "~/ui/page";
import type { Route } from "./+types/passkey-new";

const HERE = "/account/two_factor/passkey/new/";
const OVERVIEW = "/account/two_factor/";

export function loader(args: Route.LoaderArgs) {
  requireProof("factors", args, HERE);
  return { name: browserWords(args.request.headers.get("User-Agent") ?? "") };
}

export async function action(args: Route.ActionArgs) {
  const asked = requireProof("factors", args, HERE);
  const form = await readForm(args.request, newPasskeyForm);
  if (!form.ok) return refuse(form.state);
  const { intent, name, answer } = form.value;
  if (intent === "begin") {
    const begun = await beginPasskey(asked);
    if (!begun.options) return refuse(form.state, { "": begun.refused });
    return data({ form: form.state, options: begun.options });
  }
  const added = await addPasskey(asked, args.request, name, answer);
  if ("refused" in added) return refuse(form.state, { "": added.refused });
  const headers = new Headers({ "Set-Cookie": added.cookie });
  return redirectSaying(args.request, OVERVIEW, "Passkey added. All your other logins have ended.", { headers });
}

export default function PasskeyNew({ loaderData, actionData }: Route.ComponentProps) {
  const sent: { form: FormState; options?: NewPasskeyOptions } | undefined = actionData;
  const form = useFormView(loaderData, sent?.form);
  return (
    <DialogPage title="Add a passkey" form={form} back={OVERVIEW}>
      <NewPasskeyForm form={form} options={sent?.options} />
    </DialogPage>
  );
}
