import { columnsOfAnswers, timesOf } from "~/diary/sessions/columns-of-answers.server";
import type { PlanChoice } from "~/diary/sessions/element-choices";
import { sessionForm } from "~/diary/sessions/form";
import { sessionDefaults } from "~/diary/sessions/form-defaults";
import { planChoices, planRows } from "~/diary/sessions/queries.server";
import { lengthWarning } from "~/diary/sessions/rules";
import { includesDate } from "~/planning/job-plans/plan-dates";
import { type ElementChoice, elementChoices } from "~/planning/job-plans/queries.server";
import { rulesToStore } from "~/planning/job-plans/table.server";
import { readAnswers } from "~/platform/http/read-form.server";
import { londonMoment } from "~/platform/time/london";
import type { ChoiceGroup } from "~/ui/forms/choice-fields";
import { elementGroups } from "./choice-groups";
import { SESSION_DATA } from "./columns";
import {
  cellErrors,
  changesAny,
  hasAllValues,
  type RowAnswers,
  SESSION_CELLS,
  shownAnswers,
  type ValidatedRow,
} from "./fields";
import { type DataLine, inOrderOf } from "./rows.server";
import type { EditedLines, EditedTable } from "./save-edits.server";
import { type SessionDataRow, sessionLines, sessionsOf } from "./sessions.server";

export const EDITED_SESSIONS: EditedTable<SessionDataRow, PlanChoice[]> = {
  ...{ kind: SESSION_DATA, part: "sessions", cells: SESSION_CELLS },
  async read({ db, userId }, refs) {
    const [rows, plans, elements] = await db.batch([
      sessionsOf(db, userId, refs),
      planRows(db, userId),
      elementChoices(db, userId),
    ]);
    return { rows, world: planChoices(plans, elements) };
  },
  answers: sessionAnswers,
  judge: validateSession,
  lines: ({ cipher }, rows, columns) => sessionLines(cipher, rows, columns),
  async inForm({ db, cipher, userId }, refs, columns) {
    const [found, elements] = await db.batch([sessionsOf(db, userId, refs), elementChoices(db, userId)]);
    const rows = inOrderOf(refs, found);
    return sessionLinesToEdit(await sessionLines(cipher, rows, columns), rows, elements, columns);
  },
};

/** Answers in the cells of a session. The allocation is blank if the PAs follow from the times. */
function sessionAnswers(row: SessionDataRow): RowAnswers {
  return sessionDefaults(row, "");
}

/** Judges changed answers by the rules of the session's form; unchanged times are not read again. */
export async function validateSession(
  row: SessionDataRow,
  changed: RowAnswers,
  plans: PlanChoice[],
): Promise<ValidatedRow> {
  const form = await readAnswers(answersWith(row, changed), sessionForm);
  if (!form.ok) return cellErrors(form.state);
  const isTimed = changesAny(changed, "session_start_time", "session_end_time");
  const span = { startAt: row.start_at, endAt: row.end_at };
  const times = isTimed ? timesOf(form.value) : { ok: true as const, ...span, moved: [] };
  if (!times.ok) return { ok: false, errors: withEndQuestion(times.errors) };
  const decided = columnsOfAnswers(form.value, times, plans, row);
  if (!decided.ok) return decided;
  const { columns } = decided;
  const isSo = hasAllValues(withStoredRules(row), withStoredRules(columns));
  const { standard_minutes: standard, premium_minutes: premium } = columns;
  return {
    ok: true,
    columns: isSo ? null : columns,
    notes: [...times.moved, lengthWarning({ standard, premium }, columns.pa_basis)].filter((note) => note !== null),
  };
}

/** Replaces the PA rules by their stored form, in which equal rules are equal texts. */
function withStoredRules<Columns extends Pick<SessionDataRow, "pa_rules">>(columns: Columns) {
  return { ...columns, pa_rules: rulesToStore(columns.pa_rules) };
}

/**
 * Moves the question which of two equal clock times is meant to the end time: a cell has no room for a field that asks
 * it.
 */
function withEndQuestion(errors: Record<string, string>): Record<string, string> {
  const { session_end_time_which: asks, ...others } = errors;
  return asks ? { ...others, session_end_time: `${asks}. Open the session to do so` } : errors;
}

/** All answers of the session's form, with the changed ones in place. */
function answersWith(row: SessionDataRow, changed: RowAnswers): Record<string, string> {
  const answers: Record<string, string> = { ...sessionDefaults(row, ""), ...changed };
  if (changesAny(changed, "fixed_PA_allocation")) {
    answers.pa_calculation_basis = answers.fixed_PA_allocation === "" ? "time_calculated" : "fixed";
  }
  for (const time of ["session_start_time", "session_end_time"]) {
    if (!changesAny(changed, time)) continue;
    // A clock time that occurs twice means the first.
    answers[`${time}_which`] = "";
    // A session of whole days that is given times becomes one with times.
    answers.whole_day = "";
  }
  return answers;
}

/**
 * Adds to the lines of sessions the answers that can be edited, and the elements that each session can have: its own,
 * and the active ones of its date.
 */
export function sessionLinesToEdit(
  lines: readonly DataLine[],
  rows: readonly SessionDataRow[],
  elements: readonly ElementChoice[],
  columns: readonly string[],
): EditedLines {
  const offers = new Map<string, { at: number; groups: ChoiceGroup[] }>();
  const byRef = new Map(rows.map((row) => [row.unique_ref, row]));
  const offerOf = ({ start_at, element_ref }: SessionDataRow): number => {
    const { date } = londonMoment(start_at);
    const some = elements.filter(
      (each) => each.unique_ref === element_ref || (each.active && includesDate(each, date)),
    );
    const key = some.map(({ unique_ref }) => unique_ref).join();
    const offer = offers.get(key) ?? { at: offers.size, groups: elementGroups(some) };
    offers.set(key, offer);
    return offer.at;
  };
  const edited = lines.map((line) => {
    const row = byRef.get(line.unique_ref);
    if (!row) return line;
    return { ...line, answers: shownAnswers(SESSION_CELLS, columns, sessionAnswers(row)), offer: offerOf(row) };
  });
  return { lines: edited, offers: [...offers.values()].map(({ groups }) => groups) };
}
