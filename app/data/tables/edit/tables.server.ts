import { customOptions } from "~/diary/cases/custom-options.server";
import type { PlanChoice } from "~/diary/sessions/element-choices";
import { elementChoices } from "~/planning/job-plans/choices.server";
import type { Asker } from "~/platform/context";
import { FIRST_PROFILE, type Profile, profileRow } from "~/profile/queries.server";
import type { ChoiceGroup } from "~/ui/choice-fields";
import { caseLines } from "../case-lines.server";
import { type CaseDataRow, casesOf } from "../case-rows.server";
import { CASE_DATA, SESSION_DATA } from "../columns";
import type { DataLine } from "../lines";
import { inOrderOf } from "../page.server";
import { sessionLines } from "../session-lines.server";
import { type SessionDataRow, sessionsOf } from "../session-rows.server";
import { caseAnswers, caseLinesToEdit, casesToJudge, judgeCase } from "./case-edits.server";
import { CASE_CELLS, SESSION_CELLS } from "./fields";
import type { EditedTable } from "./save.server";
import { judgeSession, sessionAnswers, sessionLinesToEdit, sessionsToJudge } from "./session-edits.server";

export const EDITED_SESSIONS: EditedTable<SessionDataRow, PlanChoice[]> = {
  ...{ kind: SESSION_DATA, part: "sessions", cells: SESSION_CELLS },
  read: sessionsToJudge,
  answers: sessionAnswers,
  judge: judgeSession,
  lines: ({ cipher }, rows, columns) => sessionLines(cipher, rows, columns),
};

export const EDITED_CASES: EditedTable<CaseDataRow, Profile> = {
  ...{ kind: CASE_DATA, part: "cases", cells: CASE_CELLS },
  read: casesToJudge,
  answers: caseAnswers,
  judge: judgeCase,
  lines: async (by, rows, columns) => linesOfCases(by, rows, columns),
};

/** The rows of a form that came back, as they are now, in the order in which they were sent. */
export interface EditedLines {
  lines: DataLine[];
  offers: ChoiceGroup[][];
}

export async function sessionsInForm(
  { db, cipher, userId }: Asker,
  refs: readonly string[],
  columns: readonly string[],
): Promise<EditedLines> {
  const [found, elements] = await db.batch([sessionsOf(db, userId, refs), elementChoices(db, userId)]);
  const rows = inOrderOf(refs, found);
  return sessionLinesToEdit(await sessionLines(cipher, rows, columns), rows, elements, columns);
}

export async function casesInForm(
  by: Asker,
  refs: readonly string[],
  columns: readonly string[],
): Promise<EditedLines> {
  const rows = inOrderOf(refs, await casesOf(by.db, by.userId, refs));
  return { lines: caseLinesToEdit(await linesOfCases(by, rows, columns), rows, columns), offers: [] };
}

async function linesOfCases(
  { db, cipher, userId }: Asker,
  rows: readonly CaseDataRow[],
  columns: readonly string[],
): Promise<DataLine[]> {
  const [custom, [profile = FIRST_PROFILE]] = await db.batch([customOptions(db, userId), profileRow(db, userId)]);
  return caseLines({ cipher, profile, reader: "page" }, rows, custom, columns);
}
