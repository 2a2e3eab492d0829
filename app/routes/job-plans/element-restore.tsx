import { requireLevel } from "~/accounts/guard.server";
import { redirectSaying } from "~/http/flash.server";
import { setActive } from "~/job-plans/element-writes.server";
import { elementOf, found } from "~/job-plans/queries.server";
import { LinkButton, SubmitButton } from "~/ui/button";
import { DialogPage } from "~/ui/page";
import { PostForm } from "~/ui/post-form";
import type { Route } from "./+types/element-restore";

export async function loader(args: Route.LoaderArgs) {
  const { db, user } = requireLevel("diary", args);
  const { planRef, elementRef } = args.params;
  return { description: found(await elementOf(db, user.unique_ref, planRef, elementRef)).description };
}

export async function action(args: Route.ActionArgs) {
  const { db, user, now } = requireLevel("diary", args);
  const { planRef, elementRef } = args.params;
  const { description } = found(await elementOf(db, user.unique_ref, planRef, elementRef));
  await setActive(db, user.unique_ref, elementRef, true, now);
  return redirectSaying(args.request, `/job_plans/${planRef}/`, `${description} restored.`);
}

export default function ElementRestore({ loaderData, params }: Route.ComponentProps) {
  return (
    <DialogPage
      title={`Restore ${loaderData.description}`}
      cancel={
        <LinkButton to={`/job_plans/${params.planRef}/element/${params.elementRef}/`} visual="plain">
          Cancel
        </LinkButton>
      }
      footer={<SubmitButton form="restore">Restore element</SubmitButton>}
    >
      <PostForm id="restore">
        <p>It counts in the plan’s week again and stands in the list for new sessions.</p>
      </PostForm>
    </DialogPage>
  );
}
