import { Link } from "react-router";
import { column, note } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { countSessionsOfElement } from "~/diary/sessions/queries.server";
import { elementAnswersOf } from "~/planning/job-plans/answers.server";
import { elementEditForm } from "~/planning/job-plans/element-form";
import { elementOf, planAndElement, requireRow } from "~/planning/job-plans/queries.server";
import { formatWhen } from "~/planning/job-plans/schedule";
import { ElementFormPage } from "~/planning/job-plans/views/element-form";
import { saveElement, wholePlanQuestion } from "~/planning/job-plans/write-element.server";
import { answerSave } from "~/platform/http/answer-save.server";
import { pathTo } from "~/platform/http/path-to";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { answerRefusal } from "~/platform/http/refusal.server";
import { TickField } from "~/ui/forms/choice-fields";
import type { FormView } from "~/ui/forms/form-state";
import { useFormView } from "~/ui/forms/form-state";
import { LinkButton } from "~/ui/layout/button";
import type { Route } from "./+types/element";

export { afterConflict as shouldRevalidate } from "~/ui/connection/revalidate";

export async function loader(args: Route.LoaderArgs) {
  const { db, user } = requireLevel("diary", args);
  const { planRef, elementRef } = args.params;
  const { plan, element } = await planAndElement(db, user.id, planRef, elementRef);
  const when = formatWhen(element, element.schedule).join("; ");
  return { plan: plan.title, active: element.active, when, answers: elementAnswersOf(element) };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const { db, user } = context;
  const { planRef, elementRef } = args.params;
  const form = await readForm(args.request, elementEditForm);
  const [elements, [worked]] = await db.batch([
    elementOf(db, user.id, planRef, elementRef),
    countSessionsOfElement(db, user.id, elementRef),
  ]);
  requireRow(elements);
  if (!form.ok) return refuse(form.state);
  if (!form.value.whole_plan && (worked?.sessions ?? 0) > 0) {
    const question = await wholePlanQuestion(context, planRef, elementRef, form.value);
    if (question) return answerRefusal(form.state, question);
  }
  const saved = await saveElement(context, planRef, elementRef, { ...form.value, fingerprint: form.fingerprint });
  const path = pathTo("/job_plans/:planRef/", { planRef });
  return answerSave(args.request, form.state, saved, path, `${form.value.element.description} saved`);
}

export default function Element({ loaderData, actionData, params }: Route.ComponentProps) {
  const form = useFormView(loaderData.answers, actionData?.form);
  return (
    <ElementFormPage
      title="Edit element"
      form={form}
      lead={`An element of ${loaderData.plan}. Changes apply to new sessions. Sessions that you have saved keep their PAs.`}
      planRef={params.planRef}
      hidden={{ version: form.value("version") }}
      question={<WholePlan form={form} planRef={params.planRef} />}
      more={
        loaderData.active ? (
          <LinkButton to="remove/" visual="danger">
            Delete or archive
          </LinkButton>
        ) : (
          <LinkButton to="restore/">Restore from archive</LinkButton>
        )
      }
    />
  );
}

/** Asks for confirmation when a change affects past work that was compared with the plan as it was. */
function WholePlan({ form, planRef }: { form: FormView; planRef: string }) {
  if (form.error("whole_plan") === undefined && form.value("whole_plan") === "") return null;
  return (
    <div className={`${note({ tone: "warn" })} ${column({ gap: "3" })}`}>
      <TickField form={form} name="whole_plan" label="It applies to the whole plan, including past weeks" />
      <p>
        To change it from a date on,{" "}
        <Link to={pathTo("/job_plans/:planRef/change/", { planRef })}>change the plan from that date</Link>.
      </p>
    </div>
  );
}
