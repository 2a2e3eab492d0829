import { ASA_GRADES, GENDERS, SUPERVISIONS, URGENCIES, wordOf } from "~/diary/cases/codes";
import { STANDARD_OPTIONS } from "~/diary/cases/standard-options";
import { PA_BASIS_CHOICES } from "~/diary/sessions/rules";
import type { Fact } from "~/platform/http/action-result";
import { isTyped } from "~/platform/http/field-names";
import { upperFirst } from "~/platform/letter-case";
import type { KeptEntry } from "./entry";

const CODES = {
  gender: GENDERS,
  asa: ASA_GRADES,
  urgency: URGENCIES,
  supervision: SUPERVISIONS,
  pa_calculation_basis: PA_BASIS_CHOICES,
};
/** What script adds to a row of cases for its own page, and choices by a reference, which no user has typed. */
const OF_PAGE = /^(?:read_line|inherited)$|_ref$/;

/** Chosen in each row, of which none need have been typed. */
const AGE_UNIT = "age_unit";

const OPTIONS = { selected_airway_options_set: "airway", selected_extra_options_set: "procedure" } as const;

interface Group {
  /** `Case 2` of a list; "" for the fields of a form by itself. */
  title: string;
  facts: Fact[];
}

/** All that was typed and chosen, field by field, as the form has it. */
export function typedGroups({ fields, then: list }: KeptEntry): Group[] {
  const groups = new Map<string, Map<string, string[]>>();
  for (const [name, value] of [...fields, ...(list?.fields ?? [])]) {
    const [, row, inRow] = /^cases\[(\d+)\]\.(.+)$/.exec(name) ?? [];
    const [title, field] = row === undefined ? ["", name] : [`Case ${Number(row) + 1}`, inRow as string];
    if (value.trim() === "" || !isTyped(field) || OF_PAGE.test(field)) continue;
    const facts = groups.get(title) ?? new Map<string, string[]>();
    groups.set(title, facts.set(field, [...(facts.get(field) ?? []), wordsOf(field, value)]));
  }
  return [...groups]
    .map(([title, facts]) => ({
      title,
      facts: [...facts]
        .filter(([field]) => field !== AGE_UNIT)
        .map(([field, values]) => ({ name: nameOf(field), value: field === "age" ? ageIn(facts) : values.join(", ") })),
    }))
    .filter(({ facts }) => facts.length > 0);
}

/** `67 years`. */
function ageIn(facts: ReadonlyMap<string, readonly string[]>): string {
  return [facts.get("age"), facts.get(AGE_UNIT)].flat().filter(Boolean).join(" ");
}

function wordsOf(field: string, value: string): string {
  const kind = OPTIONS[field as keyof typeof OPTIONS];
  if (kind) return STANDARD_OPTIONS[kind].find(({ id }) => id === value)?.label ?? "one of your own";
  const choices = CODES[field as keyof typeof CODES];
  return (choices && wordOf(choices, value)) || value;
}

/** Labels of the forms that their fields' names do not give. */
const LABELS: Readonly<Record<string, string>> = {
  selected_airway_options_set: "Airway",
  selected_extra_options_set: "Procedures",
  new_airway_option: "Airway of your own",
  new_extra_option: "Procedure of your own",
  more: "Add airway or procedures",
  asa: "ASA",
  case_day: "Day",
  session_date: "Date",
  session_start_time: "Start time",
  session_end_time: "End time",
  session_end_date: "End date",
  whole_day: "Whole day (24 h)",
  session_greater_24_hours: "Longer than 24 hours",
  description: "Notes",
  pa_calculation_basis: "PA basis",
  fixed_PA_allocation: "Fixed PA allocation",
  claim_amount: "Fee (£)",
  claim_notes: "Fee notes",
  recurringChoice_type: "Repeat",
  recurringChoice_selected: "How often",
  recurringChoice_until: "Until",
  recurringChoice_rota_weeks: "Weeks of the rota",
  recurringChoice_rota_start: "A date in week 1",
  recurringChoice_until_date: "Last date",
};

/** As the form calls it. */
function nameOf(field: string): string {
  const name = field.replace(/^(?:extra|case)_(?=claim_)/, "");
  return (
    LABELS[name] ??
    upperFirst(
      name
        .replace(/^claim_/, "")
        .replaceAll(/[_.[\]]+/g, " ")
        .trim(),
    )
  );
}
