import type { OptionKind } from "~/diary/cases/standard-options";
import type { OptionCount } from "./case-rows.server";
import type { OptionLabel } from "./option-labels";
import type { Counted } from "./types";

/** An option with the cases in which it was chosen, and how often each thing was said of it. */
export interface CountedOption extends OptionLabel {
  id: string;
  cases: number;
  flags: Map<string, number>;
}

/** The options of a kind that were chosen, in the order of their list. */
export function countOptions(
  kind: OptionKind,
  counts: readonly OptionCount[],
  labels: ReadonlyMap<string, OptionLabel>,
): CountedOption[] {
  const found = new Map<string, CountedOption>();
  for (const { id, flags, cases } of counts.filter((each) => each.kind === kind)) {
    const known = labels.get(id) ?? {
      label: "An option that is no longer listed",
      group: "",
      place: labels.size,
    };
    const option = found.get(id) ?? { ...known, id, cases: 0, flags: new Map() };
    option.cases += cases;
    for (const flag of flags.split(",").filter(Boolean)) option.flags.set(flag, (option.flags.get(flag) ?? 0) + cases);
    found.set(id, option);
  }
  return [...found.values()].sort((one, other) => one.place - other.place);
}

/** The cases in which any option of a kind was chosen. */
export function recordedOf(kind: OptionKind, counts: readonly { kind: OptionKind; cases: number }[]): Counted {
  return { name: `${kind}, any`, value: counts.find((each) => each.kind === kind)?.cases ?? 0 };
}

/** The cases in which an option was chosen. */
export function usedIn({ id, cases }: Pick<CountedOption, "id" | "cases">): Counted {
  return { name: `option ${id}`, value: cases };
}

/** The cases in which something was said of an option. */
export function flagged({ id, flags }: Pick<CountedOption, "id" | "flags">, flag: string): Counted {
  return { name: `option ${id}: ${flag}`, value: flags.get(flag) ?? 0 };
}
