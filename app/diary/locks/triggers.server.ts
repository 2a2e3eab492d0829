import { cases } from "~/diary/cases/table.server";
import { leave } from "~/diary/leave/table.server";
import { cancellations, sessions } from "~/diary/sessions/table.server";
import { localPublicHolidays } from "~/planning/public-holidays/table.server";
import { elementTriggers, planTriggers, timeTriggers } from "./plan-triggers.server";
import { columnsOf, HELD_BY_LEAVE, HELD_DAYS, isSame, trigger } from "./trigger.server";

/**
 * The triggers that refuse any statement by which locked days would no longer be as their report showed them: the batch
 * fails, and `lockedIn` recognises the error. They are part of the baseline migration; a test compares it with this.
 * They run AFTER the statement, since an undo inserts rows over existing ones. Each is made from the FROM clauses that
 * find the periods `held` of a row, before and after.
 */
export function lockingTriggers(): string[] {
  return [...entryTriggers(), ...nameTriggers(), ...planTriggers(), ...elementTriggers(), ...timeTriggers()];
}

/** The tables whose rows are entries of days, each with the clauses for a row. */
const ENTRIES = [
  { table: sessions, name: "sessions", from: startsInPeriod },
  { table: cancellations, name: "cancellations", from: startsInPeriod },
  {
    // A case is in the periods of its session. When a case is deleted with its session, the session's row is already
    // deleted; but then the session's own trigger has refused that.
    table: cases,
    name: "cases",
    from: (row: string) => [
      `locked_periods AS held CROSS JOIN sessions AS own ON own.user_id = held.user_id
    AND own.unique_ref = ${row}.session_ref AND held.start_at <= own.start_at AND held.end_at > own.start_at
  WHERE held.user_id = ${row}.user_id`,
    ],
  },
  {
    table: leave,
    name: "leave",
    from: (row: string) => [
      `locked_periods AS held WHERE held.user_id = ${row}.user_id
    AND held.date_start <= ${row}.date_end AND held.date_end >= ${row}.date_start`,
    ],
  },
  {
    table: localPublicHolidays,
    name: "local_public_holidays",
    from: (row: string) =>
      [HELD_DAYS, HELD_BY_LEAVE].map(
        ({ from, first, last }) => `${from} WHERE held.user_id = ${row}.user_id
    AND ${first} <= ${row}.day AND ${last} >= ${row}.day`,
      ),
  },
];

function startsInPeriod(row: string): string[] {
  return [
    `locked_periods AS held WHERE held.user_id = ${row}.user_id
    AND held.start_at <= ${row}.start_at AND held.end_at > ${row}.start_at`,
  ];
}

/**
 * An entry is not added, changed, deleted, or moved in or out. It may be saved unchanged with a new version. While no
 * change is open, its text may be encrypted anew, as it is under a new key.
 */
function entryTriggers(): string[] {
  return ENTRIES.flatMap(({ table, name, from }) => {
    const same = columnsOf(table).map((column) =>
      column === "text_encrypted"
        ? `(${isSame(column)} OR (SELECT open_change FROM diaries WHERE user_id = OLD.user_id) IS NULL)`
        : isSame(column),
    );
    return [
      trigger(name, "insert", "entry", "", from("NEW")),
      trigger(name, "update", "entry", ` WHEN NOT (${same.join(" AND ")})`, [...from("OLD"), ...from("NEW")]),
      trigger(name, "delete", "entry", "", from("OLD")),
    ];
  });
}

/** A case shows its options by their names: one that a case in a locked period has keeps its name. */
function nameTriggers(): string[] {
  const used = `locked_periods AS held CROSS JOIN sessions AS own ON own.user_id = held.user_id
    AND own.start_at >= held.start_at AND own.start_at < held.end_at
  CROSS JOIN cases AS uses ON uses.user_id = own.user_id AND uses.session_ref = own.unique_ref
    AND instr(uses.options, '"' || OLD.unique_ref || '"') > 0
  WHERE held.user_id = OLD.user_id`;
  return [trigger("options", "update", "name", " WHEN NEW.label IS NOT OLD.label", [used])];
}
