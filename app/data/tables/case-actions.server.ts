import { and, asc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { customOptions, isOption } from "~/diary/cases/options.server";
import { earliestStart, firstAtOrAfter, isInOrBefore, type Span } from "~/diary/cases/rules";
import { options } from "~/diary/cases/table.server";
import { sessionName } from "~/diary/sessions/outside-plan.server";
import { ofUser, sessionHeading } from "~/diary/sessions/queries.server";
import { sessions } from "~/diary/sessions/table.server";
import { timesText } from "~/diary/sessions/times";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import type { Actor } from "~/platform/context";
import { refersTo } from "~/platform/db/columns.server";
import type { FormKey } from "~/platform/db/idempotency.server";
import { areAsShown } from "~/platform/http/shown-row";
import { formatCounted } from "~/platform/time/counted";
import { shortDate } from "~/platform/time/dates";
import { addDays, type LondonDate, londonInstant, londonMoment } from "~/platform/time/london";
import {
  type Answer,
  deleteTicked,
  notAsShown,
  previewDeletion,
  refused,
  type Ticked,
  tickedCases,
  writeTicked,
} from "./bulk-action.server";

import { NO_SUPERVISION } from "./fields";
import type { CaseDataAnswers } from "./form";

const SESSION_GONE = refused("move_date", "That session has just been deleted. Choose another");

/** Asks which session of a day the cases are to be moved to. */
async function askTargetSession({ db, userId }: Actor, date: LondonDate): Promise<Answer> {
  const found = await db
    .select({
      unique_ref: sessions.unique_ref,
      start_at: sessions.start_at,
      end_at: sessions.end_at,
      element: sessionName(),
    })
    .from(sessions)
    .leftJoin(jobPlanElements, refersTo(sessions.element_ref, jobPlanElements))
    .where(
      and(
        eq(sessions.user_id, userId),
        eq(sessions.outcome, "held"),
        gte(sessions.start_at, londonInstant(date)),
        lt(sessions.start_at, londonInstant(addDays(date, 1))),
      ),
    )
    .orderBy(asc(sessions.start_at));
  const day = shortDate(date);
  if (found.length === 0) return refused("move_date", `No session starts on ${day}. Add it in the logbook first`);
  const choices = found.map(({ unique_ref, start_at, end_at, element }) => {
    const { times } = timesText({ startAt: start_at, endAt: end_at });
    return { value: unique_ref, label: [times, element].filter(Boolean).join(", ") };
  });
  return { asks: "move", day, sessions: choices };
}

/**
 * Times of a case in its new session: unchanged if the case begins within it or shortly before it, else the same clock
 * times in that session.
 */
function timesInSession(session: Span, row: { start_at: number | null; end_at: number | null }) {
  const first = row.start_at ?? row.end_at;
  if (first === null || isInOrBefore(session, first)) {
    return { start_at: row.start_at, end_at: row.end_at };
  }
  const at = (from: number, instant: number | null) =>
    instant === null ? null : firstAtOrAfter(from, londonMoment(instant).minute);
  const from = earliestStart(session);
  const start_at = at(from, row.start_at);
  return { start_at, end_at: at(start_at ?? from, row.end_at) };
}

/** Moves the ticked cases to another session. */
async function move(by: Actor, ticked: Ticked, to: string): Promise<Answer> {
  const { db, userId } = by;
  const { shown } = ticked;
  const [rows, [session]] = await db.batch([tickedCases(by, shown), sessionHeading(db, userId, to)]);
  const moved = `${formatCounted(shown.length, "case")} moved`;
  if (!areAsShown(shown, rows)) return notAsShown(by, ticked, moved);
  if (!session) return refused("move_date", "That session has been deleted. Choose another");
  const others = rows.filter(({ session_ref }) => session_ref !== to);
  if (others.length === 0) return refused("move_date", "The selected cases are already in that session");
  const changed = others.map((row) => ({
    ...{ unique_ref: row.unique_ref, session_ref: to },
    ...timesInSession(session, row),
  }));
  const message = `${moved} to ${shortDate(londonMoment(session.start_at).date)}`;
  const isThere = sql`EXISTS (SELECT 1 FROM ${sessions} WHERE ${ofUser(userId, to)})`;
  const change = { message, guards: { session: isThere }, updates: { cases: changed } };
  return writeTicked(by, ticked, change, { session: SESSION_GONE });
}

const OPTION_GONE = refused("new_option", "This option has just been deleted. Choose another");

/** Performs an act on the ticked cases, or returns the question to answer first. */
export async function changeCases(by: Actor, form: FormKey, asked: CaseDataAnswers): Promise<Answer> {
  const { intent, row: shown } = asked;
  if (intent === null) return refused("", "Choose what to do with the selected cases");
  if (shown.length === 0) return refused("row", "Select the cases first");
  const ticked: Ticked = { part: "cases", form, shown };
  if (intent === "supervision") {
    if (asked.new_supervision === null) return refused("new_supervision", "Choose a supervision");
    return setSupervision(by, ticked, asked.new_supervision);
  }
  if (intent === "option") {
    if (asked.new_option === "") return refused("new_option", "Choose an airway or procedure");
    return addOption(by, ticked, asked.new_option);
  }
  if (intent === "move_now" && asked.move_to !== "") return move(by, ticked, asked.move_to);
  if (intent === "move" || intent === "move_now") {
    if (asked.move_date === null) return refused("move_date", "Enter the date of the session they belong to");
    return askTargetSession(by, asked.move_date);
  }
  if (intent === "delete_now" && asked.shown) return deleteTicked(by, ticked, asked.shown);
  return previewDeletion(by, ticked);
}

async function setSupervision(by: Actor, ticked: Ticked, code: string): Promise<Answer> {
  const { shown } = ticked;
  const rows = await tickedCases(by, shown);
  const message = `Supervision of ${formatCounted(shown.length, "case")} changed`;
  if (!areAsShown(shown, rows)) return notAsShown(by, ticked, message);
  const supervision = code === NO_SUPERVISION ? null : Number(code);
  const others = rows.filter((row) => row.supervision !== supervision);
  if (others.length === 0) return refused("new_supervision", "The selected cases already have this value");
  const refs = others.map(({ unique_ref }) => unique_ref);
  return writeTicked(by, ticked, { message, sets: [{ part: "cases", refs, values: { supervision } }] });
}

async function addOption(by: Actor, ticked: Ticked, id: string): Promise<Answer> {
  const { db, userId } = by;
  const { shown } = ticked;
  const [rows, custom] = await db.batch([tickedCases(by, shown), customOptions(db, userId)]);
  const message = `Option added to ${formatCounted(shown.length, "case")}`;
  if (!areAsShown(shown, rows)) return notAsShown(by, ticked, message);
  const own = custom.find(({ unique_ref }) => unique_ref === id);
  const kind = (["airway", "procedure"] as const).find((each) => isOption(custom, each, id));
  if (!kind || own?.active === false) return refused("new_option", "Choose an airway or procedure from the list");
  const others = rows.filter((row) => !row.options.some((option) => option.id === id));
  if (others.length === 0) return refused("new_option", "The selected cases already have this value");
  const isThere = sql`EXISTS (SELECT 1 FROM ${options} WHERE ${options.user_id} = ${userId} AND ${options.unique_ref} = ${id})`;
  const guards: Record<string, SQL> = own ? { option: isThere } : {};
  const changed = others.map((row) => ({ unique_ref: row.unique_ref, options: [...row.options, { id, flags: "" }] }));
  return writeTicked(by, ticked, { message, guards, updates: { cases: changed } }, { option: OPTION_GONE });
}
