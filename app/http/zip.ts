import { strToU8, zipSync } from "fflate";
import { csvOf } from "./csv";

interface Table {
  /** Of letters, digits and hyphens, without its ending. */
  name: string;
  rows: readonly (readonly string[])[];
}

/** The answer that a browser saves as one file with a CSV file for each of some tables: for few of them, made whole. */
export function zipAnswer(name: string, tables: readonly Table[], now: number): Response {
  const files = tables.map((table) => [`${table.name}.csv`, strToU8(csvOf(table.rows))] as const);
  const zip = zipSync(Object.fromEntries(files), { mtime: now });
  return new Response(zip, {
    headers: { "Content-Type": "application/zip", "Content-Disposition": `attachment; filename="${name}.zip"` },
  });
}
