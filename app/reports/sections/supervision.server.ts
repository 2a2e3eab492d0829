import { BLOCK_IDS } from "~/diary/cases/standard-options";
import { BY_URGENCY, bySupervision } from "../document/case-axes";
import { type CountedCase, countedCases, countedSessions } from "../document/case-rows.server";
import { cases, shareOfCases } from "../document/cells";
import { type Axis, crossTable } from "../document/cross-table";
import { type CountedOption, countOptions, countsOf, flagged, ownOptions } from "../document/options.server";
import { section } from "../document/section.server";
import type { ReportFacts, ReportTable, Sentence } from "../document/types";

/** Section: the grades that the consultant supervised, and the blocks that were taught or observed. */
export const supervision = section(
  "supervision",
  (scope) => [countedSessions(scope), countsOf(scope), ownOptions(scope)] as const,
  ([rows, counts, custom], context) => {
    const counted = countedCases(rows, context);
    const empty = `No cases are recorded ${context.inPeriod}.`;
    if (counted.length === 0) return { empty, blocks: [] };
    const axis: Axis<CountedCase> = bySupervision(context.profile.supervision_labels);
    const byUrgency = {
      ...{ id: "supervision", caption: "Grade supervised and urgency" },
      note: "By the grade of the person supervised.",
    };
    const used = countOptions("procedure", counts, custom);
    return {
      empty,
      summary: summary(counted),
      blocks: [figures(counted), crossTable(byUrgency, axis, BY_URGENCY, counted), ...taughtTable(used)],
    };
  },
);

function supervisedIn(counted: readonly CountedCase[]): number {
  return counted.filter(({ supervision }) => supervision !== null).length;
}

function summary(counted: readonly CountedCase[]): Sentence[] {
  const supervised = supervisedIn(counted);
  if (supervised === 0) return [["Nobody was supervised."]];
  return [["Somebody was supervised in ", cases(supervised, "case"), shareOfCases(supervised, counted.length), "."]];
}

function figures(counted: readonly CountedCase[]): ReportFacts {
  const [all, supervised] = [counted.length, supervisedIn(counted)];
  return {
    kind: "facts",
    id: "supervised",
    caption: "Supervision in figures",
    facts: [
      { label: "Cases", value: cases(all) },
      { label: "With somebody supervised", value: cases(supervised) },
      { label: "Share of all cases", value: shareOfCases(supervised, all) },
    ],
  };
}

function taughtTable(used: readonly CountedOption[]): ReportTable[] {
  const taught = used.filter(({ id, flags }) => {
    return BLOCK_IDS.includes(id) && (flags.has("taught") || flags.has("observed"));
  });
  if (taught.length === 0) return [];
  return [
    {
      kind: "table",
      id: "blocks-taught",
      caption: "Blocks taught and observed",
      heads: ["Block", "Taught", "Observed"],
      rows: taught.map((block) => [block.label, cases(flagged(block, "taught")), cases(flagged(block, "observed"))]),
    },
  ];
}
