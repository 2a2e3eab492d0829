import { type FormEvent, useEffect, useRef, useState } from "react";
import { paText } from "~/job-plans/pa-rules";
import type { FormView } from "~/ui/form-state";
import { findElement, type PlanChoice } from "../element-choices";
import type { Answers } from "../preview";

const ELEMENT = "job_plan_element_unique_ref";
const BASIS = "pa_calculation_basis";
const ALLOCATION = "fixed_PA_allocation";
const FOLLOWED = [
  "session_date",
  "session_start_time",
  "session_start_time_which",
  "session_end_time",
  "session_end_time_which",
  "whole_day",
  "session_greater_24_hours",
  "session_end_date",
  BASIS,
  ALLOCATION,
  "recurring",
  "recurringChoice_type",
  "recurringChoice_selected",
  "recurringChoice_until",
  "recurringChoice_until_date",
  "skip_bank_holidays",
];

/**
 * The answers of a session form while one types. Without script they stay what the server sent.
 * @param basisIsChosen false until someone chose a basis: an element may then bring its own.
 */
export function useSessionDraft(form: FormView, plans: readonly PlanChoice[], basisIsChosen: boolean) {
  const [scripted, setScripted] = useState(false);
  const [typed, setTyped] = useState(() => Object.fromEntries(FOLLOWED.map((name) => [name, form.value(name)])));
  const [chosen, setChosen] = useState(form.value(ELEMENT));
  const basisChosen = useRef(basisIsChosen);
  const root = useRef<HTMLDivElement>(null);

  // What was typed before the script came counts too.
  useEffect(() => {
    setScripted(true);
    const page = root.current?.closest("form");
    if (page) {
      const early = answersIn(page);
      if (early[BASIS] !== form.value(BASIS) || early[ALLOCATION] !== form.value(ALLOCATION))
        basisChosen.current = true;
      setTyped(early);
      setChosen(input(page, ELEMENT)?.value ?? "");
    }
  }, [form.value]);

  function onInput(event: FormEvent<HTMLDivElement>): void {
    const { name, value, form: page } = event.target as HTMLInputElement;
    if (!page) return;
    if (name === BASIS) {
      basisChosen.current = true;
      setInput(page, ALLOCATION, "");
    }
    if (name === ELEMENT) {
      setChosen(value);
      if (!basisChosen.current) takeBasisOf(page, plans, value);
    }
    setTyped(answersIn(page));
  }

  const answers: Answers = (name) => (name === ELEMENT ? chosen : (typed[name] ?? ""));
  return { root, scripted, answers, chosen, onInput };
}

function takeBasisOf(page: HTMLFormElement, plans: readonly PlanChoice[], ref: string): void {
  const element = findElement(plans, ref)?.element;
  if (!element) return;
  const radios = page.elements.namedItem(BASIS);
  if (radios instanceof RadioNodeList) radios.value = element.default_basis;
  const fixed = element.default_basis === "fixed" ? element.default_fixed_pa_units : null;
  setInput(page, ALLOCATION, fixed === null ? "" : paText(fixed));
}

function answersIn(page: HTMLFormElement): Record<string, string> {
  const data = new FormData(page);
  return Object.fromEntries(FOLLOWED.map((name) => [name, String(data.get(name) ?? "")]));
}

function input(page: HTMLFormElement, name: string): HTMLInputElement | null {
  return page.elements.namedItem(name) as HTMLInputElement | null;
}

function setInput(page: HTMLFormElement, name: string, value: string): void {
  const field = input(page, name);
  if (field) field.value = value;
}
