import { z } from "zod";
import { codesOf, SUPERVISIONS } from "~/diary/cases/codes";
import { LONGEST_WORDS } from "~/diary/search/rules";
import { hashOf } from "~/platform/db/tokens";
import { choice, date, number, text, ticks } from "~/platform/http/fields";
import { byButton, takesNoRoom } from "~/platform/http/form-schemas";
import { caseRows, sessionRows } from "./edit/form";
import { MOST_TICKED, NO_SUPERVISION } from "./ticked";

const ASK_AGAIN = "Open this page again, then choose the rows once more";

/** A row as it was shown: `<reference>/<version>`. */
export interface ShownRow {
  ref: string;
  version: number;
}

const shownRows = ticks("the rows", MOST_TICKED).transform((list, context): ShownRow[] => {
  const rows = list.map((each) => /^([\w-]{22})\/(\d{1,9})$/.exec(each));
  if (rows.every((row) => row !== null))
    return rows.map(([, ref, version]) => ({ ref: ref as string, version: Number(version) }));
  context.addIssue({ code: "custom", message: ASK_AGAIN });
  return z.NEVER;
});

/** What the page said is deleted: `40,2` for cases and fees. */
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

/** What is asked of a file of what was found. */
export const foundFileForm = takesNoRoom(z.object({ words: ofBoth.words }));

/** What is asked of the table of sessions: for the ticked ones, or to find words. */
export const sessionDataForm = takesNoRoom(
  z.object({
    ...ofBoth,
    act: choice("what to do", ["find", "element", "fixed", "delete", "delete_now", "save"]),
    rows: sessionRows,
    new_element: text({ name: "job plan element", max: 22 }),
    new_pa: number({ name: "PA allocation", min: 0, max: 40, places: 2 }),
  }),
  byButton("act", "find", "delete", "delete_now"),
);
export type SessionActs = z.output<typeof sessionDataForm>;

/** As `sessionDataForm`, of the table of cases. */
export const caseDataForm = takesNoRoom(
  z.object({
    ...ofBoth,
    act: choice("what to do", ["find", "supervision", "option", "move", "move_now", "delete", "delete_now", "save"]),
    rows: caseRows,
    new_supervision: choice("a supervision", [...codesOf(SUPERVISIONS), NO_SUPERVISION]),
    new_option: text({ name: "airway or procedure", max: 40 }),
    move_date: date("date"),
    move_to: text({ name: "session", max: 22 }),
  }),
  byButton("act", "find", "delete", "delete_now"),
);
export type CaseActs = z.output<typeof caseDataForm>;
