import { requireLevel } from "~/account/guard.server";
import { saves } from "~/account/saves.server";
import { refusalOf, undoOf } from "~/changes/saved.server";
import { countLockedCancellations } from "~/diary/locks/queries.server";
import { countSessionsOfPlan } from "~/diary/sessions/queries.server";
import { versionForm } from "~/planning/job-plans/plan-form";
import { elementsOfPlan, planOf, requireRow } from "~/planning/job-plans/queries.server";
import { deletePlan } from "~/planning/job-plans/write-plan.server";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { pathTo } from "~/platform/http/path-to";
import { formatCounted } from "~/platform/time/counted";
import { formView } from "~/ui/forms/form-state";
import { LinkButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import { ConfirmDelete } from "~/ui/overlays/confirm-delete";
import type { Route } from "./+types/plan-delete";

export async function loader(args: Route.LoaderArgs) {
  const { db, user } = requireLevel("diary", args);
  const { planRef } = args.params;
  const [plans, elements, [used], [held]] = await db.batch([
    planOf(db, user.id, planRef),
    elementsOfPlan(db, user.id, planRef),
    countSessionsOfPlan(db, user.id, planRef),
    countLockedCancellations(db, user.id, { plan: planRef }),
  ]);
  const { title, version } = requireRow(plans);
  const [sessions, cancelled] = [used?.sessions ?? 0, held?.cancelled ?? 0];
  return { title, version, elements: elements.length, sessions, cancelled };
}

export const action = saves(
  "diary",
  versionForm,
  async (by, { value, fingerprint }, { request, params: { planRef: ref } }: Route.ActionArgs) => {
    // Sent again, because its response was lost, it finds none.
    const [plan] = await planOf(by.db, by.userId, ref);
    const title = plan?.title ?? "Job plan";
    const deleted = await deletePlan(by, { ref, ...value, fingerprint });
    if (plan && (deleted.result === "refused" || deleted.result === "gone")) {
      const said = `${title} was not deleted: sessions are tagged with its elements. End the plan instead`;
      return redirectWithMessage(request, pathTo("/job_plans/:planRef/", { planRef: ref }), said, { done: false });
    }
    const refusal = await refusalOf(by, deleted, { what: "plan", part: "job_plans", ref, deletes: true });
    return refusal ? { refusal } : { undo: undoOf(deleted), message: `${title} deleted` };
  },
  {
    to: "/job_plans/",
    of: async ({ db, userId }, { params }) => requireRow(await planOf(db, userId, params.planRef)),
  },
);

export default function PlanDelete({ loaderData, actionData, params }: Route.ComponentProps) {
  const { title, version, elements, sessions, cancelled } = loaderData;
  const top = {
    title: `Delete ${title}`,
    form: formView({}, actionData?.form),
    back: pathTo("/job_plans/:planRef/", params),
  };
  if (sessions + cancelled > 0) {
    const instead = <LinkButton to={pathTo("/job_plans/:planRef/end/", params)}>End plan instead</LinkButton>;
    return (
      <DialogPage {...top} footer={instead}>
        <p>
          {sessions > 0
            ? `This plan cannot be deleted: ${formatCounted(sessions, "session uses", "sessions use")} its elements.`
            : `This plan cannot be deleted: you locked days on which ${formatCounted(cancelled, "session")} of it did not happen.`}{" "}
          End it instead.
        </p>
      </DialogPage>
    );
  }
  return (
    <ConfirmDelete {...top} button="Delete plan" hidden={{ version }}>
      <p>
        This deletes the plan and its {formatCounted(elements, "element")}. No session uses it. You can undo this for an
        hour.
      </p>
    </ConfirmDelete>
  );
}
