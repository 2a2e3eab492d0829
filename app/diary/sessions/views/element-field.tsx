import { useRef } from "react";
import { row } from "styled-system/recipes";
import { workKind } from "~/diary/fees/kinds";
import { plansOn } from "~/planning/job-plans/plan-dates";
import { SelectField } from "~/ui/forms/choice-fields";
import type { FormView } from "~/ui/forms/form-state";
import { SubmitButton } from "~/ui/layout/button";
import {
  elementLabel,
  NO_DATE_TEXT,
  NO_PLAN_TEXT,
  OUTSIDE_PLAN,
  offeredPlans,
  type PlanChoice,
  planLabel,
} from "../element-choices";

const NAME = "job_plan_element_unique_ref";
const OUTSIDE_HINT = "Its hours count as worked. It adds no PAs to your job plan";

interface ElementFieldProps {
  form: FormView;
  plans: readonly PlanChoice[];
  /** The element that the session already has, which is offered even when archived. */
  current: string | null;
  chosen: string;
  /** As in a preview: null when blank, false while it is not a date. */
  date: string | null | false;
  scripted: boolean;
  /** Whether the list holds only the plans of the date. */
  narrowed: boolean;
  /** True for a new session, whose times may be filled in from the plan. */
  takesTimes: boolean;
}

/**
 * The list of elements: without script those of all plans; with script, or after the user asked for it, those of the
 * plans that cover the date.
 */
export function ElementField({
  form,
  plans,
  current,
  chosen,
  date,
  scripted,
  narrowed,
  takesTimes,
}: ElementFieldProps) {
  // While a date is incomplete the list stays as it was.
  const known = useRef(date);
  if (date !== false) known.current = date;
  const all = offeredPlans(plans, current).filter((plan) => plan.elements.length > 0);
  const on = known.current;
  const listed =
    !narrowed || on === false ? all : on === null ? [] : withCurrent(plansOn(all, on), all, current, chosen);
  const only = narrowed && listed.length === 1 ? listed[0] : undefined;
  const homeless = narrowed && on !== false && on !== null && plansOn(all, on).length === 0;
  const noChoice = narrowed && on === null ? NO_DATE_TEXT : NO_PLAN_TEXT;
  const blank = listed.length > 0 && !homeless ? "No job plan element" : noChoice;
  return (
    <>
      <SelectField
        // One plan is a flat list, and several are groups: another kind of list is a new element with its own value.
        key={`${only ? "flat" : "grouped"}/${listed.map((plan) => plan.unique_ref).join()}`}
        form={{ ...form, value: () => chosen }}
        name={NAME}
        label="Job plan element"
        hint={workKind(chosen) ? OUTSIDE_HINT : homeless ? chosen && NO_PLAN_TEXT : only && planLabel(only)}
        blank={blank}
        choices={only ? choicesOf(only) : []}
        groups={[
          ...(only ? [] : listed.map((plan) => ({ label: planLabel(plan), choices: choicesOf(plan) }))),
          OUTSIDE_PLAN,
        ]}
      />
      {!scripted && (
        <div className={row()}>
          <SubmitButton visual="normal" name="__INTENT__" value='validate("session_date")'>
            Show elements for this date
          </SubmitButton>
          {takesTimes && (
            <SubmitButton visual="normal" name="__INTENT__" value={`validate("${NAME}")`}>
              Fill in times and fee
            </SubmitButton>
          )}
        </div>
      )}
    </>
  );
}

/** A session keeps its element although its plan was shortened since. */
function withCurrent(listed: PlanChoice[], all: PlanChoice[], current: string | null, chosen: string): PlanChoice[] {
  if (current === null || chosen !== current || listed.some((plan) => has(plan, current))) return listed;
  return [...listed, ...all.filter((plan) => has(plan, current))];
}

function has(plan: PlanChoice, ref: string): boolean {
  return plan.elements.some((element) => element.unique_ref === ref);
}

function choicesOf(plan: PlanChoice) {
  return plan.elements.map((element) => ({ value: element.unique_ref, label: elementLabel(element) }));
}
