import { validateTimes } from "~/diary/cases/checks.server";
import { editCaseForm } from "~/diary/cases/form";
import { customOptions } from "~/diary/cases/options.server";
import { requiresDay, timesWarning } from "~/diary/cases/rules";
import type { Actor } from "~/platform/context";
import { readAnswers } from "~/platform/http/read-form.server";
import { clockTime } from "~/platform/time/clock-time";
import { londonMoment } from "~/platform/time/london";
import { ageToStore } from "~/profile/age-bands";
import { DEFAULT_PROFILE, type Profile, profileRow } from "~/profile/queries.server";
import { type CaseDataRow, caseLines, casesOf } from "./cases.server";
import { CASE_DATA } from "./columns";
import {
  CASE_CELLS,
  cellErrors,
  changesAny,
  hasAllValues,
  type RowAnswers,
  shownAnswers,
  type ValidatedRow,
} from "./fields";
import { type DataLine, inOrderOf } from "./rows.server";
import type { EditedTable } from "./save-edits.server";

export const EDITED_CASES: EditedTable<CaseDataRow, Profile> = {
  ...{ kind: CASE_DATA, part: "cases", cells: CASE_CELLS },
  async read({ db, userId }, refs) {
    const [rows, [profile = DEFAULT_PROFILE]] = await db.batch([casesOf(db, userId, refs), profileRow(db, userId)]);
    return { rows, world: profile };
  },
  answers: caseAnswers,
  judge: validateCase,
  lines: linesOfCases,
  async inForm(by, refs, columns) {
    const rows = inOrderOf(refs, await casesOf(by.db, by.userId, refs));
    return { lines: caseLinesToEdit(await linesOfCases(by, rows, columns), rows, columns), offers: [] };
  },
};

async function linesOfCases(
  { db, cipher, userId }: Actor,
  rows: readonly CaseDataRow[],
  columns: readonly string[],
): Promise<DataLine[]> {
  const [custom, [profile = DEFAULT_PROFILE]] = await db.batch([customOptions(db, userId), profileRow(db, userId)]);
  return caseLines({ cipher, profile, reader: "page" }, rows, custom, columns);
}

/** Answers in the cells of a case. Its times are left to its own form if a day would have to be chosen. */
function caseAnswers(row: CaseDataRow): RowAnswers {
  const { start_at, end_at } = row;
  const needsDay = start_at === null && end_at === null && requiresDay(spanOf(row), null);
  return {
    ...(needsDay ? {} : { start_time: clockText(start_at), end_time: clockText(end_at) }),
    ...{ age: codeText(row.age), age_unit: row.age_unit, gender: codeText(row.gender), asa: codeText(row.asa) },
    ...{ urgency: codeText(row.urgency), supervision: codeText(row.supervision) },
  };
}

/** Judges changed answers by the rules of the case's form; columns of unchanged answers stay as they are. */
async function validateCase(row: CaseDataRow, changed: RowAnswers, profile: Profile): Promise<ValidatedRow> {
  const { start_at, end_at, age, age_unit } = row;
  const { date } = londonMoment(start_at ?? end_at ?? row.session_start_at);
  const sent = {
    ...caseAnswers(row),
    case_day: requiresDay(spanOf(row), start_at) ? date : "",
    version: String(row.version),
    ...changed,
  };
  const form = await readAnswers(sent, editCaseForm);
  if (!form.ok) return cellErrors(form.state);
  const isTimed = changesAny(changed, "start_time", "end_time");
  const { times, errors } = isTimed
    ? validateTimes(spanOf(row), form.value, row)
    : { times: { start_at, end_at }, errors: {} };
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  const kept = changesAny(changed, "age", "age_unit") ? ageToStore(form.value, profile) : { age, age_unit };
  const { gender, asa, urgency, supervision } = form.value;
  const warning = isTimed ? timesWarning(spanOf(row), times) : null;
  const columns = { ...times, ...kept, gender, asa, urgency, supervision };
  return { ok: true, columns: hasAllValues(row, columns) ? null : columns, notes: warning ? [warning] : [] };
}

/** Adds the answers that can be edited to the lines of cases. */
export function caseLinesToEdit(
  lines: readonly DataLine[],
  rows: readonly CaseDataRow[],
  columns: readonly string[],
): DataLine[] {
  const byRef = new Map(rows.map((row) => [row.unique_ref, row]));
  return lines.map((line) => {
    const row = byRef.get(line.unique_ref);
    return row ? { ...line, answers: shownAnswers(CASE_CELLS, columns, caseAnswers(row)) } : line;
  });
}

function spanOf({ session_start_at, session_end_at }: CaseDataRow) {
  return { start_at: session_start_at, end_at: session_end_at };
}

function clockText(instant: number | null): string {
  return instant === null ? "" : clockTime(londonMoment(instant).minute);
}

function codeText(code: number | null): string {
  return code === null ? "" : String(code);
}
