import { getTableColumns } from "drizzle-orm";
import { recordOf } from "~/data/records/codec.server";
import { RECORD_KINDS, ROW_KINDS } from "~/data/records/kinds.server";
import { endLine, FORMAT } from "~/data/records/lines.server";
import { payerKey } from "~/diary/fees/kinds";
import { newRef } from "~/platform/db/columns.server";
import { NOW, vault } from "../../support/harness";

/**
 * The formats before the present one, as files of it: an export of format 1 was one JSON text, with payers by name and
 * the options of cases as records of their own; a backup of format 2 had rows as their tables store them.
 */

type Fields = Record<string, unknown>;

/** They had no versions. */
export const UNVERSIONED = ["element_schedule", "local_public_holidays"];

/** Columns that came since, and what a row of before has in them. */
export const SINCE: Readonly<Record<string, Fields>> = {
  job_plan_elements: { counting: "logged", on_call_one_in: null, on_call_category: null },
  element_schedule: { rota_weeks: null },
  rates: { work_kind: null },
  sessions: { work_kind: null, outcome: "held" },
};

/** As tables store them. */
export const SINCE_STORED: typeof SINCE = {
  ...SINCE,
  sessions: { work_kind: null, outcome: 0 },
  // A restore marks the account for the next night.
  users: { changed_at: NOW, counted_at: null, counted_rows: 0, counted_bytes: 0, changes_since: 0 },
};

/** Fields that went since, whose reason went with them. */
export const GONE = ["added_options", "known"];

/** An import counted the rows that had arrived by rows of their own. */
export function withoutGone(fields: Fields): Fields {
  const kept = Object.fromEntries(Object.entries(fields).filter(([name]) => !GONE.includes(name)));
  return "rows_expected" in kept ? { ...kept, rows_received: kept.rows_expected } : kept;
}

/** What is now given out as codes, which serve for a short time. */
const GIVEN_OUT = ["email_verifications", "replaced_addresses"];

function fileOf(head: Fields, records: readonly Fields[]): string {
  const order = RECORD_KINDS.map(({ name }) => name as unknown);
  const known = records.filter(({ record }) => order.includes(record));
  const sorted = order.flatMap((name) => known.filter(({ record }) => record === name));
  const rest = records.filter((record) => !known.includes(record));
  return [head, ...rest, ...sorted]
    .map((line) => JSON.stringify(line))
    .concat(endLine(records.length), "")
    .join("\n");
}

export function exportFromBefore(text: string): string {
  const { made_at, account, records } = JSON.parse(text) as { made_at: string; account: object; records: Fields[] };
  const payers = records.filter(({ record }) => record === "payers");
  const named = (fee: Fields) => {
    const { payer, ...others } = fee;
    if (payer === undefined || payer === "") return others;
    const name_key = payerKey(String(payer));
    let own = payers.find((each) => each.name_key === name_key);
    if (!own) {
      const { created_at, updated_at } = fee;
      own = {
        record: "payers",
        unique_ref: newRef(),
        name: payer,
        name_key,
        active: true,
        created_at,
        updated_at,
        version: 1,
      };
      payers.push(own);
    }
    return { ...others, payer_ref: own.unique_ref };
  };
  const optionsOf = (caseRef: unknown) =>
    records.flatMap(({ record, case_ref, option_id, flags }) =>
      record === "case_options" && case_ref === caseRef ? [{ id: option_id, flags }] : [],
    );
  const now = records.flatMap((each): Fields[] => {
    if (each.record === "case_options" || each.record === "payers") return [];
    if (UNVERSIONED.includes(String(each.record))) return [{ ...each, version: 1 }];
    if (each.record === "cases") return [{ ...each, options: optionsOf(each.unique_ref) }];
    return [named(each)];
  });
  return fileOf({ daybook: FORMAT, made_at, account }, [...payers, ...now.map(withoutGone)]);
}

/** @returns the lines of the backup, whose is `userRef` */
export async function backupFromBefore(text: string): Promise<{ userRef: string; day: string; lines: string[] }> {
  const [head, ...others] = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const { user_ref: userRef, day } = head as { user_ref: string; day: string };
  const rows = others.slice(0, -1) as { table: string; row: Fields }[];
  const kept = rows.filter(({ table }) => !GIVEN_OUT.includes(table));
  const records = kept.map(async ({ table, row: before }) => {
    const row = withoutGone(before);
    const kind = ROW_KINDS.find(({ name }) => name === table);
    if (!kind) throw new Error(`No rows of ${table}`);
    const read = Object.values(getTableColumns(kind.table)).map((column) => {
      const value = row[column.name] ?? (column.name === "version" ? 1 : null);
      if (value === null) return [column.name, null];
      const isBlob = column.getSQLType() === "blob";
      return [column.name, isBlob ? Buffer.from(String(value), "hex") : column.mapFromDriverValue(value)];
    });
    return { record: table, ...(await recordOf(vault.of(userRef), kind, Object.fromEntries(read))) };
  });
  const file = fileOf({ daybook: FORMAT, user_ref: userRef, day }, await Promise.all(records));
  return { userRef, day, lines: file.trimEnd().split("\n") };
}
