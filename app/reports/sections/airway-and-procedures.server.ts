import { BLOCK_FLAGS, BLOCK_IDS, type OptionKind } from "~/diary/cases/standard-options";
import type { LondonDate } from "~/platform/time/london";
import { type CaseCounts, caseCounts } from "../document/case-rows.server";
import { cases, change, shareOfCases } from "../document/cells";
import type { ReportChoices } from "../document/choices";
import {
  type CountedOption,
  countOptions,
  countsOf,
  flagged,
  optionCounts,
  ownOptions,
  recordedIn,
  recordedOf,
} from "../document/options.server";
import { aYearEarlier, formatPeriod } from "../document/period";
import { section } from "../document/section.server";
import { roundedDown } from "../document/small-numbers";
import type { Cell, ReportFacts, ReportPeriod, ReportTable, Sentence } from "../document/types";

const ONCE_A_CASE = "A case can have more than one. Each counts once per case.";

/** Section: airways used, by number of cases. */
export const airway = section(
  "airway",
  (scope) => [caseCounts(scope), countsOf(scope), recordedIn(scope), ownOptions(scope)] as const,
  ([[all], counts, recorded, custom], { inPeriod, choices }) => {
    const used = countOptions("airway", counts, custom);
    const known = recordedOf("airway", recorded);
    const table: ReportTable = {
      kind: "table",
      id: "airway",
      caption: "Airway by cases",
      heads: ["Airway", "Group", "Cases", "Share of recorded"],
      rows: used.map((each) => [each.label, each.group, cases(each.cases), shareOfCases(each.cases, known)]),
      note: ONCE_A_CASE,
    };
    return {
      empty: `No airway is recorded ${inPeriod}.`,
      summary: [mostUsed(used, choices)],
      blocks: used.length === 0 ? [] : [recordedFacts("airway", "Airway recorded", known, all), table],
    };
  },
);

/** Section: procedures done, compared with the same days of the year before, and how blocks were done. */
export const procedures = section(
  "procedures",
  (scope) =>
    [
      caseCounts(scope),
      countsOf(scope),
      recordedIn(scope),
      ownOptions(scope),
      optionCounts(scope, scope.chosenAYearEarlier),
    ] as const,
  ([[all], counts, recorded, custom, before], { period, today, inPeriod, choices }) => {
    const now = countOptions("procedure", counts, custom);
    const earlier = countOptions("procedure", before, custom);
    const known = recordedOf("procedure", recorded);
    const gone = earlier.filter(({ id }) => !now.some((each) => each.id === id)).map((each) => ({ ...each, cases: 0 }));
    const rows = [...now, ...gone].sort((one, other) => one.place - other.place);
    const wasOf = (id: string) => earlier.find((each) => each.id === id)?.cases ?? 0;
    const table: ReportTable = {
      kind: "table",
      id: "procedures",
      caption: "Procedures by cases",
      heads: ["Procedure", "Group", "Cases", "Share of recorded", "Year before", "Change"],
      rows: rows.map((each) => [
        ...[each.label, each.group, cases(each.cases), shareOfCases(each.cases, known), cases(wasOf(each.id))],
        change(each.cases, wasOf(each.id)),
      ]),
      note: [ONCE_A_CASE, formatYearBefore(period, today)].filter(Boolean).join(" "),
      draws: { kind: "commonest", column: 2, before: 4 },
    };
    return {
      empty: `No procedures are recorded ${inPeriod}.`,
      summary: now.length === 0 ? [] : [mostUsed(now, choices)],
      blocks:
        rows.length === 0
          ? []
          : [recordedFacts("procedure", "Procedures recorded", known, all), table, ...blockTable(now)],
    };
  },
);

/** `Most often Volatile (208 cases), TIVA/TCI (134) and Arterial line (74).` */
function mostUsed(used: readonly CountedOption[], { small }: ReportChoices): Sentence {
  // By the numbers that are shown: their order tells no more than they do.
  const shown = ({ cases }: CountedOption) => (small ? roundedDown(cases) : cases);
  const most = used.toSorted((one, other) => shown(other) - shown(one)).slice(0, 3);
  const parts = most.flatMap((each, at): Cell[] => {
    const before = at === 0 ? "Most often " : at === most.length - 1 ? " and " : ", ";
    return [`${before}${each.label} (`, cases(each.cases, at === 0 ? "case" : undefined), ")"];
  });
  return [...parts, "."];
}

/** States the days of the year before; for a period that is not over, as many days as are over. */
function formatYearBefore(period: ReportPeriod, today: LondonDate): string {
  const before = aYearEarlier(period, today);
  if (!before) return "";
  const soFar = period.until >= today ? ", to match this period so far" : "";
  return `The year before is ${formatPeriod(before)}${soFar}.`;
}

function recordedFacts(kind: OptionKind, caption: string, known: number, counts: CaseCounts | undefined): ReportFacts {
  const all = counts?.all ?? 0;
  return {
    kind: "facts",
    id: `${kind}-recorded`,
    caption,
    facts: [
      { label: "Cases", value: cases(all) },
      { label: "Recorded", value: cases(known) },
      { label: "Not recorded", value: cases(all - known) },
    ],
  };
}

/** Flags that describe how a block was done; teaching is in the section on supervision. */
const HOW = BLOCK_FLAGS.filter(({ value }) => value !== "taught" && value !== "observed");

function blockTable(used: readonly CountedOption[]): ReportTable[] {
  const blocks = used.filter(({ id }) => BLOCK_IDS.includes(id));
  if (blocks.length === 0) return [];
  return [
    {
      kind: "table",
      id: "blocks",
      caption: "How blocks were done",
      heads: ["Block", "Cases", ...HOW.map(({ label }) => label)],
      rows: blocks.map((each) => [
        ...[each.label, cases(each.cases)],
        ...HOW.map(({ value }) => cases(flagged(each, value))),
      ]),
    },
  ];
}
