import { GENDERS, URGENCIES, wordOf } from "~/diary/cases/codes";
import type { CustomOption } from "~/diary/cases/custom-options.server";
import { type CaseText, decryptCaseText } from "~/diary/cases/encrypted-text.server";
import { type ChosenOption, chosenOptions } from "~/diary/cases/queries.server";
import { type OptionKind, STANDARD } from "~/diary/cases/standard-options";
import type { Cipher } from "~/platform/crypto/vault.server";
import { logError } from "~/platform/http/log";
import { pathTo } from "~/platform/http/path-to";
import { shortDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";
import type { Profile } from "~/profile/read.server";
import { supervisionsOf } from "~/profile/supervision";
import { ageShown } from "~/reports/document/case-texts.server";
import type { CaseDataRow } from "./case-rows.server";
import { caseTimesCell, type DataLine, dateCell, feeCells, type Reader, UNREADABLE } from "./lines";

const NO_TEXT: CaseText = { case_description: "", complications: "", reflective_notes: "" };
const TEXTS = ["description", "complications", "reflection"];

/** For whom cases are written: ages and supervision are as their profile has them. */
export interface CaseReader {
  cipher: Cipher;
  profile: Profile;
  reader: Reader;
}

function caseLine(
  row: CaseDataRow,
  text: CaseText,
  chosen: readonly ChosenOption[],
  labels: Map<string, string>,
  by: CaseReader,
): DataLine {
  const { profile, reader } = by;
  const { unique_ref, version, session_ref, session_start_at, element, asa } = row;
  // After midnight it is the day after that on which its session began.
  const began = row.start_at ?? session_start_at;
  const date = shortDate(londonMoment(began).date);
  const times = caseTimesCell(row.start_at, row.end_at);
  const ages = row.age === null ? "" : ageShown(row, profile);
  const optionsOf = (kind: OptionKind) =>
    chosen
      .filter((each) => each.kind === kind)
      .map(({ id }) => labels.get(id) ?? id)
      .join("; ");
  return {
    unique_ref,
    version,
    path: pathTo("/logbook/session/:sessionRef/case/:caseRef/", { sessionRef: session_ref, caseRef: unique_ref }),
    name: ["Case", date, times, ages].filter(Boolean).join(", "),
    cells: {
      date: dateCell(began, reader),
      times,
      element: element ?? "",
      description: text.case_description,
      age: ages,
      gender: wordOf(GENDERS, row.gender),
      asa: asa === null ? "" : String(asa),
      urgency: wordOf(URGENCIES, row.urgency),
      supervision: wordOf(supervisionsOf(profile.supervision_labels), row.supervision),
      airway: optionsOf("airway"),
      procedures: optionsOf("procedure"),
      complications: text.complications,
      reflection: text.reflective_notes,
      ...feeCells(row.fee, reader),
    },
    marks: [
      row.element === null ? "No element" : "",
      row.start_at === null || row.end_at === null ? "No times" : "",
      row.age === null ? "No age" : "",
      asa === null ? "No ASA" : "",
      row.identifier_suspected ? "Identifier?" : "",
      row.in_leave ? "In leave" : "",
    ].filter(Boolean),
  };
}

/** The rows as lines. Text is opened only where it is shown, and one that does not open hides no other. */
export function caseLines(
  by: CaseReader,
  rows: readonly CaseDataRow[],
  custom: readonly CustomOption[],
  columns: readonly string[],
): Promise<DataLine[]> {
  const groups = [...STANDARD.airway, ...STANDARD.procedure].flatMap(({ options }) => options);
  const labels = new Map([
    ...groups.map(({ id, label }) => [id, label] as const),
    ...custom.map(({ unique_ref, label }) => [unique_ref, label] as const),
  ]);
  const opens = columns.some((id) => TEXTS.includes(id));
  return Promise.all(
    rows.map(async (row) => {
      const text = opens ? await textOf(by.cipher, row) : NO_TEXT;
      return caseLine(row, text, chosenOptions(row.options, custom), labels, by);
    }),
  );
}

export async function textOf(cipher: Cipher, row: CaseDataRow): Promise<CaseText> {
  try {
    return await decryptCaseText(cipher, row);
  } catch (error) {
    logError(error);
    return { ...NO_TEXT, case_description: UNREADABLE };
  }
}
