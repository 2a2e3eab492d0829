import { z } from "zod";
import { codesOf, SUPERVISIONS } from "~/diary/cases/codes";
import { LONGEST_WORDS } from "~/diary/search/words";
import { hashOf } from "~/platform/db/tokens";
import { choice, date, number, text, ticks } from "~/platform/http/fields";
import { byIntent, exemptFromQuota } from "~/platform/http/form-schemas";
import { readShownRow } from "~/platform/http/shown-row";
import { MAX_TICKED, NO_SUPERVISION } from "./fields";

const ASK_AGAIN = "Reload this page, then choose the rows again";

const shownRows = ticks("the rows", MAX_TICKED).transform((list, context) => {
  const rows = list.map(readShownRow);
  if (rows.every((row) => row !== null)) return rows;
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

/** Form of the table of sessions: an act on the ticked ones, or words to find. */
export const sessionDataForm = exemptFromQuota(
  z.object({
    ...ofBoth,
    intent: choice("what to do", ["find", "element", "fixed", "delete", "delete_now"]),
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
    intent: choice("what to do", ["find", "supervision", "option", "move", "move_now", "delete", "delete_now"]),
    new_supervision: choice("a supervision", [...codesOf(SUPERVISIONS), NO_SUPERVISION]),
    new_option: text({ name: "airway or procedure", max: 40 }),
    move_date: date("date"),
    move_to: text({ name: "session", max: 22 }),
  }),
  byIntent("find", "delete", "delete_now"),
);
export type CaseDataAnswers = z.output<typeof caseDataForm>;
