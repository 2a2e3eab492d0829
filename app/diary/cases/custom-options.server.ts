import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { Writer } from "~/diary/write-rows.server";
import type { Database } from "~/platform/db/database.server";
import { type CaseOption, type OptionKind, STANDARD } from "./standard-options";
import { options } from "./table.server";

/** Custom options that a user may have of a kind: a list that is still one to choose from. */
export const MAX_CUSTOM_OPTIONS = 200;

export type CustomOption = Pick<typeof options.$inferSelect, "unique_ref" | "kind" | "label" | "active">;

/** All options that a user added, archived ones too. For a page's batch. */
export function customOptions(db: Database, userId: number) {
  return db
    .select({
      unique_ref: options.unique_ref,
      kind: options.kind,
      label: options.label,
      active: options.active,
    })
    .from(options)
    .where(eq(options.user_id, userId))
    .orderBy(asc(options.sort_order), asc(options.created_at), asc(options.label));
}

/** A user's own options to offer: the active ones, and archived ones that the case has already. */
export function offered(custom: readonly CustomOption[], kind: OptionKind, chosen: readonly string[]): CaseOption[] {
  return custom
    .filter((each) => each.kind === kind && (each.active || chosen.includes(each.unique_ref)))
    .map(({ unique_ref, label }) => ({ id: unique_ref, label }));
}

/** The option, Standard or custom, that has this label already, whatever its case. */
export function optionNamed(custom: readonly CustomOption[], kind: OptionKind, label: string): string | null {
  const wanted = label.toLowerCase();
  const standard = STANDARD[kind].flatMap((group) => group.options).find((each) => each.label.toLowerCase() === wanted);
  const own = custom.find((each) => each.kind === kind && each.label.toLowerCase() === wanted);
  return standard?.id ?? own?.unique_ref ?? null;
}

/** True for an id that may be chosen: a Standard option of this kind, or one of the user's own. */
export function isOption(custom: readonly CustomOption[], kind: OptionKind, id: string): boolean {
  const standard = STANDARD[kind].some((group) => group.options.some((each) => each.id === id));
  return standard || custom.some((each) => each.kind === kind && each.unique_ref === id);
}

/** The statement that gives a user an option, unless there is one of this label. */
export function addCustomOption(
  { db, userId, now }: Writer,
  option: Pick<CustomOption, "unique_ref" | "kind" | "label">,
) {
  return db
    .insert(options)
    .values({ ...option, user_id: userId, created_at: now, updated_at: now })
    .onConflictDoNothing();
}

/** The statement that offers an archived option again. */
export function takeUpOption({ db, userId, now }: Writer, optionRef: string) {
  return db
    .update(options)
    .set({ active: true, updated_at: now, version: sql`${options.version} + 1` })
    .where(and(eq(options.user_id, userId), eq(options.unique_ref, optionRef)));
}

/** For a change that puts options into cases: those of the user's own among them are there still. */
export function areThere(userId: number, optionRefs: readonly string[]): SQL {
  return sql`(SELECT count(*) FROM ${options} WHERE ${options.user_id} = ${userId} AND ${options.unique_ref}
    IN (SELECT own.value FROM json_each(${JSON.stringify(optionRefs)}) AS own)) = ${optionRefs.length}`;
}
