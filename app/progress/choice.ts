import { CATEGORIES, type Category, METHODS, type Method } from "~/planning/job-plans/elements";
import type { Measure } from "./types";

export type BarsBy = "month" | "week";

/** What of one's progress is looked at: it stands in the address, so that a view can be kept and gone back to. */
export interface ProgressChoice {
  /** null: the plan that holds today. */
  plan: string | null;
  /** A year of a plan that is longer than one, by a day that is in it; null: the one that holds today. */
  day: string | null;
  /** null: the plan's own. */
  method: Method | null;
  measure: Measure;
  /** What is measured in unasked: the profile's. An address does not name it, so that it follows the profile. */
  usual: Measure;
  bars: BarsBy;
  /** One category or one element of the plan alone; null: all. */
  category: Category | null;
  element: string | null;
}

/** As an address has it, before the profile is read: null for a measure that it does not name. */
export interface AskedChoice extends Omit<ProgressChoice, "measure" | "usual"> {
  measure: Measure | null;
}

/** What is asked for, in the measure of the profile unless another is asked for. */
export function chosenView(asked: AskedChoice, usual: Measure): ProgressChoice {
  return { ...asked, measure: asked.measure ?? usual, usual };
}

const MEASURES: readonly Measure[] = ["pas", "hours"];

const REF = /^[\w-]{22}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What an address asks for. What it does not say, or says wrongly, is as if it were not there. */
export function readChoice(params: URLSearchParams): AskedChoice {
  const asked = (name: string) => params.get(name) ?? "";
  const matching = (name: string, pattern: RegExp) => (pattern.test(asked(name)) ? asked(name) : null);
  // Year and part in the form are those of the plan that it was shown for: of another one they say nothing.
  const isOther = asked("was") !== "" && asked("was") !== asked("plan");
  // One field of a form for both: an element is in one category only.
  const of = isOther ? "" : asked("of");
  const element = REF.test(of) ? of : null;
  return {
    plan: matching("plan", REF),
    day: isOther ? null : matching("day", DAY),
    method: METHODS.find((method) => method === asked("method")) ?? null,
    measure: MEASURES.find((measure) => measure === asked("measure")) ?? null,
    bars: asked("bars") === "week" ? "week" : "month",
    category: CATEGORIES.find((category) => category === of) ?? null,
    element,
  };
}

/** The address that asks for this, of the page or of one of its files; without a query for what is shown unasked. */
export function progressPath(choice: ProgressChoice, path = "/progress/"): string {
  const params = new URLSearchParams();
  for (const [name, value] of choiceFields(choice)) params.set(name, value);
  const query = params.toString();
  return query ? `${path}?${query}` : path;
}

/** The same as names and values, for the hidden fields of a form. */
export function choiceFields(choice: ProgressChoice): [string, string][] {
  const { plan, day, method, measure, usual, bars, category, element } = choice;
  const fields: [string, string | null][] = [
    ["plan", plan],
    ["day", day],
    ["method", method],
    ["measure", measure === usual ? null : measure],
    ["bars", bars === "month" ? null : bars],
    ["of", element ?? category],
  ];
  return fields.filter((field): field is [string, string] => field[1] !== null);
}
