import { BLOCK_IDS } from "~/cases/standard-options";
import { countsOf, ownOptions } from "./airway-and-procedures.server";
import { BY_URGENCY, bySupervision } from "./axes";
import { type CountedCase, countedCases } from "./case-rows.server";
import { cases, shareOfCases } from "./cells";
import { type Axis, crossTable } from "./cross-table";
import { optionLabels } from "./option-labels";
import { type CountedOption, countOptions } from "./options-counted";
import { section } from "./section.server";
import { type ReportBlock, type ReportFacts, SECTIONS } from "./types";

/** Whom the consultant supervised, and which blocks were taught. */
export const supervision = section(
  "supervision",
  (scope) => [countedCases(scope), countsOf(scope), ownOptions(scope)] as const,
  ([counted, counts, custom], { profile }) => {
    const axis: Axis<CountedCase> = bySupervision(profile.supervision_labels);
    const blocks = countOptions("procedure", counts, optionLabels("procedure", custom)).filter(({ id }) =>
      BLOCK_IDS.includes(id),
    );
    return {
      name: "supervision",
      title: SECTIONS.supervision,
      empty: "No cases are recorded in this period.",
      blocks:
        counted.length === 0
          ? []
          : [
              figures(counted),
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

function figures(counted: readonly CountedCase[]): ReportFacts {
  const supervised = counted.filter(({ supervision }) => supervision !== null).length;
  return {
    kind: "facts",
    id: "supervised",
    caption: "Supervision in figures",
    facts: [
      { label: "Cases", value: cases(counted.length) },
      { label: "With somebody supervised", value: cases(supervised) },
      { label: "Share of all cases", value: shareOfCases(supervised, counted.length) },
    ],
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
      rows: taught.map(({ label, flags }) => [
        ...[label, cases(flags.get("taught") ?? 0), cases(flags.get("observed") ?? 0)],
      ]),
      foot: null,
      note: null,
    },
  ];
}
