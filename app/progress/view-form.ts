import { CATEGORIES, CATEGORY_NAMES } from "~/planning/job-plans/elements";
import { dateRange } from "~/planning/job-plans/plan-dates";
import type { ToDraw } from "~/progress/figures.server";
import type { Choice, ChoiceGroup } from "~/ui/choice-fields";
import { choiceFields } from "./choice";

/** What the plan is asked for by: plan, a year of it, and the part of it. */
export interface ViewForm {
  plans: Choice[];
  plan: string;
  /** Of a plan that is longer than one; else none. */
  years: Choice[];
  year: string;
  parts: ChoiceGroup[];
  part: string;
  /** What the toggles say, kept, and the plan that year and part are of. */
  hidden: [string, string][];
}

/** What can be looked at, and what is. */
export function viewForm({ choice, plans, periods, elements, report }: ToDraw): ViewForm {
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
    hidden: [
      ...choiceFields(choice).filter(([name]) => !asked.has(name)),
      ...(plans.length > 1 ? [["was", report.plan.unique_ref] as [string, string]] : []),
    ],
  };
}
