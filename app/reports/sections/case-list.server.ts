import { GENDERS, REPORTED_SUPERVISIONS, URGENCIES, wordOf } from "~/diary/cases/codes";
import { clockTime } from "~/platform/time/clock-time";
import { formatCounted } from "~/platform/time/counted";
import { ukDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";
import { caseCounts, listedOf, writtenCases } from "../document/case-rows.server";
import {
  ageShown,
  caseDate,
  casePath,
  type DecryptedCase,
  decryptedCases,
  leftOut,
} from "../document/case-texts.server";
import { grouped } from "../document/cells";
import { optionLabels, ownOptions, withFlags } from "../document/options.server";
import { type ReportContext, section } from "../document/section.server";
import type { Cell, ReportTable } from "../document/types";

/** Columns that neighbouring cases mostly share. */
const SHARED = ["Date", "Element", "Site"];
const HEADS = [
  ...SHARED,
  ...["Start", "End", "Age", "Gender", "ASA", "Urgency", "Supervision", "Airway", "Procedures", "Case"],
];

/** Section: every case of the period, one per row. */
export const caseList = section(
  "cases",
  (scope) => [writtenCases(scope), caseCounts(scope), ownOptions(scope)] as const,
  async ([read, [counts], custom], context) => {
    const rows = listedOf(read);
    const all = await decryptedCases(rows, context);
    const labels = { airway: optionLabels("airway", custom), procedure: optionLabels("procedure", custom) };
    const optionsOf = (row: DecryptedCase, kind: keyof typeof labels) =>
      row.options
        .flatMap(({ id, flags }) => {
          const option = labels[kind].get(id);
          return option ? [{ ...option, words: withFlags(option.label, flags) }] : [];
        })
        .sort((one, other) => one.place - other.place)
        .map(({ words }) => words)
        .join(", ");
    const left = leftOut(rows, context, counts);
    const table: ReportTable = {
      kind: "table",
      id: "cases",
      caption: captionOf(all.length, left),
      heads: HEADS,
      rows: all.map((row) => [
        ...cellsOf(row, context),
        ...[optionsOf(row, "airway"), optionsOf(row, "procedure"), row.text.case_description],
      ]),
      ofCases: true,
      lists: true,
      shared: SHARED.length,
      paths: all.map(casePath),
      note: noteOf(left),
    };
    return { empty: `No cases are recorded ${context.inPeriod}.`, blocks: all.length === 0 ? [] : [table] };
  },
);

/** Note of the list. It selects cases by session: a case after midnight may have the date after the period's last. */
function noteOf(left: number): string {
  const dated =
    "The date is when the case started, or when its session started if the case has no start time. A case counts on the day its session begins.";
  if (left === 0) return dated;
  const more = `${grouped(left)} more are left out. To see them, choose a shorter period, or export every case in Your Data.`;
  return `${more} ${dated}`;
}

function captionOf(listed: number, left: number): string {
  if (left > 0) return `The first ${grouped(listed)} of ${grouped(listed + left)} cases`;
  return formatCounted(listed, "case");
}

function cellsOf(row: DecryptedCase, { profile }: ReportContext): Cell[] {
  return [
    ...[ukDate(caseDate(row)), row.element ?? "", row.site],
    timeText(row.start_at),
    timeText(row.end_at),
    ageShown(row, profile),
    wordOf(GENDERS, row.gender),
    row.asa === null ? "" : String(row.asa),
    wordOf(URGENCIES, row.urgency),
    profile.supervision_labels[String(row.supervision)] || wordOf(REPORTED_SUPERVISIONS, row.supervision),
  ];
}

function timeText(instant: number | null): string {
  return instant === null ? "" : clockTime(londonMoment(instant).minute);
}
