import { z } from "zod";
import { codesOf, SUPERVISIONS } from "~/diary/cases/codes";
import { LONGEST_WORDS } from "~/diary/search/words";
import { hashOf } from "~/platform/db/tokens";
import { choice, date, number, reference, text, ticks, version } from "~/platform/http/fields";
import { byIntent, exemptFromQuota } from "~/platform/http/form-schemas";
import { parseJson } from "~/platform/http/parse-json";
import { CASE_CELLS, type CellFields, MAX_TICKED, NO_SUPERVISION, type RowAnswers, SESSION_CELLS } from "./fields";

const CHANGE_AGAIN = "Reload this page, then make your changes again";
/**
 * Longer than any valid answer of a cell, so that the row's own form reports an answer that is too long, at its cell.
 */
const LONGEST = 2000;

/** The answers that a row was shown with, as JSON: an answer that differs was changed by the user. */
const was = text({ name: "row", max: LONGEST }).transform((value, context): RowAnswers => {
  try {
    const answers = z.record(z.string(), z.string()).safeParse(parseJson(value));
    if (answers.success) return answers.data;
  } catch {
    // Not JSON: refused below.
  }
  context.addIssue({ code: "custom", message: CHANGE_AGAIN });
  return z.NEVER;
});

const factsOfRow = { ref: reference(CHANGE_AGAIN), version, name: text({ name: "row", max: LONGEST }), was };

/** One row of a page that is edited in the table. */
export interface SentRow {
  /** Index among the rows of its form. */
  place: number;
  ref: string;
  version: number;
  /** Name of the row, for messages about it. */
  name: string;
  was: RowAnswers;
  /** Changed answers, as typed. */
  changed: RowAnswers;
}

/** Schema for the rows of a page. The list may have gaps, where rows no longer exist. */
function sentRows(cells: CellFields) {
  const names = Object.values(cells).flatMap((fields) => fields.map(({ name }) => name));
  const answers = z.object(Object.fromEntries(names.map((name) => [name, text({ name: "answer", max: LONGEST })])));
  const cellsOfRow: object = Object.fromEntries(names.map((name) => [name, z.unknown().optional()]));
  // The answers are judged in the transform, so that all their errors are reported even if others are found first.
  const row = z.object({ ...cellsOfRow, ...factsOfRow }).transform((sent, context): Omit<SentRow, "place"> => {
    const { ref, version: shown, name, was: before } = sent;
    const typed = answers.safeParse(sent);
    for (const issue of typed.error?.issues ?? []) {
      context.addIssue({ code: "custom", message: issue.message, path: issue.path });
    }
    if (!typed.success) return z.NEVER;
    const changed = names.filter((each) => each in before && typed.data[each] !== before[each]?.trim());
    return {
      ...{ ref, version: shown, name, was: before },
      changed: Object.fromEntries(changed.map((each) => [each, typed.data[each] ?? ""])),
    };
  });
  return z
    .array(row.optional(), { error: CHANGE_AGAIN })
    .max(2 * MAX_TICKED, CHANGE_AGAIN)
    .optional()
    .transform((list = []): SentRow[] => list.flatMap((each, place) => (each ? [{ ...each, place }] : [])));
}

const sessionRows = sentRows(SESSION_CELLS);
const caseRows = sentRows(CASE_CELLS);

const ASK_AGAIN = "Reload this page, then choose the rows again";

/** A row as it was shown: `<reference>/<version>`. */
export interface ShownRow {
  ref: string;
  version: number;
}

const shownRows = ticks("the rows", MAX_TICKED).transform((list, context): ShownRow[] => {
  const rows = list.map((each) => /^([\w-]{22})\/(\d{1,9})$/.exec(each));
  if (rows.every((row) => row !== null))
    return rows.map(([, ref, version]) => ({ ref: ref as string, version: Number(version) }));
  context.addIssue({ code: "custom", message: ASK_AGAIN });
  return z.NEVER;
});

/** The counts that the page showed before a deletion: `40,2` for cases and fees. */
const shownCounts = text({ name: "counts", max: 40 }).transform((value, context) => {
  const [, cases, fees] = /^(\d{1,9}),(\d{1,9})$/.exec(value) ?? [];
  if (cases !== undefined) return { cases: Number(cases), fees: Number(fees) };
  if (value === "") return null;
  context.addIssue({ code: "custom", message: ASK_AGAIN });
  return z.NEVER;
});

export type DeletionCounts = NonNullable<z.output<typeof shownCounts>>;

const ofBoth = {
  row: shownRows,
  words: text({ name: "words", max: LONGEST_WORDS }),
  shown: shownCounts,
  idempotency_key: text({ name: "key", max: 22 }).transform(hashOf),
};

/** Form for a file of the rows that were found. */
export const foundFileForm = exemptFromQuota(z.object({ words: ofBoth.words }));

/** Form of the table of sessions: an act on the ticked ones, edited rows, or words to find. */
export const sessionDataForm = exemptFromQuota(
  z.object({
    ...ofBoth,
    intent: choice("what to do", ["find", "element", "fixed", "delete", "delete_now", "save"]),
    rows: sessionRows,
    new_element: text({ name: "job plan element", max: 22 }),
    new_pa: number({ name: "PA allocation", min: 0, max: 40, places: 2 }),
  }),
  byIntent("find", "delete", "delete_now"),
);
export type SessionDataAnswers = z.output<typeof sessionDataForm>;

/** As `sessionDataForm`, for the table of cases. */
export const caseDataForm = exemptFromQuota(
  z.object({
    ...ofBoth,
    intent: choice("what to do", ["find", "supervision", "option", "move", "move_now", "delete", "delete_now", "save"]),
    rows: caseRows,
    new_supervision: choice("a supervision", [...codesOf(SUPERVISIONS), NO_SUPERVISION]),
    new_option: text({ name: "airway or procedure", max: 40 }),
    move_date: date("date"),
    move_to: text({ name: "session", max: 22 }),
  }),
  byIntent("find", "delete", "delete_now"),
);
export type CaseDataAnswers = z.output<typeof caseDataForm>;
