import { TABLES } from "~/data/catalogue.server";
import type { KindName } from "~/data/export/fields.server";
import type { OwnTable, TableEntry } from "~/data/table-entry.server";
import type { RecordFields, RecordKind } from "./fields.server";
import { LEAVE_KINDS } from "./leave-kinds.server";
import { MONEY_KINDS } from "./money-kinds.server";
import { PLAN_KINDS } from "./plan-kinds.server";
import { REPORT_KINDS } from "./report-kinds.server";
import { IMPORT_KINDS, WORK_KINDS } from "./work-kinds.server";

const FIELDS = new Map<string, RecordFields>(
  [...PLAN_KINDS, ...LEAVE_KINDS, ...WORK_KINDS, ...MONEY_KINDS, ...REPORT_KINDS, ...IMPORT_KINDS].map((kind) => [
    kind.name,
    kind,
  ]),
);

/**
 * The registry of record kinds: all tables that the catalogue marks as exported, each after those that it refers to.
 */
export const RECORD_KINDS: readonly RecordKind[] = TABLES.flatMap(({ name, table, exported, encrypted }) => {
  const kind = FIELDS.get(name);
  if (exported !== true) return [];
  if (!kind) throw new Error(`The registry has no ${name}`);
  const items = [...FIELDS.values()].filter(({ itemsOf }) => itemsOf?.table === name);
  return [kind, ...items].map((each) => withTable(each, table as OwnTable, encrypted));
});

const BY_NAME = new Map(RECORD_KINDS.map((kind) => [kind.name, kind]));

export function kindOf(name: KindName): RecordKind {
  const kind = BY_NAME.get(name);
  if (!kind) throw new Error(`The registry has no ${name}`);
  return kind;
}

function withTable(
  { text_encrypted, ...kind }: RecordFields,
  table: OwnTable,
  encrypted: TableEntry["encrypted"],
): RecordKind {
  if (!text_encrypted || !encrypted) return { ...kind, table };
  const { ref, place } = encrypted;
  return { ...kind, table, text_encrypted: { ...text_encrypted, place: (row) => place(String(row[ref.name])) } };
}
