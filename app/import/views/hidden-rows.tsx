import { text } from "styled-system/recipes";
import { figure } from "../figures";
import type { WorkingSet } from "../working-set.server";

/** Why the list is shorter than the file. */
export function HiddenRows({ placed, matching }: Pick<WorkingSet, "placed" | "matching">) {
  const parts = [
    placed > 0 && `${figure(placed)} ${placed === 1 ? "is" : "are"} in sessions`,
    matching > 0 &&
      `${figure(matching)} ${matching === 1 ? "is" : "are"} hidden: your logbook has ${matching === 1 ? "a case" : "cases"} with the same start, end, age and gender`,
  ].filter(Boolean);
  return parts.length > 0 ? <p className={text({ kind: "hint" })}>Of the file’s cases {parts.join("; ")}.</p> : null;
}
