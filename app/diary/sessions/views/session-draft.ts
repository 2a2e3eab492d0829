import { type FormEvent, useEffect, useRef, useState } from "react";
import { readDate } from "~/platform/time/dates";
import type { FormView } from "~/ui/form-state";
import { autoSelects, type ElementOption, findElement, type PlanChoice, soleElement } from "../element-choices";
import { basisOf } from "../form-defaults";
import type { Answers } from "../preview";

const DATE = "session_date";
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
  "skip_leave",
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
  // Answers that came back are a choice, and so is what someone chose by hand.
  const elementChosen = useRef(basisIsChosen || !autoSelects(plans));
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

  // The list of elements keeps what it shows; one chosen by the date is put into it.
  useEffect(() => {
    const page = root.current?.closest("form");
    if (page) setInput(page, ELEMENT, chosen);
  }, [chosen]);

  function onInput(event: FormEvent<HTMLDivElement>): void {
    const { name, value, form: page } = event.target as HTMLInputElement;
    if (!page) return;
    if (name === BASIS) {
      basisChosen.current = true;
      setInput(page, ALLOCATION, "");
    }
    if (name === ELEMENT) {
      elementChosen.current = true;
      setChosen(value);
      const element = findElement(plans, value)?.element;
      if (element && !basisChosen.current) takeBasisOf(page, element);
    }
    const date = name === DATE && !elementChosen.current ? readDate(value) : false;
    if (date !== false) {
      const element = date === null ? null : soleElement(plans, date);
      setChosen(element ? element.unique_ref : "");
      if (!basisChosen.current) takeBasisOf(page, element);
    }
    setTyped(answersIn(page));
  }

  const answers: Answers = (name) => (name === ELEMENT ? chosen : (typed[name] ?? ""));
  return { root, scripted, answers, chosen, onInput };
}

function takeBasisOf(page: HTMLFormElement, element: ElementOption | null): void {
  const basis = basisOf(element);
  const radios = page.elements.namedItem(BASIS);
  if (radios instanceof RadioNodeList) radios.value = basis[BASIS];
  setInput(page, ALLOCATION, basis[ALLOCATION]);
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
