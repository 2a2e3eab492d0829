import { sql } from "drizzle-orm";
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
import { optionsOf } from "./options-column.server";
import type { OptionKind } from "./standard-options";
import { options } from "./table.server";

/** An option of a case, as it is to be stored. */
export interface ChoiceOfOption {
  kind: OptionKind;
  id: string;
  /** Of an option that is added with the case: the row of this label gives the id. */
  label: string | null;
  /** One of the user's own, which may be deleted until it is stored. */
  own: boolean;
  flags: string;
}

export interface ChosenOptions {
  rows: ChoiceOfOption[];
  errors: Record<string, string>;
  /** Statements that make what the rows name; to stand before the case in the batch. */
  statements: (ReturnType<typeof addCustomOption> | ReturnType<typeof takeUpOption>)[];
}

const FIELDS = [
  { kind: "airway", chosen: "selected_airway_options_set", added: "new_airway_option", words: "airway options" },
  { kind: "procedure", chosen: "selected_extra_options_set", added: "new_extra_option", words: "procedures" },
] as const;

/**
 * Checks the options of a case against the Standard lists and the user's own, and finds or adds those typed.
 * @param caseRef of a case that is there: none are added for one that is gone
 */
export function chooseOptions(
  db: Database,
  userId: number,
  custom: readonly CustomOption[],
  answers: CaseAnswers,
  now: number,
  caseRef?: string,
): ChosenOptions {
  const result: ChosenOptions = { rows: [], errors: {}, statements: [] };
  for (const { kind, chosen, added, words } of FIELDS) {
    const ids = new Set(answers[chosen]);
    if (![...ids].every((id) => isOption(custom, kind, id))) {
      result.errors[chosen] = `Choose ${words} from the list: one of those sent is not on it`;
      continue;
    }
    const named = answers[added].map((label) => ({ label, known: optionNamed(custom, kind, label) }));
    for (const { known } of named) {
      if (known === null) continue;
      ids.add(known);
      if (custom.some((each) => each.unique_ref === known && !each.active)) {
        result.statements.push(takeUpOption(db, userId, known, now));
      }
    }
    const fresh = named.filter(({ known }) => known === null);
    if (fresh.length > 0 && custom.filter((each) => each.kind === kind).length + fresh.length > MAX_CUSTOM_OPTIONS) {
      result.errors[added] =
        `You can have ${MAX_CUSTOM_OPTIONS} ${words} of your own, and this would be more. Choose from those you have`;
      continue;
    }
    for (const { label } of fresh) {
      result.statements.push(addCustomOption(db, userId, { kind, label, caseRef }, now));
      result.rows.push({ kind, id: "", label, own: true, flags: "" });
    }
    for (const id of ids) {
      const flags = kind === "procedure" ? (answers.block_flags[id] ?? []).join(",") : "";
      const own = custom.some((each) => each.unique_ref === id);
      result.rows.push({ kind, id, label: null, own, flags });
    }
  }
  return result;
}

/** What `isRefused` is asked when an option of the user's own was deleted since it was chosen. */
export const OPTION_GONE = "cases.options";

/**
 * What a case holds of its options, as a value of its statement; those added with it get their id by their label. For
 * one of the user's own that is gone it comes out NULL: the column refuses it, and the batch fails as one.
 */
export function optionsValue(userId: number, rows: readonly ChoiceOfOption[]) {
  const own = sql`SELECT ${options.unique_ref} FROM ${options} WHERE ${options.user_id} = ${userId} AND ${options.kind} = row.value ->> 'kind'`;
  const id = sql`CASE WHEN NOT row.value ->> 'own' THEN row.value ->> 'id'
    WHEN row.value ->> 'label' IS NULL THEN (${own} AND ${options.unique_ref} = row.value ->> 'id')
    ELSE (${own} AND ${options.label} = row.value ->> 'label' COLLATE NOCASE) END`;
  return optionsOf(
    sql`SELECT ${id} AS id, row.value ->> 'flags' AS flags FROM json_each(${JSON.stringify(rows)}) AS row`,
  );
}
