import { GENDERS, URGENCIES, wordOf } from "~/diary/cases/codes";
import { type CaseText, decryptCaseText } from "~/diary/cases/encrypted-text.server";
import type { CustomOption } from "~/diary/cases/options.server";
import { type ChosenOption, chosenOptions } from "~/diary/cases/queries.server";
import { type OptionKind, STANDARD } from "~/diary/cases/standard-options";
import { type Cipher, openedOr, UNREADABLE_TEXT } from "~/platform/crypto/vault.server";
import { pathTo } from "~/platform/http/path-to";
import { shortDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";
import type { Profile } from "~/profile/queries.server";
import { supervisionsOf } from "~/profile/supervision";
import { ageShown } from "~/reports/document/case-texts.server";
import type { CaseDataRow } from "./cases.server";
import { caseTimesCell, type DataLine, dateCell, doubtsOf, feeCells, type Reader } from "./rows.server";

const NO_TEXT: CaseText = { case_description: "", complications: "", reflective_notes: "" };

/** For whom cases are formatted: ages and supervision follow the profile. */
interface CaseReader {
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
  // The case's own date: after midnight it is the day after the one on which its session began.
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
    marks: doubtsOf({
      "No element": row.element === null,
      "No end time": row.start_at !== null && row.end_at === null,
      "No age": row.age === null,
      "No ASA": asa === null,
      "Identifier?": row.identifier_suspected,
      "In leave": row.in_leave,
    }),
    locked: row.locked,
  };
}

/** Labels of the Standard options and of a user's own. */
export function optionLabels(custom: readonly CustomOption[]): Map<string, string> {
  const groups = [...STANDARD.airway, ...STANDARD.procedure].flatMap(({ options }) => options);
  return new Map([
    ...groups.map(({ id, label }) => [id, label] as const),
    ...custom.map(({ unique_ref, label }) => [unique_ref, label] as const),
  ]);
}

/** Formats rows as lines of the table. A text that cannot be decrypted does not hide the other cases. */
export function caseLines(
  by: CaseReader,
  rows: readonly CaseDataRow[],
  custom: readonly CustomOption[],
): Promise<DataLine[]> {
  const labels = optionLabels(custom);
  return Promise.all(
    rows.map(async (row) =>
      caseLine(row, await textOf(by.cipher, row), chosenOptions(row.options, custom), labels, by),
    ),
  );
}

/** As `decryptCaseText`, for a list: a text that cannot be decrypted is replaced by words that say so. */
export function textOf(cipher: Cipher, row: CaseDataRow): Promise<CaseText> {
  return openedOr(decryptCaseText(cipher, row), { ...NO_TEXT, case_description: UNREADABLE_TEXT });
}
