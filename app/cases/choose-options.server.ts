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
import type { OptionKind } from "./standard-options";
import { caseOptions, cases, options } from "./table.server";

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
  /** Statements that make what the rows name; to stand before them in the batch. */
  statements: (ReturnType<typeof addCustomOption> | ReturnType<typeof takeUpOption>)[];
}

const FIELDS = [
  { kind: "airway", chosen: "selected_airway_options_set", added: "new_airway_option", words: "airway options" },
  { kind: "procedure", chosen: "selected_extra_options_set", added: "new_extra_option", words: "procedures" },
] as const;

/** Checks the options of a case against the Standard lists and the user's own, and finds or adds those typed. */
export function chooseOptions(
  db: Database,
  userId: number,
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
      result.statements.push(addCustomOption(db, userId, kind, label, now));
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
export const OPTION_GONE = "case_options.option_id";

/**
 * One statement for all options of a case, however many; those added with it get their id by their label. For a
 * case that is gone, or not the user's, case_ref comes out NULL, and for an option that is gone option_id: the
 * columns refuse it, and the batch fails as one.
 */
export function putOptions(db: Database, userId: number, caseRef: string, rows: ChoiceOfOption[]) {
  const own = sql`SELECT ${options.unique_ref} FROM ${options} WHERE ${options.user_id} = ${userId} AND ${options.kind} = row.value ->> 'kind'`;
  const id = sql`CASE WHEN NOT row.value ->> 'own' THEN row.value ->> 'id'
    WHEN row.value ->> 'label' IS NULL THEN (${own} AND ${options.unique_ref} = row.value ->> 'id')
    ELSE (${own} AND ${options.label} = row.value ->> 'label' COLLATE NOCASE) END`;
  return db
    .insert(caseOptions)
    .select(
      sql`SELECT ${cases.unique_ref}, ${cases.user_id}, row.value ->> 'kind', ${id}, row.value ->> 'flags'
        FROM json_each(${JSON.stringify(rows)}) AS row
        LEFT JOIN ${cases} ON ${cases.unique_ref} = ${caseRef} AND ${cases.user_id} = ${userId}
        WHERE true`,
    )
    .onConflictDoNothing();
}
