import { type SQL, sql } from "drizzle-orm";
import { workKind } from "~/diary/fees/kinds";
import { findElement, outsidePlanMessage, tagOf } from "~/diary/sessions/element-choices";
import { countedUnits } from "~/diary/sessions/outcome";
import { planChoices, planRows } from "~/diary/sessions/queries.server";
import { pasOf, rulesOfSession } from "~/diary/sessions/rules";
import { paUnits, showPa } from "~/planning/job-plans/pa-rules";
import { includesDate } from "~/planning/job-plans/plan-dates";
import { elementChoices } from "~/planning/job-plans/queries.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import type { Actor } from "~/platform/context";
import type { FormKey } from "~/platform/db/idempotency.server";
import { areAsShown } from "~/platform/http/shown-row";
import { formatCounted } from "~/platform/time/counted";
import { shortDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";
import {
  type Answer,
  deleteTicked,
  notAsShown,
  previewDeletion,
  refused,
  type Ticked,
  tickedSessions,
  writeTicked,
} from "./bulk-action.server";
import { NO_ELEMENT } from "./choices";
import type { SessionDataAnswers } from "./form";

const ELEMENT_GONE = refused("new_element", "This job plan element has just been deleted. Choose another");

/** Performs an act on the ticked sessions, or returns the question to answer first. */
export async function changeSessions(by: Actor, form: FormKey, asked: SessionDataAnswers): Promise<Answer> {
  const { intent, row: shown } = asked;
  if (intent === null) return refused("", "Choose what to do with the selected sessions");
  if (shown.length === 0) return refused("row", "Select the sessions first");
  const ticked: Ticked = { part: "sessions", form, shown };
  if (intent === "element") {
    if (asked.new_element === "") return refused("new_element", "Choose a job plan element");
    return changeElement(by, ticked, asked.new_element);
  }
  if (intent === "fixed") {
    if (asked.new_pa === null) return refused("new_pa", "Enter the fixed PA allocation, such as 1 or 0.5");
    return setFixed(by, ticked, paUnits(asked.new_pa));
  }
  if (intent === "delete_now" && asked.shown) return deleteTicked(by, ticked, asked.shown);
  return previewDeletion(by, ticked);
}

async function changeElement(by: Actor, ticked: Ticked, chosen: string): Promise<Answer> {
  const { db, userId } = by;
  const { shown } = ticked;
  const [rows, plans, elements] = await db.batch([
    tickedSessions(by, shown),
    planRows(db, userId),
    elementChoices(db, userId),
  ]);
  const message = `Job plan element of ${formatCounted(shown.length, "session")} changed`;
  if (!areAsShown(shown, rows)) return notAsShown(by, ticked, message);
  const choices = planChoices(plans, elements);
  const tag = chosen === NO_ELEMENT ? null : chosen;
  const work_kind = workKind(chosen);
  const elementRef = work_kind ? null : tag;
  const found = elementRef === null ? null : findElement(choices, elementRef);
  if (elementRef !== null && !found?.element.active) {
    return refused("new_element", "Choose a job plan element from the list");
  }
  const others = rows.filter((row) => tagOf(row) !== tag);
  if (others.length === 0) return refused("new_element", "The selected sessions already have this element");
  const outside = found && others.find(({ start_at }) => !includesDate(found.plan, londonMoment(start_at).date));
  if (outside) {
    const day = shortDate(londonMoment(outside.start_at).date);
    return refused("new_element", `${day}: ${outsidePlanMessage(found)}`);
  }
  const changed = others.map(({ unique_ref, start_at, end_at, fixed_pa_units, outcome }) => {
    const span = { startAt: start_at, endAt: end_at };
    const pa_rules = rulesOfSession(choices, tag, londonMoment(start_at).date, span, null);
    const { worked, units } = pasOf(span, pa_rules, fixed_pa_units);
    const { standard: standard_minutes, premium: premium_minutes } = worked;
    return {
      unique_ref,
      element_ref: elementRef,
      work_kind,
      standard_minutes,
      premium_minutes,
      pa_units: countedUnits(outcome, units, found?.element.counts_to_balance ?? false),
      pa_rules,
    };
  });
  const isThere = sql`EXISTS (SELECT 1 FROM ${jobPlanElements} WHERE ${jobPlanElements.user_id} = ${userId}
    AND ${jobPlanElements.unique_ref} = ${elementRef})`;
  const guards: Record<string, SQL> = found ? { element: isThere } : {};
  return writeTicked(by, ticked, { message, guards, updates: { sessions: changed } }, { element: ELEMENT_GONE });
}

async function setFixed(by: Actor, ticked: Ticked, units: number): Promise<Answer> {
  const { db, userId } = by;
  const { shown } = ticked;
  const [rows, elements] = await db.batch([tickedSessions(by, shown), elementChoices(db, userId)]);
  const message = `${formatCounted(shown.length, "session")} set to ${showPa(units)} PA, fixed`;
  if (!areAsShown(shown, rows)) return notAsShown(by, ticked, message);
  const others = rows.filter(({ fixed_pa_units }) => fixed_pa_units !== units);
  if (others.length === 0) return refused("new_pa", "The selected sessions already have this allocation");
  const planned = new Set<string | null>(
    elements.filter(({ counts_to_balance }) => counts_to_balance).map(({ unique_ref }) => unique_ref),
  );
  const countedOf = ({ outcome, element_ref }: (typeof rows)[number]) =>
    countedUnits(outcome, units, planned.has(element_ref));
  const sets = [...Map.groupBy(others, countedOf)].map(([pa_units, some]) => ({
    part: "sessions" as const,
    refs: some.map(({ unique_ref }) => unique_ref),
    values: { pa_basis: "fixed", fixed_pa_units: units, pa_units } as const,
  }));
  return writeTicked(by, ticked, { message, sets });
}
