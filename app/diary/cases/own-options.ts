import type { OptionKind } from "./standard-options";

/** An option of a user's own, as its page shows it. */
export interface OwnOption {
  unique_ref: string;
  kind: OptionKind;
  label: string;
  active: boolean;
  version: number;
}

export const MAX_OPTION_LABEL = 60;

/** Uses are counted no further: more of them say nothing more. */
export const COUNTED_TO = 1000;

export const KIND_WORDS: Record<OptionKind, { title: string; one: string }> = {
  airway: { title: "Airway management", one: "airway option" },
  procedure: { title: "Procedures", one: "procedure" },
};

/** `Not used yet`, `In 1 case`, `In 1,000 cases or more`. */
export function formatUses(uses: number): string {
  if (uses === 0) return "Not used yet";
  if (uses >= COUNTED_TO) return "In 1,000 cases or more";
  return uses === 1 ? "In 1 case" : `In ${uses} cases`;
}
