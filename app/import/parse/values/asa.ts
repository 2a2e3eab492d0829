import { isBlank } from "./blank";

export type AsaGrade = 1 | 2 | 3 | 4 | 5;

export interface AsaCell {
  grade: AsaGrade | null;
  remark?: "asa_emergency" | "asa_six" | "asa_unreadable";
}

const ROMANS: Readonly<Record<string, number>> = { i: 1, ii: 2, iii: 3, iv: 4, v: 5, vi: 6 };
/** `2`, `2E`, `ASA II`, `asa-2`, `P2`, `2 - mild systemic disease`. */
const GRADE = /^(?:asa|ps|p|class|grade|[ :-]){0,6}([1-6]|i{1,3}|iv|vi?) ?(e)?(?:$|[ .,:()–-]+[a-z(].*$)/;

/** Grades 1 to 5, as the specification has them (3.6). Null for blank. */
export function readAsa(cell: string): AsaCell | null {
  if (isBlank(cell)) return null;
  const text = cell.slice(0, 80).trim().toLowerCase().replace(/\s+/g, " ");
  if (/\bdonor\b/.test(text)) return { grade: null, remark: "asa_six" };
  const found = GRADE.exec(text);
  if (!found) return { grade: null, remark: "asa_unreadable" };
  const grade = ROMANS[found[1] as string] ?? Number(found[1]);
  if (grade === 6) return { grade: null, remark: "asa_six" };
  return found[2] ? { grade: grade as AsaGrade, remark: "asa_emergency" } : { grade: grade as AsaGrade };
}
