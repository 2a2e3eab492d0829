import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { workKind } from "~/diary/fees/kinds";
import { readDate } from "~/platform/time/dates";
import { answersIn } from "~/ui/forms/form-section";
import type { FormView } from "~/ui/forms/form-state";
import { type ElementOption, findElement, type PlanChoice, soleElement } from "../element-choices";
import { basisOf } from "../form-defaults";
import type { UsualOutside } from "../outside-plan.server";
import { planTimesOf } from "../plan-times";
import type { Answers } from "../preview";

const DATE = "session_date";
const ELEMENT = "job_plan_element_unique_ref";
const BASIS = "pa_calculation_basis";
const ALLOCATION = "fixed_PA_allocation";
const SITE = "site";
const TIMES = ["session_start_time", "session_end_time"];
const FEE = ["extra_claim_amount", "extra_claim_payer"];
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
  "recurringChoice_rota_weeks",
  "recurringChoice_rota_start",
  "recurringChoice_until",
  "recurringChoice_until_date",
  "skip_bank_holidays",
  "skip_leave",
];

/** What the form of a new session fills in from the plan; null for a saved session. */
export interface FromPlan {
  /** Level 8: also the element, if only one applies to the date. */
  autoSelects: boolean;
  /** Starts of those sessions in the diary that the page knows. */
  logged: readonly number[];
  /** For work outside the plan. */
  usual: UsualOutside;
}

/**
 * The answers of a session form as they are typed. Without script they stay as the server sent them.
 * @param basisIsChosen false until the user chose a basis: until then a chosen element sets its own
 */
export function useSessionDraft(
  form: FormView,
  plans: readonly PlanChoice[],
  basisIsChosen: boolean,
  fromPlan: FromPlan | null,
) {
  const [scripted, setScripted] = useState(false);
  const [typed, setTyped] = useState(() => Object.fromEntries(FOLLOWED.map((name) => [name, form.value(name)])));
  const [chosen, setChosen] = useState(form.value(ELEMENT));
  const basisChosen = useRef(basisIsChosen);
  // Answers that the server sent back count as chosen, as does what the user chose.
  const elementChosen = useRef(basisIsChosen || !fromPlan?.autoSelects);
  // Values that were filled in from the plan, and that a change of date or element may replace.
  const filled = useRef<Record<string, string> | null>(null);
  const root = useRef<HTMLDivElement>(null);

  const takeEarly = useEffectEvent((page: HTMLFormElement, given: FormView["value"]) => {
    const isEarly = (name: string) => (input(page, name)?.value ?? "") !== given(name);
    const early = followedIn(page);
    if (early[BASIS] !== given(BASIS) || early[ALLOCATION] !== given(ALLOCATION)) basisChosen.current = true;
    setChosen(input(page, ELEMENT)?.value ?? "");
    // An element chosen by hand comes first: the date must not choose another.
    for (const name of [ELEMENT, DATE]) if (isEarly(name)) take(page, name);
    setTyped(followedIn(page));
  });

  // What was typed before the script ran counts too.
  useEffect(() => {
    setScripted(true);
    const page = root.current?.closest("form");
    if (page) takeEarly(page, form.value);
  }, [form.value]);

  // The list of elements keeps its own value; an element that the date chose is written into it.
  useEffect(() => {
    const page = root.current?.closest("form");
    if (page) setInput(page, ELEMENT, chosen);
  }, [chosen]);

  function onInput(event: FormEvent<HTMLDivElement>): void {
    const { name, form: page } = event.target as HTMLInputElement;
    if (!page) return;
    take(page, name);
    setTyped(followedIn(page));
  }

  /** Applies what follows from a new answer: an element, its basis, the times of the plan. */
  function take(page: HTMLFormElement, name: string): void {
    let ref = input(page, ELEMENT)?.value ?? "";
    if (name === BASIS) {
      basisChosen.current = true;
      setInput(page, ALLOCATION, "");
    }
    if (name === ELEMENT) {
      elementChosen.current = true;
      setChosen(ref);
      const element = findElement(plans, ref)?.element;
      if ((element || workKind(ref)) && !basisChosen.current) takeBasisOf(page, element ?? null);
    }
    const date = name === DATE && !elementChosen.current ? readDate(input(page, DATE)?.value ?? "") : false;
    if (date !== false) {
      const element = date === null ? null : soleElement(plans, date);
      ref = element ? element.unique_ref : "";
      setChosen(ref);
      if (!basisChosen.current) takeBasisOf(page, element);
    }
    if (fromPlan && (name === DATE || name === ELEMENT) && !followedIn(page).whole_day) fillIn(page, ref);
  }

  function fieldsOf(date: string, ref: string): Record<string, string> {
    const kind = workKind(ref);
    if (kind) return fromPlan?.usual[kind] ?? {};
    const day = readDate(date);
    return (day && planTimesOf(plans, ref, day, fromPlan?.logged)?.fields) || {};
  }

  /** Fills in both times, unless one of them was typed, and site and fee, unless they were typed. */
  function fillIn(page: HTMLFormElement, ref: string): void {
    const before = filled.current ?? fieldsOf(form.value(DATE), form.value(ELEMENT));
    const isFree = (name: string) => ["", before[name] ?? ""].includes(input(page, name)?.value ?? "");
    const names = [...(TIMES.every(isFree) ? TIMES : []), ...[SITE, ...FEE].filter(isFree)];
    const fields = fieldsOf(input(page, DATE)?.value ?? "", ref);
    for (const name of names) setInput(page, name, fields[name] ?? "");
    // The line that sums up the fee follows what is typed.
    page.querySelector(`[name=${FEE[0]}]`)?.dispatchEvent(new Event("input", { bubbles: true }));
    filled.current = fields;
  }

  const answers: Answers = (name) => (name === ELEMENT ? chosen : (typed[name] ?? ""));
  return { root, scripted, answers, chosen, onInput, planLine: fromPlan && planLineOf(answers, plans, fromPlan) };
}

/** `Tue 08:00–18:00`: the row of the plan that both times match; null when they do not. */
function planLineOf(answers: Answers, plans: readonly PlanChoice[], { logged }: FromPlan): string | null {
  const date = readDate(answers(DATE));
  const found = date ? planTimesOf(plans, answers(ELEMENT), date, logged) : null;
  return found && TIMES.every((name) => answers(name) === found.fields[name]) ? found.line : null;
}

function takeBasisOf(page: HTMLFormElement, element: ElementOption | null): void {
  const basis = basisOf(element);
  const radios = page.elements.namedItem(BASIS);
  if (radios instanceof RadioNodeList) radios.value = basis[BASIS];
  setInput(page, ALLOCATION, basis[ALLOCATION]);
}

function followedIn(page: HTMLFormElement): Record<string, string> {
  const { value } = answersIn(page);
  return Object.fromEntries(FOLLOWED.map((name) => [name, value(name)]));
}

function input(page: HTMLFormElement, name: string): HTMLInputElement | null {
  return page.elements.namedItem(name) as HTMLInputElement | null;
}

function setInput(page: HTMLFormElement, name: string, value: string): void {
  const field = input(page, name);
  if (field) field.value = value;
}
