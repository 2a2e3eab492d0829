import { hashOf } from "~/platform/db/tokens";
import type { CsvMapping } from "../fields";
import type { CsvTable } from "./table";

/** A name in the column of anaesthetists. Only its hash leaves the device, if the user chooses it. */
export interface Person {
  /** As the file writes it first; empty for rows without a name. */
  name: string;
  hash: string;
  /** Number of rows. */
  rows: number;
}

/** More names are no department: the column is another one. */
const MAX_PEOPLE = 500;

/** The names in the column of anaesthetists, the most frequent first. */
export async function peopleOf({ records }: Pick<CsvTable, "records">, mapping: CsvMapping): Promise<Person[]> {
  const found = new Map<string, { name: string; rows: number }>();
  for (const { cells, ragged } of mapping.anaesthetist === undefined ? [] : records) {
    if (ragged) continue;
    const name = cells[mapping.anaesthetist ?? -1] ?? "";
    const known = found.get(nameKey(name));
    found.set(nameKey(name), { name: known?.name ?? name, rows: (known?.rows ?? 0) + 1 });
  }
  const people = [...found].sort(([, one], [, other]) => other.rows - one.rows).slice(0, MAX_PEOPLE);
  return Promise.all(people.map(async ([key, person]) => ({ ...person, hash: await hashOf(`anaesthetist ${key}`) })));
}

function nameKey(name: string): string {
  return name.toLowerCase().replace(/\s+/g, " ");
}

/** Returns the test for the names of the people who were chosen; null if nobody of the file was. */
export function chosenOf(people: readonly Person[], chosen: readonly string[]): ((name: string) => boolean) | null {
  const mine = people.filter(({ hash }) => chosen.includes(hash));
  if (mine.length === 0) return null;
  const keys = new Set(mine.map(({ name }) => nameKey(name)));
  return (name) => keys.has(nameKey(name));
}
