import { and, eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { RequestContext } from "~/account/guard.server";
import { openChangeNumber } from "~/changes/write-rows.server";
import type { NamedOption } from "~/diary/case-lines/line-case";
import { KINDS } from "~/diary/cases/options";
import {
  addCustomOption,
  type CustomOption,
  customOptions,
  MAX_CUSTOM_OPTIONS,
  optionNamed,
  reactivateOption,
  STANDARD_LABELS,
} from "~/diary/cases/options.server";
import type { OptionKind } from "~/diary/cases/standard-options";
import { MAY_HAVE_OWN, options, type StoredOption } from "~/diary/cases/table.server";
import { newRef } from "~/platform/db/columns.server";
import { ofUser } from "../conditions.server";
import { readNewOptionMeaning, WORD_FIELDS, type WordTable } from "../fields";
import { importRows, imports } from "../table.server";

/** The options that are offered, for which words may stand. */
export function namedOptions(custom: readonly CustomOption[]): NamedOption[] {
  return custom.filter(({ active }) => active).map(({ unique_ref: id, kind, label }) => ({ id, kind, label }));
}

/** Removes the words that stood for an option which was deleted or is no longer offered. */
export function withoutDeletedOptions(words: WordTable, own: readonly NamedOption[]): WordTable {
  const isThere = (item: string) => item.length < REF_LETTERS || own.some(({ id }) => id === item);
  return mapWords(words, (meaning) => (meaning.every(isThere) ? meaning : null));
}

/** Both tables as one; where they differ, the second holds. */
export function withAll(one: WordTable, other: WordTable): WordTable {
  const fields = WORD_FIELDS.map((field) => [field, { ...one[field], ...other[field] }] as const);
  return Object.fromEntries(fields.filter(([, words]) => Object.keys(words).length > 0));
}

/** Length of a reference in characters: codes, Standard ids and flags are shorter. */
const REF_LETTERS = 22;

/**
 * Applies a function to the meaning of each word.
 * @param become returns null to leave the word out of the table
 */
function mapWords(words: WordTable, become: (meaning: string[]) => string[] | null): WordTable {
  return Object.fromEntries(
    Object.entries(words).map(([field, table]) => {
      const all = Object.entries(table).map(([word, meaning]) => [word, become(meaning)] as const);
      return [field, Object.fromEntries(all.filter(([, meaning]) => meaning !== null))];
    }),
  );
}

/** The options that words are to become, each once, ignoring letter case. */
function wanted(words: WordTable): { kind: OptionKind; label: string }[] {
  const all = Object.values(words).flatMap((table) => Object.values(table).flat());
  const added = all.map(readNewOptionMeaning).filter((each) => each !== null);
  const nameOf = ({ kind, label }: (typeof added)[number]) => `${kind}/${label.toLowerCase()}`;
  return added.filter((each, at) => added.findIndex((other) => nameOf(other) === nameOf(each)) === at);
}

/** The message why the options that words are to become cannot be added; null when they can. */
export async function optionsRefusal({ db, userId }: RequestContext, words: WordTable = {}): Promise<string | null> {
  const all = wanted(words);
  if (all.length === 0) return null;
  const custom = await customOptions(db, userId);
  const full = (["airway", "procedure"] as const).find((kind) => {
    const fresh = all.filter((each) => each.kind === kind && optionNamed(custom, kind, each.label) === null);
    return fresh.length > 0 && custom.filter((each) => each.kind === kind).length + fresh.length > MAX_CUSTOM_OPTIONS;
  });
  if (!full) return null;
  const { many } = KINDS[full];
  return `You can have ${MAX_CUSTOM_OPTIONS} ${many} of your own, and this file would add more. Choose other options for some of its words, or leave them out`;
}

interface AddedOptions {
  /** With the reference of each option in place of its name. */
  words: WordTable;
  /** References of the options that are new, or were archived and are offered again. */
  added: string[];
  /** For the batch that begins the import. */
  statements: BatchItem<"sqlite">[];
}

/** Finds, reactivates or adds the options that words are to become. */
export async function addOptionsOfWords(context: RequestContext, words: WordTable): Promise<AddedOptions> {
  const all = wanted(words);
  if (all.length === 0) return { words, added: [], statements: [] };
  const custom = await customOptions(context.db, context.userId);
  const added: string[] = [];
  const statements: BatchItem<"sqlite">[] = [];
  for (const { kind, label } of all) {
    const known = optionNamed(custom, kind, label);
    if (known === null) {
      const unique_ref = newRef();
      custom.push({ unique_ref, kind, label, active: true });
      added.push(unique_ref);
      statements.push(addCustomOption(context, { unique_ref, kind, label }));
    } else if (custom.some((each) => each.unique_ref === known && !each.active)) {
      added.push(known);
      statements.push(reactivateOption(context, known));
    }
  }
  const named = (item: string) => {
    const option = readNewOptionMeaning(item);
    return option ? (optionNamed(custom, option.kind, option.label) ?? []) : item;
  };
  return { words: mapWords(words, (meaning) => meaning.flatMap(named)), added, statements };
}

/**
 * The options of a row as a case stores them: those to be added by their reference, and none that the user does not
 * have.
 */
export function storedOptions(custom: readonly CustomOption[], sent: readonly StoredOption[]): StoredOption[] {
  const refs = new Set(custom.map(({ unique_ref }) => unique_ref));
  const found = sent.flatMap(({ id, flags }): StoredOption[] => {
    const option = readNewOptionMeaning(id);
    const known = option ? optionNamed(custom, option.kind, option.label) : id;
    return known !== null && (STANDARD_LABELS.has(known) || refs.has(known)) ? [{ id: known, flags }] : [];
  });
  return [...new Map(found.map((each) => [each.id, each])).values()];
}

/**
 * Statement for undoing an import, after its cases and rows are deleted: archives the options that it added or offered
 * again, except those that cases entered or changed since, or waiting rows, have. They are archived and not deleted,
 * because its cases may be restored.
 */
export function archiveUnusedOptions({ db, userId, now }: RequestContext, importRef: string) {
  const added = sql`SELECT value FROM ${imports}, json_each(${imports.added_options}) WHERE ${ofUser(userId, importRef)}`;
  const begun = sql`(SELECT ${imports.created_at} FROM ${imports} WHERE ${ofUser(userId, importRef)})`;
  const isIn = (row: string) => sql`instr(${sql.raw(row)}.options, '"' || ${options.unique_ref} || '"') > 0`;
  const used = sql`EXISTS (SELECT 1 FROM cases AS k WHERE k.user_id = ${userId} AND k.updated_at >= ${begun}
    AND k.options GLOB ${MAY_HAVE_OWN} AND ${isIn("k")})`;
  const waiting = sql`EXISTS (SELECT 1 FROM ${importRows} AS w WHERE w.user_id = ${userId} AND w.wiped_at IS NULL AND ${isIn("w")})`;
  return db
    .update(options)
    .set({ active: false, updated_at: now, version: openChangeNumber(userId) })
    .where(
      and(
        eq(options.user_id, userId),
        sql`${options.unique_ref} IN (${added}) AND ${options.active} AND NOT ${used} AND NOT ${waiting}`,
      ),
    );
}
