import type { Database } from "~/db/database.server";
import {
  addCustomOption,
  type CustomOption,
  isOption,
  MAX_CUSTOM_OPTIONS,
  optionNamed,
  takeUpOption,
} from "./custom-options.server";
import type { CaseAnswers } from "./form";
import type { OptionKind } from "./standard-options";

/** An option of a case, as it is to be stored. */
export interface ChoiceOfOption {
  kind: OptionKind;
  id: string;
  /** Of an option that is added with the case: the row of this label gives the id. */
  label: string | null;
  flags: string;
}

export interface ChosenOptions {
  rows: ChoiceOfOption[];
  errors: Record<string, string>;
  /** Statements that make what the rows name; to stand before them in the batch. */
  statements: (ReturnType<typeof addCustomOption> | ReturnType<typeof takeUpOption>)[];
}

const FIELDS = [
  { kind: "airway", chosen: "selected_airway_options_set", added: "new_airway_option", words: "airway options" },
  { kind: "procedure", chosen: "selected_extra_options_set", added: "new_extra_option", words: "procedures" },
] as const;

/** Checks the options of a case against the Standard lists and the user's own, and finds or adds the one typed. */
export function chooseOptions(
  db: Database,
  userRef: string,
  custom: readonly CustomOption[],
  answers: CaseAnswers,
  now: number,
): ChosenOptions {
  const result: ChosenOptions = { rows: [], errors: {}, statements: [] };
  for (const { kind, chosen, added, words } of FIELDS) {
    const ids = new Set(answers[chosen]);
    if (![...ids].every((id) => isOption(custom, kind, id))) {
      result.errors[chosen] = `Choose ${words} from the list: one of those sent is not on it`;
      continue;
    }
    const label = answers[added];
    const known = label ? optionNamed(custom, kind, label) : null;
    if (known) {
      ids.add(known);
      if (custom.some((each) => each.unique_ref === known && !each.active)) {
        result.statements.push(takeUpOption(db, userRef, known, now));
      }
    } else if (label) {
      if (custom.filter((each) => each.kind === kind).length >= MAX_CUSTOM_OPTIONS) {
        result.errors[added] =
          `You have ${MAX_CUSTOM_OPTIONS} ${words} of your own, which is the limit. Choose one of them`;
        continue;
      }
      result.statements.push(addCustomOption(db, userRef, kind, label, now));
      result.rows.push({ kind, id: "", label, flags: "" });
    }
    for (const id of ids) {
      const flags = kind === "procedure" ? (answers.block_flags[id] ?? []).join(",") : "";
      result.rows.push({ kind, id, label: null, flags });
    }
  }
  return result;
}
