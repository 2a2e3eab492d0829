import { z } from "zod";
import { reference, text, version } from "~/platform/http/fields";
import { MOST_TICKED } from "../ticked";
import { CASE_CELLS, type CellFields, type RowAnswers, SESSION_CELLS } from "./fields";

const ASK_AGAIN = "Open this page again, then make your changes once more";
/** Longer than any answer of a cell: the form of the row says what is too long, where it is. */
const LONGEST = 2000;

/** The answers that a row was shown with: what is not as it was is what somebody changed. */
const was = text({ name: "row", max: LONGEST }).transform((value, context): RowAnswers => {
  try {
    const answers = z.record(z.string(), z.string()).safeParse(JSON.parse(value));
    if (answers.success) return answers.data;
  } catch {
    // No JSON: as below.
  }
  context.addIssue({ code: "custom", message: ASK_AGAIN });
  return z.NEVER;
});

const factsOfRow = { ref: reference(ASK_AGAIN), version, name: text({ name: "row", max: LONGEST }), was };

/** One row of a page that is edited in the table. */
export interface SentRow {
  /** Among those of its form. */
  place: number;
  ref: string;
  version: number;
  /** What it is called, for what is said of it. */
  name: string;
  was: RowAnswers;
  /** What was changed, as typed. */
  changed: RowAnswers;
}

/** The rows of a page, of which those that are gone may be left out. */
function sentRows(cells: CellFields) {
  const names = Object.values(cells).flatMap((fields) => fields.map(({ name }) => name));
  const answers = z.object(Object.fromEntries(names.map((name) => [name, text({ name: "answer", max: LONGEST })])));
  const cellsOfRow: object = Object.fromEntries(names.map((name) => [name, z.unknown().optional()]));
  // Judged below, all of them, whatever else is wrong.
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
    .array(row.optional(), { error: ASK_AGAIN })
    .max(2 * MOST_TICKED, ASK_AGAIN)
    .optional()
    .transform((list = []): SentRow[] => list.flatMap((each, place) => (each ? [{ ...each, place }] : [])));
}

export const sessionRows = sentRows(SESSION_CELLS);
export const caseRows = sentRows(CASE_CELLS);
