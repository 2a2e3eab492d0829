import { ukDate } from "~/platform/time/dates";
import type { LondonDate } from "~/platform/time/london";
import type { LieuKind, LieuUnit } from "./format";

export function newLieuAnswers(today: LondonDate): Record<string, string> {
  const [kind, unit]: [LieuKind, LieuUnit] = ["earned", "days"];
  return { kind, unit, amount: "", day: ukDate(today), notes: "" };
}

interface Saved {
  kind: LieuKind;
  unit: LieuUnit;
  hundredths: number;
  day: LondonDate;
  version: number;
}

/** A line as its form shows it: what was spent without its sign. @param notes opened */
export function lieuAnswersOf({ kind, unit, hundredths, day, version }: Saved, notes: string): Record<string, string> {
  const amount = String((kind === "spent" ? -hundredths : hundredths) / 100);
  return { version: String(version), kind, unit, amount, day: ukDate(day), notes };
}
