import { requireReauthentication } from "~/account/guard.server";
import { retryJobForm } from "~/admin/form";
import { jobPage, retryLetter } from "~/admin/jobs.server";
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
  const form = await readForm(args.request, retryJobForm);
  if (!form.ok) return refuse(form.state);
  const isTried = await retryLetter(context, args.request, form.value.job);
  return redirectWithMessage(args.request, HERE, isTried ? "Job queued again" : "There was nothing to retry");
}

export default function JobsPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <Page
      title="Jobs"
      form={formView({}, actionData?.form)}
      back={<a href="/admin/">Admin Panel</a>}
      lead="What Daybook does automatically."
    >
      <JobList {...loaderData} />
    </Page>
  );
}
