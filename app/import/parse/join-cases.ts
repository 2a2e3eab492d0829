import type { CsvRow } from "../fields";
import { joined as joinedText } from "./values/description";

/**
 * Rows that say the same date, start, age and gender and another procedure may be one case with several. `joined` has
 * each of those once; `same` is how many rows that takes away. Only what has a start is ever one case.
 * @param rows in the order of date and start.
 */
export function sameCases(rows: readonly CsvRow[]): { joined: CsvRow[]; same: number } {
  const groups = new Map<string, [CsvRow, ...CsvRow[]]>();
  for (const row of rows) {
    const { case_date, start_minute, age, age_unit, gender } = row;
    const who = start_minute === null ? `${row.line}` : [case_date, start_minute, age, age_unit, gender].join(" ");
    const group = groups.get(who);
    if (group) group.push(row);
    else groups.set(who, [row]);
  }
  const joined = [...groups.values()].map((group) => (group.length === 1 ? group[0] : oneCase(group)));
  return { joined, same: rows.length - joined.length };
}

function oneCase(group: readonly [CsvRow, ...CsvRow[]]): CsvRow {
  const [first, ...others] = group;
  const { text, cut } = joinedText(group.map((row) => row.case_description));
  const remarks = new Map(
    group.flatMap((row) => row.remarks).map((remark) => [`${remark.field} ${remark.code}`, remark]),
  );
  remarks.set("joined", { field: "case_description", code: "joined" });
  if (cut) remarks.set("case_description cut", { field: "case_description", code: "cut" });
  return {
    ...first,
    end_minute: first.end_minute ?? others.find((row) => row.end_minute !== null)?.end_minute ?? null,
    asa: first.asa ?? others.find((row) => row.asa !== null)?.asa ?? null,
    case_description: text,
    remarks: [...remarks.values()],
  };
}
