import type { Measure } from "~/diary/expected/hours";
import { CATEGORIES, type Category, METHODS, type Method } from "~/planning/job-plans/elements";

export type BarsBy = "month" | "week";

/** The chosen view of progress. It is kept in the address, so that a view can be saved and returned to. */
export interface ProgressChoice {
  /** null: the plan of today. */
  plan: string | null;
  /** Any day of the chosen year, for a plan of more than a year; null: the year that contains today. */
  day: string | null;
  /** null: the plan's own method. */
  method: Method | null;
  measure: Measure;
  /** The default measure, from the profile. An address leaves it out, so that the view follows the profile. */
  usual: Measure;
  bars: BarsBy;
  /** One category or one element of the plan alone; null: all. */
  category: Category | null;
  element: string | null;
}

/**
 * The choice as read from an address, before the profile is read; `measure` is null if the address does not name it.
 */
export interface RequestedChoice extends Omit<ProgressChoice, "measure" | "usual"> {
  measure: Measure | null;
}

/** Completes a choice with the profile's measure, unless the address names another. */
export function completeChoice(requested: RequestedChoice, usual: Measure): ProgressChoice {
  return { ...requested, measure: requested.measure ?? usual, usual };
}

const MEASURES: readonly Measure[] = ["pas", "hours"];

const REF = /^[\w-]{22}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the choice from an address. Missing and invalid values are treated alike, as not given. */
export function readChoice(params: URLSearchParams): RequestedChoice {
  const asked = (name: string) => params.get(name) ?? "";
  const matching = (name: string, pattern: RegExp) => (pattern.test(asked(name)) ? asked(name) : null);
  // Year and part in the form belong to the plan that it was shown for (`was`): for another plan they are ignored.
  const isOther = asked("was") !== "" && asked("was") !== asked("plan");
  // One form field holds either a category or an element: an element is in one category only.
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

/** Address of a choice, for the page or one of its files; without a query for the default view. */
export function progressPath(choice: ProgressChoice, path = "/progress/"): string {
  const params = new URLSearchParams();
  for (const [name, value] of choiceFields(choice)) params.set(name, value);
  const query = params.toString();
  return query ? `${path}?${query}` : path;
}

/** The query of a choice as names and values, for the hidden fields of a form. */
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
