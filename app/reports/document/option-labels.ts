import type { CustomOption } from "~/diary/cases/options.server";
import { BLOCK_FLAGS, type OptionKind, STANDARD } from "~/diary/cases/standard-options";

export interface OptionLabel {
  label: string;
  group: string;
  /** Where it stands in its list. */
  place: number;
}

/** What the options of a kind are called; a user's own come last. */
export function optionLabels(kind: OptionKind, custom: readonly CustomOption[]): Map<string, OptionLabel> {
  const standard = STANDARD[kind].flatMap(({ name, options }) => options.map(({ id, label }) => ({ id, label, name })));
  const own = custom.filter((each) => each.kind === kind).map(({ unique_ref, label }) => ({ id: unique_ref, label }));
  return new Map(
    [...standard, ...own.map((each) => ({ ...each, name: "Custom" }))].map(({ id, label, name }, place) => {
      return [id, { label, group: name, place }];
    }),
  );
}

const FLAG_LABELS = new Map<string, string>(BLOCK_FLAGS.map(({ value, label }) => [value, label]));

/** `Femoral (Ultrasound, Catheter)`. */
export function withFlags(label: string, flags: string): string {
  const said = flags.split(",").flatMap((flag) => FLAG_LABELS.get(flag) ?? []);
  return said.length > 0 ? `${label} (${said.join(", ")})` : label;
}
