import { type SQL, sql } from "drizzle-orm";
import { type CustomOption, customOptions } from "~/diary/cases/options.server";
import { BLOCK_FLAGS, type OptionKind, STANDARD } from "~/diary/cases/standard-options";
import { CHOSEN, cases, chosenIn } from "~/diary/cases/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { OF_SESSION } from "./case-rows.server";
import type { ReportScope } from "./section.server";

/** Statement: the number of cases of the period in which each option was chosen. */
export function countsOf(scope: ReportScope) {
  return scope.once("option counts", () => optionCounts(scope, scope.chosen));
}

/** Statement: the number of cases in which each option was chosen, by its flags. A case has an option only once. */
export function optionCounts({ db }: ReportScope, chosen: SQL) {
  return db
    .select({
      kind: CHOSEN.kind.as("chosen_kind"),
      id: CHOSEN.id.as("chosen_id"),
      flags: CHOSEN.flags.as("chosen_flags"),
      cases: sql<number>`count(*)`.mapWith(Number).as("cases_n"),
    })
    .from(sessions)
    .innerJoin(cases, OF_SESSION)
    .innerJoin(chosenIn(cases.options), sql`TRUE`)
    .where(chosen)
    .groupBy(CHOSEN.kind, CHOSEN.id, CHOSEN.flags);
}

type OptionCount = Awaited<ReturnType<typeof optionCounts>>[number];

/** Statement: the numbers of cases for which any airway, and any procedure, is recorded. */
export function recordedIn({ db, chosen, once }: ReportScope) {
  return once("recorded options", () =>
    db
      .select({
        kind: CHOSEN.kind.as("chosen_kind"),
        cases: sql<number>`count(DISTINCT ${cases.unique_ref})`.mapWith(Number).as("cases_n"),
      })
      .from(sessions)
      .innerJoin(cases, OF_SESSION)
      .innerJoin(chosenIn(cases.options), sql`TRUE`)
      .where(chosen)
      .groupBy(CHOSEN.kind),
  );
}

export function ownOptions({ db, userId, once }: ReportScope) {
  return once("own options", () => customOptions(db, userId));
}

interface OptionLabel {
  label: string;
  group: string;
  /** Index in its list. */
  place: number;
}

/** Labels of the options of a kind by id; a user's own options come last. */
export function optionLabels(kind: OptionKind, custom: readonly CustomOption[]): Map<string, OptionLabel> {
  const standard = STANDARD[kind].flatMap(({ name, options }) => options.map((each) => ({ ...each, group: name })));
  const own = custom
    .filter((each) => each.kind === kind)
    .map(({ unique_ref, label }) => ({ id: unique_ref, label, group: "Custom" }));
  return new Map([...standard, ...own].map(({ id, label, group }, place) => [id, { label, group, place }]));
}

const FLAG_LABELS = new Map<string, string>(BLOCK_FLAGS.map(({ value, label }) => [value, label]));

/** `Femoral (Ultrasound, Catheter)`. */
export function withFlags(label: string, flags: string): string {
  const said = flags.split(",").flatMap((flag) => FLAG_LABELS.get(flag) ?? []);
  return said.length > 0 ? `${label} (${said.join(", ")})` : label;
}

/** An option with the number of cases in which it was chosen, and the number of those with each flag. */
export interface CountedOption extends OptionLabel {
  id: string;
  cases: number;
  flags: Map<string, number>;
}

/** The options of a kind that were chosen, in the order of their list. */
export function countOptions(
  kind: OptionKind,
  counts: readonly OptionCount[],
  custom: readonly CustomOption[],
): CountedOption[] {
  const labels = optionLabels(kind, custom);
  const unknown = { label: "An option that is no longer listed", group: "", place: labels.size };
  const found = new Map<string, CountedOption>();
  for (const { id, flags, cases } of counts.filter((each) => each.kind === kind)) {
    const option = found.get(id) ?? { ...(labels.get(id) ?? unknown), id, cases: 0, flags: new Map() };
    option.cases += cases;
    for (const flag of flags.split(",").filter(Boolean)) option.flags.set(flag, (option.flags.get(flag) ?? 0) + cases);
    found.set(id, option);
  }
  return [...found.values()].sort((one, other) => one.place - other.place);
}

/** Number of cases in which any option of a kind was chosen. */
export function recordedOf(kind: OptionKind, counts: readonly { kind: OptionKind; cases: number }[]): number {
  return counts.find((each) => each.kind === kind)?.cases ?? 0;
}

/** Number of cases in which an option was chosen with a flag. */
export function flagged({ flags }: Pick<CountedOption, "flags">, flag: string): number {
  return flags.get(flag) ?? 0;
}
