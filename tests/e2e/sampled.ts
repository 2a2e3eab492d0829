import { readdirSync } from "node:fs";
import { join } from "node:path";
import { drawn } from "../support/sample";

/** Whether the run is of everything there is: `npm run test:full`, or one that names its tests by words. */
export const IS_FULL = Boolean(process.env.DAYBOOK_FULL);

/**
 * All of these in a full run. In a quick one about one of so many: each is drawn for itself by the run's seed, since most
 * lists are short, and it may be none. Prints what was drawn.
 */
export function sampled<Item>(name: string, items: readonly Item[], of: number): readonly Item[] {
  if (IS_FULL) return items;
  const seed = process.env.DAYBOOK_SEED ?? "";
  const lots = Array.from({ length: of }, (_, lot) => lot);
  const found = items.filter((_, index) => drawn(lots, { share: 1 / of, seed, name: `${name} ${index}` }).includes(0));
  console.log(`drawn: ${name}, ${found.length} of ${items.length}: ${found.join(" ")}`);
  return found;
}

/** The files of a folder that a quick run leaves out: all but one by its seed, which it prints. */
export function leftOut(folder: string): string[] {
  if (IS_FULL) return [];
  const files = readdirSync(join(import.meta.dirname, folder)).sort();
  const [chosen] = drawn(files, { share: 1 / files.length, seed: process.env.DAYBOOK_SEED ?? "", name: folder });
  // Each worker reads the configuration, too.
  if (process.env.TEST_WORKER_INDEX === undefined) console.log(`drawn: ${folder}, ${chosen}`);
  return files.filter((file) => file !== chosen).map((file) => `${folder}/${file}`);
}
