import { Link } from "react-router";
import { column, note, text } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { saves } from "~/account/saves.server";
import { countSessionsOfElement } from "~/diary/sessions/queries.server";
import { elementAnswersOf, templateElementAnswers } from "~/planning/job-plans/answers.server";
import { elementEditForm, newElementForm } from "~/planning/job-plans/element-form";
import { elementTemplate } from "~/planning/job-plans/element-templates";
import { hasCountedAsPlanned } from "~/planning/job-plans/plan-dates";
import { elementOf, planAndElement, planOf, requireRow } from "~/planning/job-plans/queries.server";
import { ElementFields } from "~/planning/job-plans/views/element-form";
import { addElement, saveElement, wholePlanQuestion } from "~/planning/job-plans/write-element.server";
import { newRef } from "~/platform/db/columns.server";
import { pathTo } from "~/platform/http/path-to";
import { londonToday } from "~/platform/time/london";
import { TickField } from "~/ui/forms/choice-fields";
import type { FormView } from "~/ui/forms/form-state";
import { useFormView } from "~/ui/forms/form-state";
import { EnterSaves, LinkButton } from "~/ui/layout/button";
import { FormPage } from "~/ui/layout/form-page";
import type { Route } from "./+types/element";

/** The form of a new element of a plan, or of the one that the address names. */
export async function loader(args: Route.LoaderArgs) {
  const { db, userId } = requireLevel("diary", args);
  const { planRef, elementRef } = args.params;
  if (elementRef === undefined) {
    const plan = requireRow(await planOf(db, userId, planRef));
    const answers = templateElementAnswers(elementTemplate(args.url.searchParams.get("template")));
    return { plan: plan.title, active: null, answers, idempotency_key: newRef() };
  }
  const { plan, element } = await planAndElement(db, userId, planRef, elementRef);
  return { plan: plan.title, active: element.active, answers: elementAnswersOf(element) };
}

export function action(args: Route.ActionArgs) {
  return args.params.elementRef === undefined ? add(args) : change(args);
}

const toPlan = ({ params }: Route.ActionArgs) => pathTo("/job_plans/:planRef/", params);

const add = saves(
  "diary",
  newElementForm,
  async (
    by,
    { value: { idempotency_key: key, ...answers }, fingerprint },
    { params: { planRef } }: Route.ActionArgs,
  ) => {
    requireRow(await planOf(by.db, by.userId, planRef));
    const saved = await addElement(by, planRef, { key, fingerprint }, answers);
    return { ...saved, message: `${answers.element.description} added` };
  },
  { to: toPlan, of: async ({ db, userId }, { params }) => requireRow(await planOf(db, userId, params.planRef)) },
);

const change = saves(
  "diary",
  elementEditForm,
  async (by, { value, fingerprint }, { params: { planRef, elementRef = "" } }: Route.ActionArgs) => {
    const [plans, elements, [worked]] = await by.db.batch([
      planOf(by.db, by.userId, planRef),
      elementOf(by.db, by.userId, planRef, elementRef),
      countSessionsOfElement(by.db, by.userId, elementRef),
    ]);
    const [plan, element] = [requireRow(plans), requireRow(elements)];
    const isMeasured = (worked?.sessions ?? 0) > 0 || hasCountedAsPlanned(plan, element, londonToday(by.now));
    if (!value.whole_plan && isMeasured) {
      const refusal = await wholePlanQuestion(by, planRef, elementRef, value);
      if (refusal) return { refusal };
    }
    const saved = await saveElement(by, planRef, elementRef, { ...value, fingerprint });
    return { ...saved, message: `${value.element.description} saved` };
  },
  {
    to: toPlan,
    of: async ({ db, userId }, { params: { planRef, elementRef = "" } }) =>
      requireRow(await elementOf(db, userId, planRef, elementRef)),
  },
);

export default function Element({ loaderData, actionData, params }: Route.ComponentProps) {
  const { plan, active, answers, idempotency_key } = loaderData;
  const form = useFormView(answers, actionData?.form);
  const more =
    active === null ? null : active ? (
      <LinkButton to="remove/" visual="danger">
        Delete or archive
      </LinkButton>
    ) : (
      <LinkButton to="restore/">Restore from archive</LinkButton>
    );
  return (
    <FormPage
      title={active === null ? "Add element" : "Edit element"}
      form={form}
      id="element"
      back={pathTo("/job_plans/:planRef/", params)}
      button="Save element"
      beside={more}
      idempotencyKey={idempotency_key}
      above={
        <p className={text({ kind: "quiet" })}>
          {active === null
            ? `For ${plan}`
            : `An element of ${plan}. Changes apply to new sessions. Sessions that you have saved keep their PAs.`}
        </p>
      }
    >
      {/* Enter presses the first button of a form: that must save, not add or remove a row. */}
      <EnterSaves />
      <div className={column({ gap: "5" })}>
        <WholePlan form={form} planRef={params.planRef} />
        <ElementFields form={form} />
      </div>
    </FormPage>
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
