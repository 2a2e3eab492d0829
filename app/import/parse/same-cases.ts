import { type CsvRow, MAX_OPTIONS } from "../fields";
import { joined as joinedText } from "./patient";

/**
 * Finds rows one after the other that are one case with several procedures. `joined` has each such case once; `same` is
 * the number of rows that joining removes.
 * @param rows in the order of the file
 */
export function sameCases(rows: readonly CsvRow[]): { joined: CsvRow[]; same: number } {
  const groups: [CsvRow, ...CsvRow[]][] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    if (group && isSameCase(group[0], row)) group.push(row);
    else groups.push([row]);
  }
  const joined = groups.map((group) => (group.length === 1 ? group[0] : oneCase(group)));
  return { joined, same: rows.length - joined.length };
}

/** Date, times, age and gender, all of them present and equal. The part of a day is that of other cases too. */
function isSameCase(one: CsvRow, other: CsvRow): boolean {
  if (one.remarks.some(({ code }) => code === "band")) return false;
  return (["case_date", "start_minute", "end_minute", "age", "age_unit", "gender"] as const).every((name) => {
    return one[name] !== null && one[name] === other[name];
  });
}

function oneCase(group: readonly [CsvRow, ...CsvRow[]]): CsvRow {
  const [first, ...others] = group;
  const { text, cut } = joinedText(group.map((row) => row.case_description));
  const remarks = new Map(
    group.flatMap((row) => row.remarks).map((remark) => [`${remark.field} ${remark.code}`, remark]),
  );
  const all = group.flatMap((row) => row.options ?? []);
  const options = [...new Map(all.map((each) => [each.id, each])).values()].slice(0, MAX_OPTIONS);
  remarks.set("joined", { field: "case_description", code: "joined" });
  if (cut) remarks.set("case_description cut", { field: "case_description", code: "cut" });
  return {
    ...first,
    urgency: first.urgency ?? others.find((row) => row.urgency !== undefined)?.urgency,
    supervision: first.supervision ?? others.find((row) => row.supervision !== undefined)?.supervision,
    ...(options.length > 0 && { options }),
    asa: first.asa ?? others.find((row) => row.asa !== null)?.asa ?? null,
    case_description: text,
    remarks: [...remarks.values()],
  };
}
