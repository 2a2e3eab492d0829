import { requireLevel } from "~/account/guard.server";
import { restoreElement } from "~/planning/job-plans/element-writes.server";
import { versionForm } from "~/planning/job-plans/plan-form";
import { elementOf, found } from "~/planning/job-plans/queries.server";
import { redirectSaying } from "~/platform/http/flash.server";
import { pathTo } from "~/platform/http/path-to";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { lookAgain } from "~/platform/http/refusal.server";
import { SubmitButton } from "~/ui/button";
import { formView } from "~/ui/form-state";
import { DialogPage } from "~/ui/page";
import { PostForm } from "~/ui/post-form";
import type { Route } from "./+types/element-restore";

export { afterConflict as shouldRevalidate } from "~/ui/revalidate";

export async function loader(args: Route.LoaderArgs) {
  const { db, user } = requireLevel("diary", args);
  const { planRef, elementRef } = args.params;
  const { description, version } = found(await elementOf(db, user.id, planRef, elementRef));
  return { description, version };
}

export async function action(args: Route.ActionArgs) {
  const asked = requireLevel("diary", args);
  const { planRef, elementRef } = args.params;
  const { description } = found(await elementOf(asked.db, asked.userId, planRef, elementRef));
  const form = await readForm(args.request, versionForm);
  if (!form.ok) return refuse(form.state);
  const done = await restoreElement(asked, elementRef, form.value.version);
  if (!done) return lookAgain(form.state, "element");
  return redirectSaying(args.request, pathTo("/job_plans/:planRef/", { planRef }), `${description} restored.`);
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
