import { KIND_NAMES, type KindName, type RecordKind } from "./kind.server";
import { LEAVE_KINDS } from "./leave-kinds.server";
import { MONEY_KINDS } from "./money-kinds.server";
import { PLAN_KINDS } from "./plan-kinds.server";
import { REPORT_KINDS } from "./report-kinds.server";
import { IMPORT_KINDS, WORK_KINDS } from "./work-kinds.server";

const BY_NAME = new Map(
  [...PLAN_KINDS, ...LEAVE_KINDS, ...WORK_KINDS, ...MONEY_KINDS, ...REPORT_KINDS, ...IMPORT_KINDS].map((kind) => [
    kind.name,
    kind,
  ]),
);

/** The registry of record kinds: all of them, each after those that it points at. */
export const RECORD_KINDS: readonly RecordKind[] = KIND_NAMES.map(kindOf);

export function kindOf(name: KindName): RecordKind {
  const kind = BY_NAME.get(name);
  if (!kind) throw new Error(`The registry has no ${name}`);
  return kind;
}

/** Tables of a diary that no export holds, and why. */
export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  undo_steps: "they hold for an hour, and point at rows as they were",
  feeds: "the address of a calendar is a secret of this Daybook alone: a new one is made where it is wanted",
  usage: "it counts the rest, and is counted anew",
  takeovers: "a file on its way in is not in the diary yet",
  takeover_rows: "they are the rows of such a file",
};
