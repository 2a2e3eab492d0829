import { CATEGORIES, CATEGORY_NAMES, METHODS, type Method } from "~/planning/job-plans/elements";
import { dateRange } from "~/planning/job-plans/plan-dates";
import { choiceFields, type ProgressChoice, progressPath } from "./choice";
import type { RenderInput } from "./figures.server";
import type { ProgressReport } from "./types";

/** The options of one setting, each a link that keeps the other settings. */
export interface Toggle {
  label: string;
  answers: { words: string; to: string; here: boolean }[];
}

export function measureToggle(choice: ProgressChoice): Toggle {
  return toggleOf("Measured in", choice, [
    ["PAs", { measure: "pas" }, choice.measure === "pas"],
    ["Hours", { measure: "hours" }, choice.measure === "hours"],
  ]);
}

/** Names of the methods for narrow places. */
const SHORT_METHOD_NAMES: Record<Method, string> = {
  weekly_leave_adjusted: "Leave-adjusted",
  annualised_paced: "Annualised, paced",
  annualised_linear: "Linear",
};

/**
 * Toggle of the method. The plan's own method is left out of the address, so that the view follows the plan when its
 * method changes.
 */
export function methodToggle(choice: ProgressChoice, { method: here }: ProgressReport, ofPlan: string): Toggle {
  return toggleOf(
    "Calculated",
    choice,
    METHODS.map((method) => [
      SHORT_METHOD_NAMES[method],
      { method: method === ofPlan ? null : method },
      method === here,
    ]),
  );
}

export function barsToggle(choice: ProgressChoice): Toggle {
  return toggleOf("Bars by", choice, [
    ["Month", { bars: "month" }, choice.bars === "month"],
    ["Week", { bars: "week" }, choice.bars === "week"],
  ]);
}

type Answer = [words: string, part: Partial<ProgressChoice>, here: boolean];

function toggleOf(label: string, choice: ProgressChoice, answers: Answer[]): Toggle {
  return {
    label,
    answers: answers.map(([words, part, here]) => {
      return { words, to: progressPath({ ...choice, ...part }), here };
    }),
  };
}

export type ViewForm = ReturnType<typeof viewForm>;

/** The form that chooses a plan, a year of it and a part of it: the options and the current values. */
export function viewForm({ choice, plans, periods, elements, report }: RenderInput) {
  const asked = new Set(["plan", "day", "of"]);
  const categories = CATEGORIES.filter((each) => elements.some(({ category }) => category === each));
  const severalEmployers = new Set(plans.map(({ employer }) => employer)).size > 1;
  return {
    plans: plans.map(({ unique_ref, title, employer, ...dates }) => ({
      value: unique_ref,
      label: [title, severalEmployers && employer, dateRange(dates)].filter(Boolean).join(", "),
    })),
    plan: report.plan.unique_ref,
    years: periods.map(({ begins, ends }) => ({
      value: begins,
      label: dateRange({ date_start: begins, date_end: ends }),
    })),
    year: report.period.begins,
    parts: [
      {
        label: "A category",
        choices: categories.map((category) => ({ value: category, label: CATEGORY_NAMES[category] })),
      },
      {
        label: "An element",
        choices: elements.map(({ unique_ref, description }) => ({ value: unique_ref, label: description })),
      },
    ],
    part: choice.element ?? choice.category ?? "",
    /** Hidden fields: the settings of the toggles, and the plan that year and part belong to. */
    hidden: [
      ...choiceFields(choice).filter(([name]) => !asked.has(name)),
      ...(plans.length > 1 ? [["was", report.plan.unique_ref] as [string, string]] : []),
    ],
  };
}
