import type { PartName } from "~/diary/cascade.server";

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
}

interface ModelChange {
  entries: Map<string, Entry>;
  undone: boolean;
  /** Its form may be sent again: it was undone, be that undone since. */
  isReleased?: boolean;
  /** The change that this one undid. */
  undoes?: ModelChange;
}

const PARTS: readonly PartName[] = ["sessions", "cases", "fees"];

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
    this.record(number, row.ref, row.version);
    this.rows.set(row.ref, row);
  }

  take(number: number, ref: string): void {
    for (const held of this.disabledBy(ref)) this.take(number, held.ref);
    this.record(number, ref, null);
    this.rows.delete(ref);
  }

  /** @returns how many rows of the change were put back; why not, when none can be */
  undo(number: number): { undone: number } | "not there" | "undone before" | "obstructed" {
    const change = this.changes.get(number);
    if (!change) return "not there";
    if (change.undone) return "undone before";
    const stands = ([ref, { left }]: [string, Entry]) => (this.rows.get(ref)?.version ?? null) === left;
    if ([...change.entries].some((entry) => this.isObstructed(change, entry))) return "obstructed";
    change.undone = true;
    change.isReleased = true;
    if (change.undoes) change.undoes.undone = false;
    const by = this.begin();
    (this.changes.get(by) as ModelChange).undoes = change;
    const isMade = (ref: string) => {
      const entry = change.entries.get(ref);
      return entry?.before === null && stands([ref, entry]);
    };
    const isOwn = (ref: string): boolean => this.disabledBy(ref).every((held) => isMade(held.ref) && isOwn(held.ref));
    const away = (part: PartName) => {
      for (const row of this.rowsOf(part)) {
        if (!this.rows.has(row.ref) || !isMade(row.ref) || !isOwn(row.ref)) continue;
        if (row.owners.some((owner) => change.entries.get(owner)?.before === null)) continue;
        this.take(by, row.ref);
      }
    };
    away("fees");
    for (const part of PARTS) {
      // What a statement of SQL sees is what was there before it.
      const back = [...change.entries].filter((entry) => entry[1].before?.part === part && stands(entry));
      for (const [ref, { before }] of back) {
        if (!before?.owners.every((owner) => this.rows.has(owner))) continue;
        if (this.disabledBy(ref).some(({ version }) => version > number)) continue;
        this.put(by, before);
      }
    }
    for (const part of PARTS) away(part);
    const done = this.changes.get(by)?.entries as Map<string, Entry>;
    // The form of a case holds its fee: it is told that this is another.
    for (const [ref, { before }] of [...done]) {
      const fee = before ?? (this.rows.get(ref) as ModelRow);
      const owner = this.rows.get(fee.owners[0] ?? "");
      if (fee.part === "fees" && owner && !done.has(owner.ref)) this.put(by, { ...owner, version: by });
    }
    return { undone: this.changes.get(by)?.entries.size ?? 0 };
  }

  /** Something that was taken away is there again, or has lost what it belonged to, or its work has another fee. */
  private isObstructed(change: ModelChange, [ref, { before, left }]: [string, Entry]): boolean {
    if (!before) return false;
    const now = this.rows.get(ref);
    if (left === null && now) return true;
    if (left !== null && now?.version !== left) return false;
    const lost = before.owners.some((owner) => !this.rows.has(owner) && !change.entries.get(owner)?.before);
    if (lost) return true;
    if (before.part !== "fees") return false;
    return this.rowsOf("fees").some(
      (other) => other.ref !== ref && other.owners[0] === before.owners[0] && !change.entries.has(other.ref),
    );
  }

  private record(number: number, ref: string, left: number | null): void {
    const entries = this.changes.get(number)?.entries as Map<string, Entry>;
    const entry = entries.get(ref);
    if (entry) entry.left = left;
    else entries.set(ref, { before: this.rows.get(ref) ?? null, left });
  }
}
