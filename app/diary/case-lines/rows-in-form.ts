import type { Row } from "./row";

const NAME = /^cases\[(\d+)\]\.(\w+)$/;
/** More rows than any form of ours has. */
const MOST_ROWS = 200;

/** The name of a row's field in the form of the list. */
export function rowField(index: number, part: string): string {
  return `cases[${index}].${part}`;
}

/** Which row a field belongs to, and its name there; null for a field of the form itself. */
export function placeOfField(name: string): { index: number; part: string } | null {
  const found = NAME.exec(name);
  return found && Number(found[1]) < MOST_ROWS ? { index: Number(found[1]), part: found[2] as string } : null;
}

/** The rows among the answers of the form. */
export function rowsOf(values: Readonly<Record<string, readonly string[]>>): Row[] {
  const rows: Record<string, readonly string[]>[] = [];
  for (const [name, texts] of Object.entries(values)) {
    const place = placeOfField(name);
    if (!place) continue;
    while (rows.length <= place.index) rows.push({});
    (rows[place.index] as Record<string, readonly string[]>)[place.part] = texts;
  }
  return rows;
}

/** The answers of the form that has these rows. */
export function valuesOf(rows: readonly Row[]): Record<string, string[]> {
  return Object.fromEntries(
    rows.flatMap((row, index) => Object.entries(row).map(([part, texts]) => [rowField(index, part), [...texts]])),
  );
}
