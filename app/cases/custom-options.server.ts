import { and, asc, eq, sql } from "drizzle-orm";
import { newRef } from "~/db/columns.server";
import type { Database } from "~/db/database.server";
import { type CaseOption, type OptionKind, STANDARD } from "./standard-options";
import { cases, options } from "./table.server";

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

/** What `isRefused` is asked when an option is added for a case that is not the user's (any more). */
export const OPTION_OWNER = "options.user_id";

/**
 * The statement that gives a user an option of this label, active, whether or not there was one.
 * @param caseRef the case that it is added for: unless that is the user's, user_id comes out NULL, which fails the batch
 */
export function addCustomOption(
  db: Database,
  userId: number,
  { kind, label, caseRef }: { kind: OptionKind; label: string; caseRef?: string | undefined },
  now: number,
) {
  const user_id =
    caseRef === undefined
      ? userId
      : sql<number>`(SELECT ${cases.user_id} FROM ${cases} WHERE ${cases.user_id} = ${userId} AND ${cases.unique_ref} = ${caseRef})`;
  return db
    .insert(options)
    .values({ unique_ref: newRef(), user_id, kind, label, created_at: now, updated_at: now })
    .onConflictDoNothing();
}

/** The statement that offers an archived option again. */
export function takeUpOption(db: Database, userId: number, optionRef: string, now: number) {
  return db
    .update(options)
    .set({ active: true, updated_at: now, version: sql`${options.version} + 1` })
    .where(and(eq(options.user_id, userId), eq(options.unique_ref, optionRef)));
}
