import { BLOCK_IDS } from "~/diary/cases/standard-options";
import { countsOf, ownOptions } from "./airway-and-procedures.server";
import { BY_URGENCY, bySupervision } from "./axes";
import { type CountedCase, countedCases, countedSessions } from "./case-rows.server";
import { cases, shareOfCases } from "./cells";
import { ALL_CASES, type Axis, crossTable, recordedName, recordedSum } from "./cross-table";
import { optionLabels } from "./option-labels";
import { type CountedOption, countOptions, flagged } from "./options-counted";
import { section } from "./section.server";
import { type ReportBlock, type ReportFacts, SECTIONS } from "./types";

/** Whom the consultant supervised, and which blocks were taught. */
export const supervision = section(
  "supervision",
  (scope) => [countedSessions(scope), countsOf(scope), ownOptions(scope)] as const,
  ([rows, counts, custom], world) => {
    const counted = countedCases(rows, world);
    const axis: Axis<CountedCase> = bySupervision(world.profile.supervision_labels);
    const blocks = countOptions("procedure", counts, optionLabels("procedure", custom)).filter(({ id }) =>
      BLOCK_IDS.includes(id),
    );
    return {
      name: "supervision",
      title: SECTIONS.supervision,
      empty: `No cases are recorded ${world.inPeriod}.`,
      blocks:
        counted.length === 0
          ? []
          : [
              figures(counted, axis),
              crossTable(
                {
                  id: "supervision",
                  caption: "Grade supervised and urgency",
                  note: "By the grade of whom you supervised.",
                },
                axis,
                BY_URGENCY,
                counted,
              ),
              ...taughtTable(blocks),
            ],
    };
  },
);

function figures(counted: readonly CountedCase[], axis: Axis<CountedCase>): ReportFacts {
  const all = { name: ALL_CASES, value: counted.length };
  const value = counted.filter(({ supervision }) => supervision !== null).length;
  const supervised = { name: recordedName(axis), value };
  return {
    kind: "facts",
    id: "supervised",
    caption: "Supervision in figures",
    facts: [
      { label: "Cases", value: cases(all) },
      { label: "With somebody supervised", value: cases(supervised) },
      { label: "Share of all cases", value: shareOfCases(supervised, all) },
    ],
    sums: [recordedSum(axis)],
    note: null,
  };
}

function taughtTable(blocks: readonly CountedOption[]): ReportBlock[] {
  const taught = blocks.filter(({ flags }) => flags.has("taught") || flags.has("observed"));
  if (taught.length === 0) return [];
  return [
    {
      kind: "table",
      id: "blocks-taught",
      caption: "Blocks taught and observed",
      heads: ["Block", "Taught", "Observed"],
      rows: taught.map((block) => [block.label, cases(flagged(block, "taught")), cases(flagged(block, "observed"))]),
      foot: null,
      note: null,
    },
  ];
}
