import { METHODS } from "~/planning/job-plans/elements";
import { type ProgressChoice, progressPath } from "./choice";
import { SHORT_METHOD_NAMES } from "./sentences";
import type { ProgressReport } from "./types";

/** Answers to one question, each a link that keeps the answers to the others. */
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

/** The plan's own method is asked for by no word, so that an address follows the plan when that changes. */
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
