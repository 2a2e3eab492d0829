import { requireLevel } from "~/account/guard.server";
import { versionForm } from "~/planning/job-plans/plan-form";
import { elementOf, requireRow } from "~/planning/job-plans/queries.server";
import { restoreElement } from "~/planning/job-plans/write-element.server";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { pathTo } from "~/platform/http/path-to";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { answerRefusal, changedBeforeDeletion } from "~/platform/http/refusal.server";
import { formView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/element-restore";

export { afterConflict as shouldRevalidate } from "~/ui/connection/revalidate";

export async function loader(args: Route.LoaderArgs) {
  const { db, user } = requireLevel("diary", args);
  const { planRef, elementRef } = args.params;
  const { description, version } = requireRow(await elementOf(db, user.id, planRef, elementRef));
  return { description, version };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const { planRef, elementRef } = args.params;
  const { description } = requireRow(await elementOf(context.db, context.userId, planRef, elementRef));
  const form = await readForm(args.request, versionForm);
  if (!form.ok) return refuse(form.state);
  const edit = { ref: elementRef, ...form.value, fingerprint: form.fingerprint };
  const restored = await restoreElement(context, edit);
  if (!("undo" in restored))
    return answerRefusal(form.state, changedBeforeDeletion("element", undefined, "restored", "restore"));
  return redirectWithMessage(
    args.request,
    pathTo("/job_plans/:planRef/", { planRef }),
    `${description} restored`,
    restored,
  );
}

export default function ElementRestore({ loaderData, actionData, params }: Route.ComponentProps) {
  return (
    <DialogPage
      title={`Restore ${loaderData.description}`}
      form={formView({}, actionData?.form)}
      back={pathTo("/job_plans/:planRef/element/:elementRef/", params)}
      footer={<SubmitButton form="restore">Restore element</SubmitButton>}
    >
      <PostForm id="restore" hidden={{ version: loaderData.version }}>
        <p>It will count in the plan’s week again and be in the list for new sessions.</p>
      </PostForm>
    </DialogPage>
  );
}
