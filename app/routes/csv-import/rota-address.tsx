import { Link } from "react-router";
import { importRefusal } from "~/account/may-import.server";
import { ROTA_CHANGES } from "~/diary/rota/changes";
import { requireImport } from "~/import/guard.server";
import {
  feedOf,
  feedShown,
  ROTA_ADDRESS,
  readNow,
  removeAddress,
  rotaAddressForm,
  saveAddress,
} from "~/import/rota/feed/feed.server";
import { RotaAddress } from "~/import/rota/feed/views/rota-address";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { useFormView } from "~/ui/forms/form-state";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/rota-address";

export async function loader(args: Route.LoaderArgs) {
  const context = requireImport(args);
  const [feed] = await feedOf(context.db, context.user.unique_ref);
  return { feed: await feedShown(context, feed) };
}

export async function action(args: Route.ActionArgs) {
  const by = requireImport(args);
  const form = await readForm(args.request, rotaAddressForm);
  if (!form.ok) return refuse(form.state);
  const { intent, address } = form.value;
  if (intent === "end") {
    await removeAddress(by);
    return redirectWithMessage(args.request, ROTA_ADDRESS, "Address removed: your rota is no longer read");
  }
  const no = await importRefusal(by, "csv");
  if (no) return refuse(form.state, { "": no.message }, no.status);
  const fault = intent === "save" ? await saveAddress(by, address) : null;
  if (fault) return refuse(form.state, { address: fault });
  const { message, hasChanges } = await readNow(by);
  return redirectWithMessage(args.request, hasChanges ? ROTA_CHANGES : ROTA_ADDRESS, message);
}

export default function RotaAddressPage({ loaderData: { feed }, actionData }: Route.ComponentProps) {
  const form = useFormView({}, actionData?.form);
  return (
    <Page title="Address of your rota" form={form} back={<Link to="/import_csv_data/rota/">Import a rota</Link>}>
      <RotaAddress form={form} feed={feed} />
    </Page>
  );
}
