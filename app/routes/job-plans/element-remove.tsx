import { Link } from "react-router";
import { column, note } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { countLockedCancellations } from "~/diary/locks/queries.server";
import { countSessionsOfElement } from "~/diary/sessions/queries.server";
import { versionForm } from "~/planning/job-plans/plan-form";
import { elementOf, requireRow } from "~/planning/job-plans/queries.server";
import { elementRemovedBefore, removeElement } from "~/planning/job-plans/write-element.server";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { pathTo } from "~/platform/http/path-to";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { answerRefusal, changedBeforeDeletion } from "~/platform/http/refusal.server";
import { formatCounted } from "~/platform/time/counted";
import { formView } from "~/ui/forms/form-state";
import { Icon } from "~/ui/layout/icon";
import { ConfirmDelete } from "~/ui/overlays/confirm-delete";
import type { Route } from "./+types/element-remove";

export { afterConflict as shouldRevalidate } from "~/ui/connection/revalidate";

export async function loader(args: Route.LoaderArgs) {
  const { db, user } = requireLevel("diary", args);
  const { planRef, elementRef } = args.params;
  const [elements, [used], [held]] = await db.batch([
    elementOf(db, user.id, planRef, elementRef),
    countSessionsOfElement(db, user.id, elementRef),
    countLockedCancellations(db, user.id, { element: elementRef }),
  ]);
  const { description, version } = requireRow(elements);
  return { description, version, sessions: used?.sessions ?? 0, cancelled: held?.cancelled ?? 0 };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const { planRef, elementRef } = args.params;
  const elements = await elementOf(context.db, context.userId, planRef, elementRef);
  const form = await readForm(args.request, versionForm);
  if (!form.ok) {
    requireRow(elements);
    return refuse(form.state);
  }
  const edit = { ref: elementRef, ...form.value, fingerprint: form.fingerprint };
  const [element] = elements;
  const { done, undo } = await (element ? removeElement(context, edit) : elementRemovedBefore(context, edit));
  if (done === "changed")
    return answerRefusal(form.state, changedBeforeDeletion("element", undefined, "removed", "remove"));
  return redirectWithMessage(
    args.request,
    pathTo("/job_plans/:planRef/", { planRef }),
    `${element?.description ?? "Element"} ${done}`,
    { undo },
  );
}

export default function ElementRemove({ loaderData, actionData, params }: Route.ComponentProps) {
  const { description, version, sessions, cancelled } = loaderData;
  const used = sessions + cancelled > 0;
  const changePath = pathTo("/job_plans/:planRef/change/", params);
  return (
    <ConfirmDelete
      title={`${used ? "Archive" : "Delete"} ${description}`}
      button={used ? "Archive element" : "Delete element"}
      form={formView({}, actionData?.form)}
      back={pathTo("/job_plans/:planRef/element/:elementRef/", params)}
      hidden={{ version }}
    >
      {used ? (
        <div className={column({ gap: "4" })}>
          <p>
            {sessions > 0
              ? `${formatCounted(sessions, "session uses", "sessions use")} this element and will keep it with its PAs.`
              : `You locked days on which ${formatCounted(cancelled, "session")} of this element did not happen, so it cannot be deleted.`}{" "}
            If you archive it, it leaves the plan’s week and the list for new sessions. You can restore it at any time.
          </p>
          <p className={note({ tone: "warn", icon: true })}>
            <Icon name="warning" />
            <span>
              Your progress will then expect nothing for it from the plan’s first day, even for weeks when you worked
              it. To drop it from a date on, <Link to={changePath}>change the plan from that date</Link>.
            </span>
          </p>
        </div>
      ) : (
        <p>No session uses this element. It will be deleted with its times.</p>
      )}
    </ConfirmDelete>
  );
}
