import { requireLevel } from "~/account/guard.server";
import { saves } from "~/account/saves.server";
import { versionForm } from "~/planning/job-plans/plan-form";
import { elementOf, requireRow } from "~/planning/job-plans/queries.server";
import { restoreElement } from "~/planning/job-plans/write-element.server";
import type { Actor } from "~/platform/context";
import { pathTo } from "~/platform/http/path-to";
import { changedBeforeDeletion } from "~/platform/http/refusal.server";
import { formView } from "~/ui/forms/form-state";
import { FormPage } from "~/ui/layout/form-page";
import type { Route } from "./+types/element-restore";

export async function loader(args: Route.LoaderArgs) {
  const { description, version } = await namedElement(requireLevel("diary", args), args.params);
  return { description, version };
}

export const action = saves(
  "diary",
  versionForm,
  async (by, { value, fingerprint }, { params }: Route.ActionArgs) => {
    const { description } = await namedElement(by, params);
    const restored = await restoreElement(by, { ref: params.elementRef, ...value, fingerprint });
    const changed = changedBeforeDeletion("element", undefined, "restored", "restore");
    if (!("undo" in restored)) return { refusal: changed };
    return { undo: restored.undo, message: `${description} restored` };
  },
  { to: ({ params }) => pathTo("/job_plans/:planRef/", params), of: (by, { params }) => namedElement(by, params) },
);

async function namedElement({ db, userId }: Actor, { planRef, elementRef }: Route.ActionArgs["params"]) {
  return requireRow(await elementOf(db, userId, planRef, elementRef));
}

export default function ElementRestore({ loaderData, actionData, params }: Route.ComponentProps) {
  return (
    <FormPage
      title={`Restore ${loaderData.description}`}
      form={formView({}, actionData?.form)}
      id="restore"
      back={pathTo("/job_plans/:planRef/element/:elementRef/", params)}
      button="Restore element"
      hidden={{ version: loaderData.version }}
    >
      <p>It will count in the plan’s week again and be in the list for new sessions.</p>
    </FormPage>
  );
}
