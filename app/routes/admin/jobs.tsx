import { requireReauthentication } from "~/account/guard.server";
import { retryForm } from "~/admin/form";
import { jobPage } from "~/admin/jobs.server";
import { retryFailed } from "~/admin/retry.server";
import { JobList } from "~/admin/views/job-list";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { formView } from "~/ui/forms/form-state";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/jobs";

const HERE = "/admin/jobs/";

export const handle = { script: false };

export async function loader(args: Route.LoaderArgs) {
  return jobPage(requireReauthentication("admin", args, HERE));
}

export async function action(args: Route.ActionArgs) {
  const context = requireReauthentication("admin", args, HERE);
  const form = await readForm(args.request, retryForm);
  if (!form.ok) return refuse(form.state);
  const queued = await retryFailed(context, args.request, form.value.retry);
  const message = queued === null ? "There was nothing to retry" : `${queued} queued again`;
  return redirectWithMessage(args.request, HERE, message);
}

export default function JobsPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <Page
      title="Jobs"
      form={formView({}, actionData?.form)}
      back={<a href="/admin/">Admin Panel</a>}
      lead="What Daybook does automatically: mails, backups and other jobs."
    >
      <JobList {...loaderData} />
    </Page>
  );
}
