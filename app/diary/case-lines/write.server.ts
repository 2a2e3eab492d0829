import { sql } from "drizzle-orm";
import { data } from "react-router";
import { writeChange } from "~/changes/write-change.server";
import { NO_TIMES, validateTimes } from "~/diary/cases/checks.server";
import type { CaseAnswers } from "~/diary/cases/form";
import { chooseOptions } from "~/diary/cases/options.server";
import { type SessionWithCases, sessionWithCases } from "~/diary/cases/queries.server";
import { timesWarning, typedTimes } from "~/diary/cases/rules";
import { caseRow, dayOf, NOT_HELD, wasHeld } from "~/diary/cases/write.server";
import { inOneLine } from "~/diary/sessions/sentences";
import type { Actor } from "~/platform/context";
import { newRef } from "~/platform/db/columns.server";
import { FORM_WAS_USED, type Refusal } from "~/platform/http/refusal.server";
import { findIdentifiers, identifierErrors, type SaveAnyway, type Texts } from "~/ui/identifiers/rules";
import { rowField } from "./rows-in-form";

/** A case of the list with the index of its row. */
export interface ListedCase {
  index: number;
  line: string;
  answers: CaseAnswers;
}

interface SentList extends SaveAnyway {
  idempotency_key: string;
}

export interface Saved {
  message: string;
  undo: string | null;
}

const NOTHING_ENTERED = "Enter at least one case";

/**
 * Adds the cases of a list to a session, all or none, as one change. A repeat of the same list adds nothing.
 * @throws 404 when the session is deleted
 */
export async function addCases(
  by: Actor,
  place: SessionWithCases,
  listed: readonly ListedCase[],
  sent: SentList,
  fingerprint: string,
): Promise<Refusal | Saved> {
  const { session, custom } = place;
  if (listed.length === 0) return { errors: { [rowField(0, "line")]: NOTHING_ENTERED }, status: 422 };
  const judged = listed.map(({ answers }) => ({
    ...validateTimes(session, answers, NO_TIMES),
    chosen: chooseOptions(by, custom, answers),
  }));
  const errors: Record<string, string> = {};
  for (const [place, { errors: ofTimes, chosen }] of judged.entries()) {
    const { index } = listed[place] as ListedCase;
    for (const [name, message] of Object.entries({ ...ofTimes, ...chosen.errors })) {
      errors[rowField(index, name)] = `Case ${index + 1}: ${message}`;
    }
  }
  Object.assign(errors, identifierErrors(textsOf(listed), {}, sent));
  if (Object.keys(errors).length > 0) return { errors, status: 422 };

  // Cases without times are sorted by their references, so these are in the order of the list.
  const refs = listed.map(newRef).sort();
  const rows = await Promise.all(
    judged.map(async ({ times, chosen }, index) => {
      const { answers } = listed[index] as ListedCase;
      const fresh = { unique_ref: refs[index] as string, text_encrypted: null };
      const row = await caseRow(by, fresh, place, answers, times, chosen);
      return { ...row, session_ref: session.unique_ref };
    }),
  );
  const written = await writeChange(by, {
    message: `${count(listed.length)} added, ${dayOf(session)}`,
    form: { key: sent.idempotency_key, fingerprint, result: { part: "cases", ref: refs[0] as string } },
    guards: {
      held: wasHeld(by.userId, session.unique_ref),
      options: sql.join(
        judged.map(({ chosen }) => chosen.areThere),
        sql` AND `,
      ),
    },
    inserts: { cases: rows },
  });
  if (written.result === "written" || written.result === "repeated") {
    return { message: savedMessage(place, listed), undo: written.undo };
  }
  if (written.result === "form used") return FORM_WAS_USED;
  if (written.result !== "refused") throw data(null, { status: 404 });
  if (written.guard === "held") return NOT_HELD;
  // An option was deleted: the repeat reports it on the row that has it.
  const again = await sessionWithCases(by.db, by.userId, session.unique_ref);
  return addCases(by, again, listed, sent, fingerprint);
}

/**
 * The texts to check for patient identifiers. For a row whose line has one, but whose description has none, this is the
 * line, since its words may be in several cells.
 */
function textsOf(listed: readonly ListedCase[]): Texts {
  return Object.fromEntries(
    listed.map(({ index, line, answers }) =>
      findIdentifiers(answers.case_description).length === 0 && findIdentifiers(line).length > 0
        ? [rowField(index, "line"), line]
        : [rowField(index, "case_description"), answers.case_description],
    ),
  );
}

function savedMessage({ session }: SessionWithCases, listed: readonly ListedCase[]): string {
  const odd = listed.filter(({ answers }) => {
    const times = typedTimes(session, answers, null);
    return times !== false && timesWarning(session, times) !== null;
  });
  const numbers = odd.map(({ index }) => index + 1).join(", ");
  const warning = odd.length === 0 ? null : `Check the times of case ${numbers}: they do not fit the session`;
  return inOneLine([`${count(listed.length)} saved`, warning]);
}

function count(cases: number): string {
  return cases === 1 ? "1 case" : `${cases} cases`;
}
