import type { PartName } from "~/changes/parts.server";

/** What a row holds, as far as the model goes. */
export interface ModelRow {
  part: PartName;
  ref: string;
  version: number;
  /** The rows that it belongs to. */
  owners: readonly string[];
  holds: string;
}

interface Entry {
  before: ModelRow | null;
  left: number | null;
  /** Only its version was raised. */
  moved: boolean;
}

interface ModelChange {
  entries: Map<string, Entry>;
  undone: boolean;
  /** Its form may be sent again: it was undone, be that undone since. */
  isReleased?: boolean;
  /** The change that this one undid. */
  undoes?: ModelChange;
}

/** A diary in plain maps, with the same promises: changes whole or not at all, undo only of what stands as it was left. */
export class ModelDiary {
  rows = new Map<string, ModelRow>();
  changes = new Map<number, ModelChange>();
  last = 1;

  rowsOf(part: PartName): ModelRow[] {
    return [...this.rows.values()].filter((row) => row.part === part);
  }

  /** What belongs to a row. */
  disabledBy(ref: string): ModelRow[] {
    return [...this.rows.values()].filter((row) => row.owners.includes(ref));
  }

  begin(): number {
    this.last += 1;
    this.changes.set(this.last, { entries: new Map(), undone: false });
    return this.last;
  }

  put(number: number, row: ModelRow): void {
    const { version, ...was } = this.rows.get(row.ref) ?? { version: 0 };
    const { version: left, ...is } = row;
    this.record(number, row.ref, left, JSON.stringify(sorted(was)) === JSON.stringify(sorted(is)));
    this.rows.set(row.ref, row);
  }

  take(number: number, ref: string): void {
    for (const held of this.disabledBy(ref)) this.take(number, held.ref);
    this.record(number, ref, null, false);
    this.rows.delete(ref);
  }

  /** @returns how many rows the undo wrote; why nothing was undone */
  undo(number: number): { undone: number } | "not there" | "undone before" | "changed since" {
    const change = this.changes.get(number);
    if (!change) return "not there";
    if (change.undone) return "undone before";
    if (this.isChangedSince(change, number)) return "changed since";
    change.undone = true;
    change.isReleased = true;
    if (change.undoes) change.undoes.undone = false;
    const by = this.begin();
    (this.changes.get(by) as ModelChange).undoes = change;
    for (const [ref, { before, left, moved }] of change.entries) {
      if (before && (!moved || (this.rows.get(ref)?.version ?? null) === left)) this.put(by, before);
    }
    for (const [ref, { before }] of change.entries) if (!before && this.rows.has(ref)) this.take(by, ref);
    const done = this.changes.get(by)?.entries as Map<string, Entry>;
    // The form of a case holds its fee: it is told that this is another.
    for (const [ref, { before }] of [...done]) {
      const fee = before ?? (this.rows.get(ref) as ModelRow);
      const owner = this.rows.get(fee.owners[0] ?? "");
      if (fee.part === "fees" && owner && !done.has(owner.ref)) this.put(by, { ...owner, version: by });
    }
    return { undone: this.changes.get(by)?.entries.size ?? 0 };
  }

  /** A row is not as it was left, or what it belonged to is gone, or its work has another fee. */
  private isChangedSince(change: ModelChange, number: number): boolean {
    const isOwn = (ref: string) => change.entries.has(ref);
    return [...change.entries].some(([ref, { before, left, moved }]) => {
      if (!moved && (this.rows.get(ref)?.version ?? null) !== left && !this.isRaisedByUndo(ref, number)) return true;
      if (!before) return this.disabledBy(ref).some((held) => !isOwn(held.ref));
      if (moved) return false;
      if (before.owners.some((owner) => !this.rows.has(owner) && change.entries.get(owner)?.left !== null)) return true;
      if (before.part !== "fees") return false;
      return this.rowsOf("fees").some(
        (other) => other.ref !== ref && other.owners[0] === before.owners[0] && !isOwn(other.ref),
      );
    });
  }

  /** Since a change the version of a row alone was raised, last by an undo. */
  private isRaisedByUndo(ref: string, number: number): boolean {
    const since = [...this.changes].filter(([other, { entries }]) => other > number && entries.has(ref));
    const version = this.rows.get(ref)?.version;
    return (
      since.every(([, { entries }]) => entries.get(ref)?.moved) &&
      since.some(([, { entries, undoes }]) => undoes && entries.get(ref)?.left === version)
    );
  }

  private record(number: number, ref: string, left: number | null, moved: boolean): void {
    const entries = this.changes.get(number)?.entries as Map<string, Entry>;
    const entry = entries.get(ref);
    if (entry) Object.assign(entry, { left, moved: entry.moved && moved });
    else entries.set(ref, { before: this.rows.get(ref) ?? null, left, moved });
  }
}

function sorted(row: object): [string, unknown][] {
  return Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1));
}
