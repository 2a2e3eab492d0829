import { type SQL, sql } from "drizzle-orm";
import { type Seen, sentBefore, writeChange } from "~/diary/changes.server";
import { decideMarks } from "~/diary/fees/extra-work/marks";
import { ownersOf } from "~/diary/fees/fee-writes.server";
import { decide, ELEMENT_GONE } from "~/diary/sessions/decide.server";
import { findElement } from "~/diary/sessions/element-choices";
import { columnsOf } from "~/diary/sessions/plan-diary";
import { elementsThere, type SessionColumns } from "~/diary/sessions/queries.server";
import { inOneLine, sessionCount } from "~/diary/sessions/sentences";
import { sessions } from "~/diary/sessions/table.server";
import { instantsOf } from "~/diary/sessions/week-due";
import type { RowChanges, Writer } from "~/diary/write-rows.server";
import { PA_UNITS } from "~/planning/job-plans/pa-rules";
import { newRef } from "~/platform/db/columns.server";
import type { FormKey } from "~/platform/db/idempotency.server";
import { FORM_WAS_USED, type Refusal } from "~/platform/http/refusal.server";
import { counted } from "~/platform/time/counted";
import { type LondonDate, londonMoment, londonToday } from "~/platform/time/london";
import { keptAge } from "~/profile/age-bands";
import type { RoundUpAnswers } from "./form";
import { readWeek, type Week } from "./queries.server";
import { keyOf } from "./rules";

type Chosen = Pick<RoundUpAnswers, "act" | "log" | "planned" | "cases" | "sessions" | "fee" | "claimed_on">;

/** What came of it, in words; `undo` takes all of it back. */
type Saved = { ok: true; message: string; undo: string | null } | ({ ok: false } & Refusal);

/** Saves all that was chosen on the page in one change, or nothing of it. */
export async function saveRoundUp(by: Writer, monday: LondonDate, form: FormKey, chosen: Chosen): Promise<Saved> {
  const { db, userId, now } = by;
  const week = await readWeek(db, userId, monday, now);
  const answers = readAnswers(chosen);
  const isAsShown =
    areAmong(answers.cases, week.lacking) &&
    areAmong(answers.sessions, week.untagged) &&
    areAmong(answers.fees, week.unclaimed);
  if (!isAsShown) return notAsShown(by, form, CHANGED);
  const logged = logPlanned(week, chosen);
  const completed = completeCases(week, answers.cases);
  const tagged = tagSessions(week, answers.sessions);
  if (!tagged.ok) return tagged;
  const claimed = claimFees(week, answers.fees, chosen.claimed_on, londonToday(now));
  if (!claimed.ok) return claimed;
  const done = [...logged.said, ...completed.said, ...tagged.said, ...claimed.said];
  const seen = [...completed.seen, ...tagged.seen, ...claimed.seen];
  if (logged.rows.length + seen.length === 0)
    return notAsShown(by, form, asksToLog(chosen) ? LOGGED_ELSEWHERE : NOTHING_CHOSEN);
  const written = await writeChange(by, {
    message: `Round-up: ${done.join(", ")}`,
    form,
    seen,
    guards: {
      element: elementsThere(userId, [...logged.rows, ...tagged.rows]),
      missing: noneThere(userId, logged.rows),
    },
    inserts: { sessions: logged.rows },
    updates: { sessions: tagged.rows },
    sets: [...completed.sets, ...claimed.sets],
    touches: claimed.touches ?? [],
  });
  if (written.result === "written") {
    return { ok: true, message: inOneLine([sentence(done), ...claimed.warnings]), undo: written.undo };
  }
  if (written.result === "repeated") return { ok: true, message: REPEATED, undo: written.undo };
  if (written.result === "form used") return { ok: false, ...FORM_WAS_USED };
  if (written.result === "refused" && written.guard === "missing") return { ok: false, ...LOGGED_ELSEWHERE };
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
    "": "A planned session was logged elsewhere after you opened this page, so nothing is saved yet. Save again",
  },
  status: 409,
};

const NOTHING_CHOSEN: Refusal = {
  errors: { "": "Choose what to save first: a grade, an element or a fee" },
  status: 422,
};

function asksToLog({ log, planned, act }: Chosen): boolean {
  return log.length > 0 || (act === "log_all" && planned.length > 0);
}

/** The lines in which something was chosen. */
function readAnswers({ cases, sessions, fee }: Chosen) {
  return {
    cases: cases.flatMap(({ ref, version, age, ...codes }) => {
      const chosen = Object.entries(codes).filter(([, code]) => code !== null);
      return age === null && chosen.length === 0 ? [] : [{ ref, version, age, codes: Object.fromEntries(chosen) }];
    }),
    sessions: sessions.map((each, at) => ({ ...each, at })).filter(({ element }) => element !== ""),
    fees: fee.map((each) => {
      const [ref = "", version] = each.split("/");
      return { ref, version: Number(version) };
    }),
  };
}

type Answers = ReturnType<typeof readAnswers>;

function sentence(done: readonly string[]): string {
  const words = done.join(", ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Sessions with the times, the basis and the site of the plan. */
function logPlanned({ unlogged, plans }: Week, { act, log, planned }: Chosen) {
  const keys = act === "log_all" ? planned : log;
  const rows = unlogged
    .filter((each) => keys.includes(keyOf(each)))
    .flatMap((each) => {
      const found = findElement(plans, each.row.element_ref);
      return found ? [{ ...columnsOf(found.plan, found.element, instantsOf(each)), unique_ref: newRef() }] : [];
    });
  return { rows, said: rows.length > 0 ? [`${sessionCount(rows.length)} logged as planned`] : [] };
}

/** A guard: none of them is there, by its element and start. */
function noneThere(userId: number, rows: readonly Pick<SessionColumns, "start_at" | "element_ref">[]): SQL {
  const list = rows.map(({ start_at, element_ref }) => [start_at, element_ref]);
  return sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(list)}) AS made CROSS JOIN ${sessions} AS there
    ON there.user_id = ${userId} AND there.start_at = made.value ->> 0 AND there.element_ref = made.value ->> 1)`;
}

function completeCases({ profile }: Week, answered: Answers["cases"]) {
  return {
    seen: answered.map(({ ref, version }): Seen => ({ part: "cases", ref, version })),
    sets: answered.map(({ ref, age, codes }) => {
      const kept = age === null ? {} : keptAge({ age, age_unit: "years" }, profile);
      return { part: "cases" as const, refs: [ref], values: { ...codes, ...kept } };
    }),
    said: answered.length > 0 ? [`${counted(answered.length, "case")} completed`] : [],
  };
}

/** Each with the PAs that it counts by its element. */
function tagSessions({ untagged, plans }: Week, answered: Answers["sessions"]) {
  const rows: (SessionColumns & { unique_ref: string })[] = [];
  for (const { ref, element, at } of answered) {
    const session = untagged.find(({ unique_ref }) => unique_ref === ref);
    if (!session) continue;
    const { pa_basis, fixed_pa_units, site, start_at, end_at } = session;
    const asked = {
      session_date: londonMoment(start_at).date,
      job_plan_element_unique_ref: element,
      pa_calculation_basis: pa_basis,
      fixed_PA_allocation: fixed_pa_units === null ? null : fixed_pa_units / PA_UNITS,
      site,
    };
    const decided = decide(asked, { startAt: start_at, endAt: end_at, moved: [] }, plans, session);
    if (!decided.ok) {
      const [message = ELEMENT_GONE.errors.job_plan_element_unique_ref ?? ""] = Object.values(decided.errors);
      return { ok: false as const, errors: { [`sessions[${at}].element`]: message }, status: decided.status };
    }
    rows.push({ ...decided.columns, unique_ref: ref });
  }
  return {
    ok: true as const,
    rows,
    seen: answered.map(({ ref, version }): Seen => ({ part: "sessions", ref, version })),
    said: rows.length > 0 ? [`element of ${sessionCount(rows.length)} saved`] : [],
  };
}

interface ClaimedFees extends Pick<RowChanges, "touches"> {
  ok: true;
  seen: Seen[];
  sets: { part: "fees"; refs: string[]; values: { timesheet_date: LondonDate } }[];
  said: string[];
  /** Soft ones, for the line that follows. */
  warnings: string[];
}

function claimFees(
  { unclaimed }: Week,
  shown: Answers["fees"],
  date: LondonDate | null,
  today: LondonDate,
): ClaimedFees | ({ ok: false } & Refusal) {
  const none: ClaimedFees = { ok: true, seen: [], sets: [], touches: [], said: [], warnings: [] };
  if (shown.length === 0) return none;
  if (date === null) {
    return { ok: false, errors: { claimed_on: "Enter the date on which you claimed them" }, status: 422 };
  }
  const ticked = unclaimed.filter(({ unique_ref }) => shown.some(({ ref }) => ref === unique_ref));
  const decided = decideMarks(ticked, "claimed", date, today);
  if (!decided.ok) return { ok: false, errors: { "": decided.error }, status: 422 };
  const refs = ticked.map(({ unique_ref }) => unique_ref);
  return {
    ...none,
    seen: shown.map((each): Seen => ({ part: "fees", ...each })),
    sets: [{ part: "fees", refs, values: { timesheet_date: date } }],
    touches: ownersOf(
      ticked.map(({ kind, session_ref, case_ref }) => (kind === "case" ? { case_ref } : { session_ref })),
    ),
    said: [`${counted(refs.length, "fee")} claimed`],
    warnings: decided.message.split(". ").slice(1),
  };
}

/** Whether all that was answered is still there to be done. */
function areAmong(answered: readonly { ref: string }[], there: readonly { unique_ref: string }[]): boolean {
  return answered.every(({ ref }) => there.some(({ unique_ref }) => unique_ref === ref));
}

/** Of a page that shows what is done by now: it was sent twice, or the rest was done elsewhere. */
async function notAsShown(by: Writer, form: FormKey, refusal: Refusal): Promise<Saved> {
  const before = await sentBefore(by, form);
  if (before.result === "repeated") return { ok: true, message: REPEATED, undo: before.undo };
  return { ok: false, ...(before.result === "form used" ? FORM_WAS_USED : refusal) };
}
