import { findEarlierSubmit, writeChange } from "~/diary/changes.server";
import { unchangedSinceRead } from "~/diary/sessions/answered.server";
import { elementsThere } from "~/diary/sessions/queries.server";
import { inOneLine } from "~/diary/sessions/sentences";
import { cancellations, sessions } from "~/diary/sessions/table.server";
import type { Writer } from "~/diary/write-rows.server";
import type { FormKey } from "~/platform/db/idempotency.server";
import { FORM_WAS_USED, type Refusal } from "~/platform/http/refusal.server";
import { type LondonDate, londonToday } from "~/platform/time/london";
import { readWeek } from "./queries.server";
import { keyOf } from "./rules";
import {
  type Chosen,
  cancelChosen,
  claimFees,
  completeCases,
  logChosen,
  readAnswers,
  tagSessions,
} from "./week-changes.server";

/** The result of a save: a message, and `undo`, which undoes all of it. */
type Saved = { ok: true; message: string; undo: string | null } | ({ ok: false } & Refusal);

/** Saves everything that was chosen on the page in one change, or nothing. */
export async function saveRoundUp(by: Writer, monday: LondonDate, form: FormKey, chosen: Chosen): Promise<Saved> {
  const { db, userId, now } = by;
  const week = await readWeek(db, userId, monday, now);
  const answers = readAnswers(chosen);
  const isAsShown =
    areUnfinished(answers.cases, week.lacking) &&
    areUnfinished(answers.sessions, week.untagged) &&
    areUnfinished(answers.fees, week.unclaimed);
  if (!isAsShown) return refuseStaleForm(by, form, CHANGED);
  // What was chosen one by one is all logged, or nothing is saved.
  const open = new Set(week.unlogged.map(keyOf));
  if ([...chosen.log, ...chosen.cancel].some((key) => !open.has(key)))
    return refuseStaleForm(by, form, LOGGED_ELSEWHERE);
  const logged = logChosen(week, chosen);
  const cancelled = cancelChosen(week, chosen);
  const completed = completeCases(week, answers.cases);
  const tagged = tagSessions(week, answers.sessions);
  if (!tagged.ok) return tagged;
  const claimed = claimFees(week, answers.fees, chosen.claimed_on, londonToday(now));
  if (!claimed.ok) return claimed;
  const done = [...logged.said, ...cancelled.said, ...completed.said, ...tagged.said, ...claimed.said];
  const seen = [...completed.seen, ...tagged.seen, ...claimed.seen];
  if (logged.rows.length + cancelled.rows.length + seen.length === 0)
    return refuseStaleForm(by, form, isLogRequested(chosen) ? LOGGED_ELSEWHERE : NOTHING_CHOSEN);
  const answered = [...logged.days, ...cancelled.days];
  const written = await writeChange(by, {
    message: `Round-up: ${done.join(", ")}`,
    form,
    seen,
    guards: {
      element: elementsThere(userId, [...logged.rows, ...cancelled.rows, ...tagged.rows]),
      missing: unchangedSinceRead(userId, sessions, answered, week.begun),
      cancelled: unchangedSinceRead(userId, cancellations, answered, week.cancelled),
    },
    inserts: { sessions: logged.rows, cancellations: cancelled.rows },
    updates: { sessions: tagged.rows },
    sets: [...completed.sets, ...claimed.sets],
    touches: claimed.touches ?? [],
  });
  if (written.result === "written") {
    return { ok: true, message: inOneLine([formatDone(done), ...claimed.warnings]), undo: written.undo };
  }
  if (written.result === "repeated") return { ok: true, message: REPEATED, undo: written.undo };
  if (written.result === "form used") return { ok: false, ...FORM_WAS_USED };
  if (written.result === "refused" && written.guard !== "element") return { ok: false, ...LOGGED_ELSEWHERE };
  return { ok: false, ...CHANGED };
}

const REPEATED = "Your changes are saved";
const CHANGED: Refusal = {
  errors: {
    "": "Something on this page was changed elsewhere after you opened it, so nothing is saved yet. The page shows the week as it is now: check what you chose, then save again",
  },
  status: 409,
};
const LOGGED_ELSEWHERE: Refusal = {
  errors: {
    "": "A planned session was logged or changed elsewhere after you opened this page, so nothing is saved yet. Save again",
  },
  status: 409,
};

const NOTHING_CHOSEN: Refusal = {
  errors: { "": "Choose a grade, an element or a fee to save" },
  status: 422,
};

function isLogRequested({ log, cancel, planned, intent }: Chosen): boolean {
  return log.length + cancel.length > 0 || (intent === "log_all" && planned.length > 0);
}

function formatDone(done: readonly string[]): string {
  const words = done.join(", ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether every answered row is still unfinished. */
function areUnfinished(answered: readonly { ref: string }[], there: readonly { unique_ref: string }[]): boolean {
  return answered.every(({ ref }) => there.some(({ unique_ref }) => unique_ref === ref));
}

/** Answers a form whose entries are no longer all unfinished: it was sent twice, or they were changed elsewhere. */
async function refuseStaleForm(by: Writer, form: FormKey, refusal: Refusal): Promise<Saved> {
  const before = await findEarlierSubmit(by, form);
  if (before.result === "repeated") return { ok: true, message: REPEATED, undo: before.undo };
  return { ok: false, ...(before.result === "form used" ? FORM_WAS_USED : refusal) };
}
