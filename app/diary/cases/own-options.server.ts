import { and, asc, desc, eq, not, notExists, sql } from "drizzle-orm";
import { data } from "react-router";
import { keepLockedName } from "~/changes/keep-locked-entries.server";
import { changedRows, changes } from "~/changes/table.server";
import { UNDO_WINDOW_MS } from "~/changes/write-change.server";
import type { Writer } from "~/changes/write-rows.server";
import { refuseIfLocked } from "~/diary/locks/locked.server";
import { assertVersion, isStale } from "~/platform/db/assertions.server";
import { isTaken } from "~/platform/db/columns.server";
import type { Database } from "~/platform/db/database.server";
import { saveEdit } from "~/platform/db/save-edit.server";
import { changedElsewhereTo, type Refusal } from "~/platform/http/refusal.server";
import { COUNTED_TO, formatUses, type OwnOption } from "./options";
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

/** An option at the version that its form showed, with the fingerprint of that form's answers. */
type EditedOption = OwnOption & { fingerprint: string };

/**
 * Renames an option; cases that have it show the new name, since its id stays the same. Refused if one of them is in a
 * locked period.
 */
export async function renameOption(by: Writer, renamed: EditedOption, label: string) {
  const custom = await customOptions(by.db, by.userId);
  const taken = optionNamed(custom, renamed.kind, label);
  if (taken === null || taken === renamed.unique_ref) {
    return refuseIfLocked(saveOption(by, renamed, { label }));
  }
  const isOwn = custom.some((each) => each.unique_ref === taken);
  return nameTaken(label, isOwn);
}

/** Archives an option, so that new cases are not offered it, or restores it; cases that have it keep it. */
export function setOptionActive(by: Writer, option: EditedOption, active: boolean) {
  return saveOption(by, option, { active });
}

/**
 * Deletes an option, unless a case has it, or would have it again once a change of the last hour is undone: that case
 * would come back with an option without a name.
 */
export async function deleteOption({ db, userId, now }: Writer, option: OwnOption): Promise<Refusal | null> {
  const used = db
    .select({ one: sql`1` })
    .from(cases)
    .innerJoin(chosenIn(cases.options), sql`${CHOSEN.id} = ${option.unique_ref}`)
    .where(mayHaveOwnOptions(userId));
  const waiting = sql`EXISTS (SELECT 1 FROM ${changes} JOIN ${changedRows} ON ${changedRows.user_id} = ${changes.user_id}
    AND ${changedRows.number} = ${changes.number} AND ${changedRows.table_name} = 'cases',
    ${chosenIn(sql`${changedRows.before} ->> '$.options'`)}
    WHERE ${changes.user_id} = ${userId} AND ${changes.occurred_at} > ${now - UNDO_WINDOW_MS} AND ${changes.undone_by} IS NULL
      AND ${CHOSEN.id} = ${option.unique_ref})`;
  const thisOne = ofUser(userId, option.unique_ref);
  let isUsed = false;
  try {
    const [, gone, [left]] = await db.batch([
      assertVersion(db, options, thisOne, option.version),
      db.delete(options).where(and(thisOne, notExists(used), not(waiting))),
      db
        .select({ used: sql<boolean>`EXISTS ${used}`.mapWith(Boolean).as("used") })
        .from(options)
        .where(thisOne),
    ]);
    if (gone.meta.changes > 0) return null;
    if (!left) throw data(null, { status: 404 });
    isUsed = left.used;
  } catch (error) {
    if (!isStale(error)) throw error;
    return refusalWithCurrent(db, userId, option.unique_ref);
  }
  const message = isUsed
    ? "This option is part of a case, so it cannot be deleted. Archive it instead"
    : "A case that was deleted or changed within the last hour had this option and can still be restored. Archive the option instead, or delete it later";
  return { errors: { "": message }, status: 422 };
}

function ofUser(userId: number, optionRef: string) {
  return and(eq(options.user_id, userId), eq(options.unique_ref, optionRef));
}

async function saveOption(
  by: Writer,
  { unique_ref: ref, version, fingerprint, label }: EditedOption,
  set: { label: string } | { active: boolean },
): Promise<Refusal | null> {
  try {
    const ahead = "label" in set ? [keepLockedName(by, ref, set.label)] : [];
    const isSaved = await saveEdit(by, { ref, version, fingerprint }, { table: options, set, ahead });
    return isSaved ? null : refusalWithCurrent(by.db, by.userId, ref);
  } catch (error) {
    // Two tabs may save the same name at the same time.
    if (isTaken(error, "options.user_id")) return nameTaken("label" in set ? set.label : label, true);
    throw error;
  }
}

function nameTaken(label: string, isOwn: boolean): Refusal {
  const whose = isOwn ? "You have another option" : "The Standard list has an option";
  return { errors: { label: `${whose} called “${label}”. Enter another name` }, status: 422 };
}

async function refusalWithCurrent(db: Database, userId: number, optionRef: string): Promise<Refusal> {
  const { label, active, uses, version } = await ownOption(db, userId, optionRef);
  const facts = [
    { name: "Name", value: label },
    { name: "On the list", value: active ? "Yes" : "No, archived" },
    { name: "Use", value: formatUses(uses) },
  ];
  return changedElsewhereTo("option", { version, facts });
}
