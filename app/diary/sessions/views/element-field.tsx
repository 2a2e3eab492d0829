import { useRef } from "react";
import { row } from "styled-system/recipes";
import { plansOn } from "~/planning/job-plans/plan-dates";
import { SubmitButton } from "~/ui/button";
import { SelectField } from "~/ui/choice-fields";
import type { FormView } from "~/ui/form-state";
import { elementLabel, NO_DATE_TEXT, NO_PLAN_TEXT, offered, type PlanChoice, planLabel } from "../element-choices";

const NAME = "job_plan_element_unique_ref";

interface ElementFieldProps {
  form: FormView;
  plans: readonly PlanChoice[];
  /** The element that the session already has: offered even when archived. */
  current: string | null;
  chosen: string;
  /** As in a preview: null for blank, false for what is no date yet. */
  date: string | null | false;
  scripted: boolean;
  /** Whether the list holds only the plans of the date. */
  narrowed: boolean;
  /** Of a new session: its times may be filled in from the plan. */
  takesTimes: boolean;
}

/** The element list: of all plans without script, of the plans that hold the date with it or after asking. */
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
  // While a date is half typed the list stays as it was.
  const known = useRef(date);
  if (date !== false) known.current = date;
  const all = offered(plans, current).filter((plan) => plan.elements.length > 0);
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
        // One plan is a flat list and several are groups: a list of the other kind is a new list, with its own choice.
        key={`${only ? "flat" : "grouped"}/${listed.map((plan) => plan.unique_ref).join()}`}
        form={{ ...form, value: () => chosen }}
        name={NAME}
        label="Job plan element"
        hint={homeless ? chosen && NO_PLAN_TEXT : only && planLabel(only)}
        blank={blank}
        choices={only ? choicesOf(only) : []}
        groups={only ? [] : listed.map((plan) => ({ label: planLabel(plan), choices: choicesOf(plan) }))}
      />
      {!scripted && (
        <div className={row()}>
          <SubmitButton visual="normal" name="__INTENT__" value='validate("session_date")'>
            Show elements for this date
          </SubmitButton>
          {takesTimes && (
            <SubmitButton visual="normal" name="__INTENT__" value={`validate("${NAME}")`}>
              Use the plan’s times
            </SubmitButton>
          )}
        </div>
      )}
    </>
  );
}

/** A session keeps its element though its plan was since cut short. */
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
