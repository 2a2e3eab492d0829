import { expect, test } from "vitest";
import { completeChoice, readChoice } from "~/progress/choice";
import { barsToggle, measureToggle, methodToggle, viewForm } from "~/progress/controls";
import type { RenderInput } from "~/progress/figures.server";
import { exampleBars, exampleReport } from "../support/progress";

const choiceOf = (query: string) => completeChoice(readChoice(new URLSearchParams(query)), "pas");
const PLAN = "P".repeat(22);

test("a year and a part that were looked at of another plan are not asked of this one", () => {
  const of = "e".repeat(22);
  const read = (was: string) => readChoice(new URLSearchParams({ plan: PLAN, was, day: "2026-04-01", of }));
  const ownYear = { plan: PLAN, day: "2026-04-01", element: of };
  expect(read(PLAN)).toMatchObject(ownYear);
  expect(read("")).toMatchObject(ownYear);
  expect(read("o".repeat(22))).toMatchObject({ plan: PLAN, day: null, element: null });
});

test("each toggle says which answer is here, and leads to the others", () => {
  const hours = choiceOf("?measure=hours&bars=week");
  expect(measureToggle(hours)).toEqual({
    label: "Measured in",
    answers: [
      { words: "PAs", to: "/progress/?bars=week", here: false },
      { words: "Hours", to: "/progress/?measure=hours&bars=week", here: true },
    ],
  });
  expect(barsToggle(hours)).toEqual({
    label: "Bars by",
    answers: [
      { words: "Month", to: "/progress/?measure=hours", here: false },
      { words: "Week", to: "/progress/?measure=hours&bars=week", here: true },
    ],
  });
  const report = exampleReport({ method: "annualised_linear" });
  expect(methodToggle(choiceOf(""), report, "annualised_paced")).toEqual({
    label: "Calculated",
    answers: [
      { words: "Leave-adjusted", to: "/progress/?method=weekly_leave_adjusted", here: false },
      { words: "Annualised, paced", to: "/progress/", here: false },
      { words: "Linear", to: "/progress/?method=annualised_linear", here: true },
    ],
  });
});

const plan = (unique_ref: string, title: string, employer: string) => ({
  ...{ unique_ref, title, employer, method: "annualised_paced" as const },
  ...{ date_start: "2026-04-01", date_end: "2027-03-31" },
});

function inputOf(plans: RenderInput["plans"], query = ""): RenderInput {
  const report = exampleReport();
  return {
    ...{ plans, report, choice: choiceOf(query), bars: exampleBars(), hours: null, archived: [] },
    ...{
      plan: plan(PLAN, "Here", ""),
      periods: [report.period],
      firstWorked: null,
      notHeld: null,
      beganInPeriod: false,
    },
    elements: [
      { unique_ref: "t".repeat(22), description: "Teaching", category: "SPA" },
      { unique_ref: "w".repeat(22), description: "Ward work", category: "DCC" },
    ],
  };
}

test("the form offers the plans, the years and the parts, and keeps what the toggles say", () => {
  const plans = [plan(PLAN, "Here", "Trust"), plan("o".repeat(22), "There", "University")];
  expect(viewForm(inputOf(plans, `?bars=week&day=2026-04-01&of=${"t".repeat(22)}`))).toEqual({
    plans: [
      { value: PLAN, label: "Here, Trust, 1 April 2026 to 31 March 2027" },
      { value: "o".repeat(22), label: "There, University, 1 April 2026 to 31 March 2027" },
    ],
    plan: PLAN,
    years: [{ value: "2026-04-01", label: "1 April 2026 to 31 March 2027" }],
    year: "2026-04-01",
    parts: [
      {
        label: "A category",
        choices: [
          { value: "DCC", label: "Direct clinical care" },
          { value: "SPA", label: "Supporting professional activities" },
        ],
      },
      {
        label: "An element",
        choices: [
          { value: "t".repeat(22), label: "Teaching" },
          { value: "w".repeat(22), label: "Ward work" },
        ],
      },
    ],
    part: "t".repeat(22),
    hidden: [
      ["bars", "week"],
      ["was", PLAN],
    ],
  });
});

test("one employer is not named, and one plan needs no word of which it was", () => {
  const alone = viewForm(inputOf([plan(PLAN, "Here", "Trust")]));
  expect([alone.plans[0]?.label, alone.hidden]).toEqual(["Here, 1 April 2026 to 31 March 2027", []]);
});
