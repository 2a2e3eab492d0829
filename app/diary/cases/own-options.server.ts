import { and, asc, desc, eq, not, notExists, sql } from "drizzle-orm";
import { data } from "react-router";
import { refuseTaken, save } from "~/changes/saved.server";
import { changedRows, changes } from "~/changes/table.server";
import { type Change, deletionOf, type Edit, editOf, UNDO_WINDOW_MS } from "~/changes/write-change.server";
import type { Writer } from "~/changes/write-rows.server";
import type { Database } from "~/platform/db/database.server";
import type { Saved } from "~/platform/http/answer-save.server";
import type { Refusal } from "~/platform/http/refusal.server";
import { COUNTED_TO, type OwnOption } from "./options";
import { customOptions, optionNamed } from "./options.server";
import { CHOSEN, cases, chosenIn, MAY_HAVE_OWN, options } from "./table.server";

/** Condition: the user's cases that may have one of the user's own options. The index on these cases serves it. */
function mayHaveOwnOptions(userId: number) {
  return sql`${cases.user_id} = ${userId} AND ${cases.options} GLOB ${MAY_HAVE_OWN}`;
}

/** The columns that the options' pages show, with the number of the user's cases that have each option. */
function optionsWithUses(db: Database, userId: number) {
  const used = db
    .select({ id: CHOSEN.id.as("used_id"), uses: sql<number>`count(*)`.as("uses") })
    .from(cases)
    .innerJoin(chosenIn(cases.options), sql`TRUE`)
    .where(mayHaveOwnOptions(userId))
    .groupBy(CHOSEN.id)
    .as("used");
  const uses = sql<number>`min(coalesce(${used.uses}, 0), ${COUNTED_TO})`.mapWith(Number);
  const { unique_ref, kind, label, active, version } = options;
  return db
    .select({ unique_ref, kind, label, active, version, uses: uses.as("uses") })
    .from(options)
    .leftJoin(used, eq(used.id, options.unique_ref));
}

/** Query for a page's batch: all options that a user added, by kind, active ones first. */
export function ownOptionsWithUses(db: Database, userId: number) {
  return optionsWithUses(db, userId)
    .where(eq(options.user_id, userId))
    .orderBy(asc(options.kind), desc(options.active), sql`${options.label} COLLATE NOCASE`);
}

/**
 * Reads one of the user's options, with its uses.
 * @throws 404 when it does not exist, or is not the user's
 */
export async function ownOption(db: Database, userId: number, optionRef: string) {
  const [option] = await optionsWithUses(db, userId).where(ofUser(userId, optionRef));
  if (!option) throw data(null, { status: 404 });
  return option;
}

/**
 * Renames an option; cases that have it show the new name, since its id stays the same. Refused if one of them is in a
 * locked period.
 */
export async function renameOption(by: Writer, edit: Edit & Pick<OwnOption, "kind">, label: string): Promise<Saved> {
  const custom = await customOptions(by.db, by.userId);
  const taken = optionNamed(custom, edit.kind, label);
  // Two tabs may save the same name at the same time.
  if (taken === null || taken === edit.ref)
    return refuseTaken("options.user_id", nameTaken(label, true).refusal, () => changeOption(by, edit, { label }));
  return nameTaken(
    label,
    custom.some((each) => each.unique_ref === taken),
  );
}

/** Archives an option, so that new cases are not offered it, or restores it; cases that have it keep it. */
export function setOptionActive(by: Writer, edit: Edit, active: boolean): Promise<Saved> {
  return changeOption(by, edit, { active });
}

function changeOption(by: Writer, edit: Edit, set: { label: string } | { active: boolean }): Promise<Saved> {
  const updates = { options: [{ ...set, unique_ref: edit.ref }] };
  return save(by, { message: "Option changed", ...editOf("options", edit), updates }, "option");
}

/**
 * Deletes an option, unless a case has it, or would have it again once a change of the last hour is undone: that case
 * would come back with an option without a name.
 */
export async function deleteOption(by: Writer, edit: Edit): Promise<Saved> {
  const { db, userId, now } = by;
  const used = db
    .select({ one: sql`1` })
    .from(cases)
    .innerJoin(chosenIn(cases.options), sql`${CHOSEN.id} = ${edit.ref}`)
    .where(mayHaveOwnOptions(userId));
  const waiting = sql`EXISTS (SELECT 1 FROM ${changes} JOIN ${changedRows} ON ${changedRows.user_id} = ${changes.user_id}
    AND ${changedRows.number} = ${changes.number} AND ${changedRows.table_name} = 'cases',
    ${chosenIn(sql`${changedRows.before} ->> '$.options'`)}
    WHERE ${changes.user_id} = ${userId} AND ${changes.occurred_at} > ${now - UNDO_WINDOW_MS} AND ${changes.undone_by} IS NULL
      AND ${CHOSEN.id} = ${edit.ref})`;
  const change: Change = {
    message: "Option deleted",
    ...deletionOf("options", edit),
    guards: { unused: notExists(used), waiting: not(waiting) },
  };
  const refused = (message: string) => (): Refusal => ({ errors: { "": message }, status: 422 });
  return save(by, change, "option", {
    unused: refused("This option is part of a case, so it cannot be deleted. Archive it instead"),
    waiting: refused(
      "A case that was deleted or changed within the last hour had this option and can still be restored. Archive the option instead, or delete it later",
    ),
  });
}

function ofUser(userId: number, optionRef: string) {
  return and(eq(options.user_id, userId), eq(options.unique_ref, optionRef));
}

function nameTaken(label: string, isOwn: boolean): { refusal: Refusal } {
  const whose = isOwn ? "You have another option" : "The Standard list has an option";
  return { refusal: { errors: { label: `${whose} called “${label}”. Enter another name` }, status: 422 } };
}
