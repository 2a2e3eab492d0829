import type { SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Writer } from "~/diary/write-rows.server";
import { newRef } from "~/platform/db/columns.server";
import {
  addCustomOption,
  areThere,
  type CustomOption,
  isOption,
  MAX_CUSTOM_OPTIONS,
  optionNamed,
  takeUpOption,
} from "./custom-options.server";
import type { CaseAnswers } from "./form";
import type { StoredOption } from "./options-column.server";

export interface ChosenOptions {
  options: StoredOption[];
  errors: Record<string, string>;
  /** Make what the options name; ahead of the case. */
  statements: BatchItem<"sqlite">[];
  /** After them: no option of the user's own has been deleted, nor one of its name been added, since it was chosen. */
  areThere: SQL;
}

const FIELDS = [
  { kind: "airway", chosen: "selected_airway_options_set", added: "new_airway_option", words: "airway options" },
  { kind: "procedure", chosen: "selected_extra_options_set", added: "new_extra_option", words: "procedures" },
] as const;

/** Checks the options of a case against the Standard lists and the user's own, and finds or adds those typed. */
export function chooseOptions(by: Writer, custom: readonly CustomOption[], answers: CaseAnswers): ChosenOptions {
  const options: StoredOption[] = [];
  const errors: Record<string, string> = {};
  const statements: BatchItem<"sqlite">[] = [];
  const own: string[] = [];
  for (const { kind, chosen, added, words } of FIELDS) {
    const ids = new Set(answers[chosen]);
    if (![...ids].every((id) => isOption(custom, kind, id))) {
      errors[chosen] = `Choose ${words} from the list: one of those sent is not on it`;
      continue;
    }
    const named = answers[added].map((label) => ({ label, known: optionNamed(custom, kind, label) }));
    for (const { known } of named) {
      if (known === null) continue;
      ids.add(known);
      if (custom.some((each) => each.unique_ref === known && !each.active)) statements.push(takeUpOption(by, known));
    }
    const fresh = named.filter(({ known }) => known === null);
    if (fresh.length > 0 && custom.filter((each) => each.kind === kind).length + fresh.length > MAX_CUSTOM_OPTIONS) {
      errors[added] =
        `You can have ${MAX_CUSTOM_OPTIONS} ${words} of your own, and this would be more. Choose from those you have`;
      continue;
    }
    own.push(...[...ids].filter((id) => custom.some((each) => each.unique_ref === id)));
    for (const { label } of fresh) {
      const unique_ref = newRef();
      statements.push(addCustomOption(by, { unique_ref, kind, label }));
      own.push(unique_ref);
      ids.add(unique_ref);
    }
    for (const id of ids) {
      options.push({ id, flags: kind === "procedure" ? (answers.block_flags[id] ?? []).join(",") : "" });
    }
  }
  return { options, errors, statements, areThere: areThere(by.userId, own) };
}
