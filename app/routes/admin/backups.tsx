import { requireReauthentication } from "~/account/guard.server";
import { backupPage, retryFailedBackup } from "~/admin/backups.server";
import { retryBackupForm } from "~/admin/form";
import { BackupList } from "~/admin/views/backup-list";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { formView } from "~/ui/forms/form-state";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/backups";

const HERE = "/admin/backups/";

export const handle = { script: false };

export async function loader(args: Route.LoaderArgs) {
  return backupPage(requireReauthentication("admin", args, HERE));
}

export async function action(args: Route.ActionArgs) {
  const context = requireReauthentication("admin", args, HERE);
  const form = await readForm(args.request, retryBackupForm);
  if (!form.ok) return refuse(form.state);
  const isTried = await retryFailedBackup(context, args.request, form.value.backup);
  const message = isTried ? "Backup queued again" : "There was nothing to retry";
  return redirectWithMessage(args.request, HERE, message);
}

export default function BackupsPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <Page
      title="Backups"
      form={formView({}, actionData?.form)}
      back={<a href="/admin/">Admin Panel</a>}
      lead="Made each night for everyone whose data changed, encrypted, and kept for 35 days."
    >
      <BackupList {...loaderData} />
    </Page>
  );
}
