import type { Row } from "./row";

const NAME = /^cases\[(\d+)\]\.(\w+)$/;
/** More rows than any form has. */
const MAX_ROWS = 200;

/** The name of a row's field in the list's form. */
export function rowField(index: number, part: string): string {
  return `cases[${index}].${part}`;
}

/** The row and the name within it of a form field; null for a field outside the rows. */
export function placeOfField(name: string): { index: number; part: string } | null {
  const found = NAME.exec(name);
  return found && Number(found[1]) < MAX_ROWS ? { index: Number(found[1]), part: found[2] as string } : null;
}

/** The rows in the values of the form. */
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

/** The values of a form with these rows. */
export function valuesOf(rows: readonly Row[]): Record<string, string[]> {
  return Object.fromEntries(
    rows.flatMap((row, index) => Object.entries(row).map(([part, texts]) => [rowField(index, part), [...texts]])),
  );
}
