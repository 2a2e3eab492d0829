import type { SQL } from "drizzle-orm";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import { isChanged } from "~/changes/keep-rows.server";
import { DIARY_PARTS, type PartName } from "~/changes/parts.server";

/**
 * Triggers of the tests: a batch fails that writes rows of a diary in a change, and does not keep all that it does to
 * them (`app/changes/keep-rows.server.ts`). So whatever a test saves proves that nothing goes past undo and locks.
 */
export function refuseUnkept(): string[] {
  const names = DIARY_PARTS.map(({ name }) => name);
  return [...names.flatMap(triggersOf), atTheEnd(names)];
}

function triggersOf(name: PartName): string[] {
  return [
    // What has the version of the open change may be kept after it is inserted.
    trigger(name, "INSERT", "NEW", `${openOf("NEW")} <> NEW.version`, "version_left IS NEW.version"),
    trigger(name, "UPDATE", "OLD", `${openOf("OLD")} IS NOT NULL`, "version_left IS NEW.version"),
    trigger(name, "DELETE", "OLD", `${openOf("OLD")} IS NOT NULL`, "version_left IS NULL"),
  ];
}

function textOf(condition: SQL): string {
  return new SQLiteSyncDialect().sqlToQuery(condition).sql;
}

function openOf(row: string): string {
  return `(SELECT open_change FROM diaries WHERE user_id = ${row}.user_id)`;
}

function trigger(name: PartName, event: string, row: string, when: string, kept: string): string {
  return `CREATE TRIGGER unkept_${name}_${event.toLowerCase()} AFTER ${event} ON ${name}
    WHEN ${when} AND NOT EXISTS (SELECT 1 FROM changed_rows WHERE user_id = ${row}.user_id AND number = ${openOf(row)}
      AND table_name = '${name}' AND unique_ref = ${row}.unique_ref AND ${kept})
    BEGIN SELECT RAISE(ABORT, 'not kept: ${event} ${name}'); END`;
}

/** A change that cannot be undone keeps nothing. */
function atTheEnd(names: PartName[]): string {
  const unkept = names.map(
    (name) => `SELECT RAISE(ABORT, 'not kept: INSERT ${name}') FROM ${name} AS made
      WHERE made.user_id = NEW.user_id AND made.version = OLD.open_change AND NOT EXISTS (SELECT 1 FROM changed_rows
        WHERE user_id = made.user_id AND number = made.version AND table_name = '${name}' AND unique_ref = made.unique_ref);
    SELECT RAISE(ABORT, 'not marked as changed: ${name}') FROM changed_rows WHERE user_id = NEW.user_id
      AND number = OLD.open_change AND table_name = '${name}' AND only_moved AND ${textOf(isChanged(name))};`,
  );
  return `CREATE TRIGGER unkept_at_the_end AFTER UPDATE OF open_change ON diaries
    WHEN NEW.open_change IS NULL AND EXISTS (SELECT 1 FROM changes WHERE user_id = NEW.user_id AND number = OLD.open_change)
    BEGIN ${unkept.join("\n")} END`;
}
