import type { Category, Pattern } from "./elements";

export interface ElementTemplate {
  description: string;
  category: Category;
  pattern: Pattern;
  /** Usual start and end in hours of the clock, for elements on a fixed day. */
  hours?: readonly [from: number, until: number];
}

const LIST = [8, 18] as const;
const HALF_DAY = [9, 13] as const;

/** Elements under the names that anaesthetists know; the user adds days and PAs. */
export const ELEMENT_TEMPLATES: readonly ElementTemplate[] = [
  of("Theatre list", "DCC", "fixed_times", [8, 13]),
  of("All-day list", "DCC", "fixed_times", LIST),
  of("Trauma list", "DCC", "fixed_times", LIST),
  of("CEPOD/emergency list", "DCC", "fixed_times", LIST),
  of("Labour ward", "DCC", "fixed_times", LIST),
  of("Critical care day", "DCC", "flexible_year"),
  of("Critical care week", "DCC", "flexible_year"),
  of("Pre-assessment clinic", "DCC", "fixed_times", HALF_DAY),
  of("Pain clinic", "DCC", "fixed_times", HALF_DAY),
  of("Pain round", "DCC", "fixed_times", HALF_DAY),
  of("Consultant of the day", "DCC", "fixed_times", LIST),
  of("First on-call (weekday)", "DCC", "on_call"),
  of("First on-call (weekend)", "DCC", "on_call"),
  of("Second on-call (weekday)", "DCC", "on_call"),
  of("Second on-call (weekend)", "DCC", "on_call"),
  of("Predictable on-call", "DCC", "on_call"),
  of("Unpredictable on-call", "DCC", "on_call"),
  of("Pre- and post-op visiting", "DCC", "flexible_week"),
  of("Clinical admin", "DCC", "flexible_week"),
  of("SPA (core)", "SPA", "flexible_week"),
  of("SPA (teaching)", "SPA", "flexible_week"),
  of("SPA (audit/QI)", "SPA", "flexible_week"),
  of("SPA (appraiser)", "SPA", "flexible_week"),
  of("ANR (clinical lead)", "ANR", "flexible_week"),
  of("Medical examiner", "ANR", "flexible_week"),
  of("External duties", "ED", "flexible_year"),
  of("Private list", "Extra", "not_timed"),
  of("WLI / extra list", "Extra", "not_timed"),
  of("Locum", "Extra", "not_timed"),
];

export function elementTemplate(description: string | null): ElementTemplate | undefined {
  return ELEMENT_TEMPLATES.find((each) => each.description === description);
}

function of(
  description: string,
  category: Category,
  pattern: Pattern,
  hours?: readonly [number, number],
): ElementTemplate {
  return hours ? { description, category, pattern, hours } : { description, category, pattern };
}
