import { Link } from "react-router";
import { requiresCode } from "~/account/factors/reauthentication.server";
import { requireLevel } from "~/account/guard.server";
import { confirmFirst } from "~/account/may-import.server";
import { addressRow } from "~/account/users.server";
import { receiveFile } from "~/data/backup-import/receive.server";
import { ImportForm } from "~/data/backup-import/views/import-form";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { refuse } from "~/platform/http/read-form.server";
import { formView } from "~/ui/forms/form-state";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/import";

export async function loader(args: Route.LoaderArgs) {
  const context = requireLevel("diary", args);
  const [account] = await addressRow(context.db, context.user.unique_ref);
  return { asksCode: requiresCode(context), confirmFirst: confirmFirst(account) };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const received = await receiveFile(context, args.request);
  if ("message" in received) return redirectWithMessage(args.request, "/mydata/", received.message);
  return refuse(received.state, received.errors, received.status);
}

export default function ImportPage({ loaderData, actionData }: Route.ComponentProps) {
  const form = formView({ way: "add" }, actionData?.form);
  return (
    <Page
      title="Import backup"
      form={form}
      back={<Link to="/mydata/">Your Data</Link>}
      lead="Restores a JSON file exported by Daybook. If anything in it is wrong, nothing is imported."
    >
      <ImportForm form={form} {...loaderData} />
    </Page>
  );
}
