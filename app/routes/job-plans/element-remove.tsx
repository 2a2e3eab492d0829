import { column } from "styled-system/recipes";
import { requireLevel } from "~/accounts/guard.server";
import { redirectSaying } from "~/http/flash.server";
import { removeElement } from "~/job-plans/element-writes.server";
import { elementOf, found, planAndElement } from "~/job-plans/queries.server";
import { countSessionsOfElement } from "~/sessions/of-plan.server";
import { LinkButton, SubmitButton } from "~/ui/button";
import { DialogPage } from "~/ui/page";
import { PostForm } from "~/ui/post-form";
import type { Route } from "./+types/element-remove";

export async function loader(args: Route.LoaderArgs) {
  const { db, user } = requireLevel("diary", args);
  const { planRef, elementRef } = args.params;
  const [elements, [used]] = await db.batch([
    elementOf(db, user.unique_ref, planRef, elementRef),
    countSessionsOfElement(db, user.unique_ref, elementRef),
  ]);
  return { description: found(elements).description, sessions: used?.sessions ?? 0 };
}

export async function action(args: Route.ActionArgs) {
  const { db, user, now } = requireLevel("diary", args);
  const { planRef, elementRef } = args.params;
  const { element } = await planAndElement(db, user.unique_ref, planRef, elementRef);
  const done = await removeElement(db, user.unique_ref, elementRef, now);
  return redirectSaying(args.request, `/job_plans/${planRef}/`, `${element.description} ${done}.`);
}

export default function ElementRemove({ loaderData: { description, sessions }, params }: Route.ComponentProps) {
  const used = sessions > 0;
  return (
    <DialogPage
      title={`${used ? "Archive" : "Delete"} ${description}`}
      cancel={
        <LinkButton to={`/job_plans/${params.planRef}/element/${params.elementRef}/`} visual="plain">
          Cancel
        </LinkButton>
      }
      footer={
        <SubmitButton form="remove" visual="danger">
          {used ? "Archive element" : "Delete element"}
        </SubmitButton>
      }
    >
      <PostForm id="remove" className={column({ gap: "4" })}>
        {used ? (
          <p>
            {sessions === 1 ? "1 session carries" : `${sessions} sessions carry`} this element and will keep it with its
            PAs. Archived, it leaves the plan’s week and the list for new sessions. You can restore it at any time.
          </p>
        ) : (
          <p>No session carries this element. It will be deleted with its times.</p>
        )}
      </PostForm>
    </DialogPage>
  );
}
