import { isBlank } from "./blank";

/** Which code means what: the diary's own (1 female), or that of the NHS Data Dictionary (1 male). */
export const GENDER_CODES = ["1_female", "1_male"] as const;
export type GenderCodes = (typeof GENDER_CODES)[number];

/** 1 female, 2 male (specification 3.6); null for blank, false for what says neither. */
export function readGender(cell: string, codes: GenderCodes = "1_female"): 1 | 2 | null | false {
  if (isBlank(cell)) return null;
  const text = cell
    .slice(0, 30)
    .trim()
    .toLowerCase()
    .replace(/^[0-9mf] ?[-:] ?/, "");
  if (/^(?:f|female|woman|girl)$/.test(text)) return 1;
  if (/^(?:m|male|man|boy)$/.test(text)) return 2;
  if (text === "1") return codes === "1_female" ? 1 : 2;
  if (text === "2") return codes === "1_female" ? 2 : 1;
  return false;
}

/** True when a column knows only the numbers 1 and 2 (0 and 9 stand for "not known"): which is which must be asked. */
export function hasGenderCodesOnly(cells: Iterable<string>): boolean {
  let found = false;
  for (const cell of cells) {
    if (isBlank(cell) || cell === "0" || cell === "9") continue;
    if (cell !== "1" && cell !== "2") return false;
    found = true;
  }
  return found;
}
