import { Link } from "react-router";
import { column, note } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { saves } from "~/account/saves.server";
import { countLockedCancellations } from "~/diary/locks/queries.server";
import { countSessionsOfElement } from "~/diary/sessions/queries.server";
import { hasCountedAsPlanned } from "~/planning/job-plans/plan-dates";
import { versionForm } from "~/planning/job-plans/plan-form";
import { elementOf, planOf, requireRow } from "~/planning/job-plans/queries.server";
import { elementRemovedBefore, removeElement } from "~/planning/job-plans/write-element.server";
import { pathTo } from "~/platform/http/path-to";
import { changedBeforeDeletion } from "~/platform/http/refusal.server";
import { formatCounted } from "~/platform/time/counted";
import { londonToday } from "~/platform/time/london";
import { formView } from "~/ui/forms/form-state";
import { Icon } from "~/ui/layout/icon";
import { ConfirmDelete } from "~/ui/overlays/confirm-delete";
import type { Route } from "./+types/element-remove";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, now } = requireLevel("diary", args);
  const { planRef, elementRef } = args.params;
  const [plans, elements, [used], [held]] = await db.batch([
    planOf(db, user.id, planRef),
    elementOf(db, user.id, planRef, elementRef),
    countSessionsOfElement(db, user.id, elementRef),
    countLockedCancellations(db, user.id, { element: elementRef }),
  ]);
  const [plan, element] = [requireRow(plans), requireRow(elements)];
  const { description, version } = element;
  const countsAsPlanned = hasCountedAsPlanned(plan, element, londonToday(now));
  return { description, version, sessions: used?.sessions ?? 0, cancelled: held?.cancelled ?? 0, countsAsPlanned };
}

export const action = saves(
  "diary",
  versionForm,
  async (by, { value, fingerprint }, { params }: Route.ActionArgs) => {
    const edit = { ref: params.elementRef, ...value, fingerprint };
    // Sent again, because its response was lost, it finds none.
    const [element] = await elementOf(by.db, by.userId, params.planRef, params.elementRef);
    const { done, undo } = await (element ? removeElement(by, edit) : elementRemovedBefore(by, edit));
    if (done === "changed") return { refusal: changedBeforeDeletion("element", undefined, "removed", "remove") };
    return { undo, message: `${element?.description ?? "Element"} ${done}` };
  },
  {
    to: ({ params }) => pathTo("/job_plans/:planRef/", params),
    of: async ({ db, userId }, { params: { planRef, elementRef } }) =>
      requireRow(await elementOf(db, userId, planRef, elementRef)),
  },
);

export default function ElementRemove({ loaderData, actionData, params }: Route.ComponentProps) {
  const { description, version, sessions, cancelled, countsAsPlanned } = loaderData;
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
      <div className={column({ gap: "4" })}>
        {used ? (
          <p>
            {sessions > 0
              ? `${formatCounted(sessions, "session uses", "sessions use")} this element and will keep it with its PAs.`
              : `You locked days on which ${formatCounted(cancelled, "session")} of this element did not happen, so it cannot be deleted.`}{" "}
            If you archive it, it leaves the plan’s week and the list for new sessions. You can restore it at any time.
          </p>
        ) : (
          <p>No session uses this element. It will be deleted with its times.</p>
        )}
        {(used || countsAsPlanned) && (
          <p className={note({ tone: "warn", icon: true })}>
            <Icon name="warning" />
            <span>
              Your progress will then {countsAsPlanned ? "expect and count" : "expect"} nothing for it from the plan’s
              first day, even for weeks {countsAsPlanned ? "that counted as planned" : "when you worked it"}. To drop it
              from a date on, <Link to={changePath}>change the plan from that date</Link>.
            </span>
          </p>
        )}
      </div>
    </ConfirmDelete>
  );
}
