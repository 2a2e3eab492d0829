import type { PartName } from "~/diary/aggregate";

/** What a row holds, as far as the model goes. */
export interface ModelRow {
  part: PartName;
  ref: string;
  version: number;
  /** Of a case. */
  session?: string;
  holds: string;
}

interface Entry {
  before: ModelRow | null;
  left: number | null;
}

interface ModelChange {
  entries: Map<string, Entry>;
  undone: boolean;
}

/** A diary in plain maps, with the same promises: changes whole or not at all, undo only of what stands as it was left. */
export class ModelDiary {
  rows = new Map<string, ModelRow>();
  changes = new Map<number, ModelChange>();
  last = 0;

  rowsOf(part: PartName): ModelRow[] {
    return [...this.rows.values()].filter((row) => row.part === part);
  }

  casesOf(session: string): ModelRow[] {
    return this.rowsOf("cases").filter((row) => row.session === session);
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
    for (const held of this.casesOf(ref)) this.take(number, held.ref);
    this.record(number, ref, null);
    this.rows.delete(ref);
  }

  undo(number: number): { undone: number; kept: number } | null {
    const change = this.changes.get(number);
    if (!change || change.undone) return null;
    change.undone = true;
    const by = this.begin();
    const stands = ([ref, { left }]: [string, Entry]) => (this.rows.get(ref)?.version ?? null) === left;
    for (const part of ["sessions", "cases"] as const) {
      // What a statement of SQL sees is what was there before it.
      const back = [...change.entries].filter((entry) => entry[1].before?.part === part && stands(entry));
      for (const [, { before }] of back) {
        if (before && (before.session === undefined || this.rows.has(before.session))) this.put(by, before);
      }
    }
    for (const part of ["cases", "sessions"] as const) {
      const away = [...change.entries].filter((entry) => entry[1].before === null && stands(entry));
      for (const [ref] of away) {
        if (this.rows.get(ref)?.part === part && this.casesOf(ref).length === 0) this.take(by, ref);
      }
    }
    const undone = this.changes.get(by)?.entries.size ?? 0;
    return { undone, kept: change.entries.size - undone };
  }

  private record(number: number, ref: string, left: number | null): void {
    const entries = this.changes.get(number)?.entries as Map<string, Entry>;
    const entry = entries.get(ref);
    if (entry) entry.left = left;
    else entries.set(ref, { before: this.rows.get(ref) ?? null, left });
  }
}
