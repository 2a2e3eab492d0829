import { and, asc, count, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { INITIAL_VERSION, lastChange } from "~/changes/open-change.server";
import type { Writer } from "~/changes/write-rows.server";
import { nthLastStart } from "~/diary/sessions/queries.server";
import { sessions } from "~/diary/sessions/table.server";
import { newRef } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import type { CaseAnswers } from "./form";
import { KINDS } from "./options";
import { type CaseOption, type OptionKind, STANDARD_OPTIONS } from "./standard-options";
import { CHOSEN, cases, chosenIn, options, type StoredOption } from "./table.server";

/** Most custom options of a kind that a user may have, so that they can still be chosen from a list. */
export const MAX_CUSTOM_OPTIONS = 200;

export type CustomOption = Pick<typeof options.$inferSelect, "unique_ref" | "kind" | "label" | "active">;

/** Query for a page's batch: all options that a user added, including archived ones. */
export function customOptions(db: Database, userId: number) {
  return db
    .select({ unique_ref: options.unique_ref, kind: options.kind, label: options.label, active: options.active })
    .from(options)
    .where(eq(options.user_id, userId))
    .orderBy(asc(options.sort_order), asc(options.created_at), asc(options.label));
}

/** A user's own options to offer: the active ones, and archived ones that the case already has. */
export function offeredOptions(
  custom: readonly CustomOption[],
  kind: OptionKind,
  chosen: readonly string[] = [],
): CaseOption[] {
  return custom
    .filter((each) => each.kind === kind && (each.active || chosen.includes(each.unique_ref)))
    .map(({ unique_ref, label }) => ({ id: unique_ref, label }));
}

/** Id of the option, Standard or custom, with this label, ignoring letter case; null for none. */
export function optionNamed(custom: readonly CustomOption[], kind: OptionKind, label: string): string | null {
  const wanted = label.toLowerCase();
  const standard = STANDARD_OPTIONS[kind].find((each) => each.label.toLowerCase() === wanted);
  const own = custom.find((each) => each.kind === kind && each.label.toLowerCase() === wanted);
  return standard?.id ?? own?.unique_ref ?? null;
}

/** True if the id may be chosen: a Standard option of this kind, or one of the user's own. */
export function isOption(custom: readonly CustomOption[], kind: OptionKind, id: string): boolean {
  return (
    STANDARD_OPTIONS[kind].some((each) => each.id === id) ||
    custom.some((each) => each.kind === kind && each.unique_ref === id)
  );
}

export const STANDARD_LABELS: ReadonlyMap<string, string> = new Map(
  [...STANDARD_OPTIONS.airway, ...STANDARD_OPTIONS.procedure].map(({ id, label }) => [id, label]),
);

/**
 * The label of an option; empty for a deleted one.
 * @param custom all of the user's own options
 */
export function optionLabel(custom: readonly CustomOption[], id: string): string {
  return STANDARD_LABELS.get(id) ?? custom.find(({ unique_ref }) => unique_ref === id)?.label ?? "";
}

/** Statement: adds an option to a user's list, unless there is one with this label. */
function addCustomOption({ db, userId, now }: Writer, option: Pick<CustomOption, "unique_ref" | "kind" | "label">) {
  return db
    .insert(options)
    .values({ ...option, user_id: userId, created_at: now, updated_at: now })
    .onConflictDoNothing();
}

/** Statement: makes an archived option active again, ahead of a change, whose number it takes. */
export function reactivateOption({ db, userId, now }: Writer, optionRef: string) {
  return db
    .update(options)
    .set({ active: true, updated_at: now, version: sql`coalesce(${lastChange(userId)}, ${INITIAL_VERSION}) + 1` })
    .where(and(eq(options.user_id, userId), eq(options.unique_ref, optionRef)));
}

/** Guard for a change that puts options into cases: the user's own options among them still exist. */
function optionsExist(userId: number, optionRefs: readonly string[]): SQL {
  return sql`(SELECT count(*) FROM ${options} WHERE ${options.user_id} = ${userId} AND ${options.unique_ref}
    IN (SELECT own.value FROM json_each(${JSON.stringify(optionRefs)}) AS own)) = ${optionRefs.length}`;
}

/**
 * How far back "recent" reaches: far enough to represent a user's usual work, and bounded so that the query does not
 * cost more as the logbook grows.
 */
const RECENT_SESSIONS = 60;
const RECENT_CASES = 100;

/** How many favourites of a kind are shown: they fill a row or two. */
const SHOWN: Record<OptionKind, number> = { airway: 6, procedure: 8 };

/** Order of the cases of several sessions, in which the newest are the first. */
export const NEWEST_FIRST = [
  desc(sessions.start_at),
  desc(sessions.unique_ref),
  desc(cases.created_at),
  desc(cases.unique_ref),
];

/** A `before` for which the query finds nothing, at no cost: for saving a case, which shows no favourites. */
export const NO_RECENT_USE = 0;

/**
 * Query for a page's batch: the options that the user chose in the cases of the latest sessions, most used first.
 * @param before an instant; only sessions that started before it count, since later ones have no cases yet. See
 * NO_RECENT_USE.
 */
export function recentUse(db: Database, userId: number, before: number) {
  const recent = db
    .select({ options: sql<string>`${cases.options}`.as("recent_options") })
    .from(sessions)
    .innerJoin(cases, and(eq(cases.user_id, userId), eq(cases.session_ref, sessions.unique_ref)))
    .where(
      and(
        eq(sessions.user_id, userId),
        gte(sessions.start_at, nthLastStart(userId, before, RECENT_SESSIONS)),
        lt(sessions.start_at, before),
      ),
    )
    .orderBy(...NEWEST_FIRST)
    .limit(RECENT_CASES)
    .as("recent");
  return db
    .select({ id: CHOSEN.id.as("chosen_id"), uses: count().as("uses") })
    .from(recent)
    .innerJoin(chosenIn(recent.options), sql`TRUE`)
    .groupBy(CHOSEN.id)
    .orderBy(desc(sql`uses`), CHOSEN.id);
}

export type RecentUse = Pick<Awaited<ReturnType<typeof recentUse>>[number], "id">;

/** The most used options of a kind, of those that can be chosen. */
export function favourites(
  recent: readonly RecentUse[],
  kind: OptionKind,
  custom: readonly CaseOption[],
): CaseOption[] {
  const all = [...STANDARD_OPTIONS[kind], ...custom];
  return recent.flatMap((each) => all.find((option) => option.id === each.id) ?? []).slice(0, SHOWN[kind]);
}

export interface ChosenOptions {
  options: StoredOption[];
  errors: Record<string, string>;
  /** Statements that add or restore the typed options; to run before the case is written. */
  statements: BatchItem<"sqlite">[];
  /**
   * Guard, checked after them: since the choice none of the user's own options was deleted, and none with the name of a
   * new one was added.
   */
  areThere: SQL;
}

/**
 * Checks the options of a case against the Standard lists and the user's own, and finds or adds those that were typed.
 */
export function chooseOptions(by: Writer, custom: readonly CustomOption[], answers: CaseAnswers): ChosenOptions {
  const options: StoredOption[] = [];
  const errors: Record<string, string> = {};
  const statements: BatchItem<"sqlite">[] = [];
  const own: string[] = [];
  for (const kind of ["airway", "procedure"] as const) {
    const { chosen, added, many } = KINDS[kind];
    const ids = new Set(answers[chosen]);
    if (![...ids].every((id) => isOption(custom, kind, id))) {
      errors[chosen] = `Choose ${many} from the list: one of those sent is not on it`;
      continue;
    }
    const named = answers[added].map((label) => ({ label, known: optionNamed(custom, kind, label) }));
    for (const { known } of named) {
      if (known === null) continue;
      ids.add(known);
      if (custom.some((each) => each.unique_ref === known && !each.active))
        statements.push(reactivateOption(by, known));
    }
    const fresh = named.filter(({ known }) => known === null);
    if (fresh.length > 0 && custom.filter((each) => each.kind === kind).length + fresh.length > MAX_CUSTOM_OPTIONS) {
      errors[added] =
        `You can have ${MAX_CUSTOM_OPTIONS} ${many} of your own, and this would be more. Choose from those you have`;
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
  return { options, errors, statements, areThere: optionsExist(by.userId, own) };
}
