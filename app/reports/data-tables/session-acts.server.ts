import { sql } from "drizzle-orm";
import { isInUse } from "~/db/columns.server";
import type { FormKey } from "~/db/idempotency.server";
import type { Asker } from "~/http/context";
import { elementChoices } from "~/job-plans/choices.server";
import { paUnits, showPa } from "~/job-plans/pa-rules";
import { holds } from "~/job-plans/plan-dates";
import { rulesToStore } from "~/job-plans/stored-rules.server";
import { findElement, outsidePlanMessage } from "~/sessions/element-choices";
import { planChoices, planRows } from "~/sessions/queries.server";
import { pasOf, rulesOfSession } from "~/sessions/rules";
import { counted } from "~/time/counted";
import { shortDate } from "~/time/dates";
import { londonMoment } from "~/time/london";
import { areAsShown, notAsShown, refused } from "./act.server";
import { NO_ELEMENT } from "./choices";
import type { SessionActs, ShownRow } from "./form";
import { deleteNow, rowsOf, whatGoes } from "./session-delete.server";
import { type Answer, versioned, write } from "./ticked-rows.server";

/** Does what was asked for the ticked sessions, or says what there is to ask first. */
export async function actOnSessions(by: Asker, form: FormKey, asked: SessionActs): Promise<Answer> {
  const { act, row: shown } = asked;
  if (act === null) return refused("", "Choose what to do with the ticked sessions");
  if (shown.length === 0) return refused("row", "Tick the sessions first");
  if (act === "element") {
    if (asked.new_element === "") return refused("new_element", "Choose a job plan element");
    return unlessElementGone(changeElement(by, form, shown, asked.new_element));
  }
  if (act === "fixed") {
    if (asked.new_pa === null) return refused("new_pa", "Enter the fixed PA allocation, such as 1 or 0.5");
    return setFixed(by, form, shown, paUnits(asked.new_pa));
  }
  if (act === "delete_now" && asked.shown) return deleteNow(by, form, shown, asked.shown);
  return whatGoes(by, shown);
}

async function changeElement(by: Asker, form: FormKey, shown: readonly ShownRow[], chosen: string): Promise<Answer> {
  const { db, userId } = by;
  const [rows, plans, elements] = await db.batch([rowsOf(by, shown), planRows(db, userId), elementChoices(db, userId)]);
  const says = `Job plan element of ${counted(shown.length, "session")} changed`;
  if (!areAsShown(shown, rows)) return notAsShown(by, form, says, "session", shown.length);
  const choices = planChoices(plans, elements);
  const elementRef = chosen === NO_ELEMENT ? null : chosen;
  const found = elementRef === null ? null : findElement(choices, elementRef);
  if (elementRef !== null && !found?.element.active) {
    return refused("new_element", "Choose a job plan element from the list");
  }
  const others = rows.filter((row) => row.element_ref !== elementRef);
  if (others.length === 0) return refused("new_element", "The ticked sessions have that element already");
  const outside = found && others.find(({ start_at }) => !holds(found.plan, londonMoment(start_at).date));
  if (outside) {
    const day = shortDate(londonMoment(outside.start_at).date);
    return refused("new_element", `${day}: ${outsidePlanMessage(found)}`);
  }
  const changes = others.map((row) => {
    const span = { startAt: row.start_at, endAt: row.end_at };
    const rules = rulesOfSession(choices, elementRef, londonMoment(row.start_at).date, span, null);
    const { worked, units } = pasOf(span, rules, row.fixed_pa_units);
    const { unique_ref, version } = row;
    return { unique_ref, version, element_ref: elementRef, ...worked, units, rules: rulesToStore(rules) };
  });
  return write(by, "sessions", form, changes, says, {
    element_ref: sql`each.value ->> 'element_ref'`,
    standard_minutes: sql`each.value ->> 'standard'`,
    premium_minutes: sql`each.value ->> 'premium'`,
    pa_units: sql`each.value ->> 'units'`,
    pa_rules: sql`each.value ->> 'rules'`,
  });
}

async function setFixed(by: Asker, form: FormKey, shown: readonly ShownRow[], units: number): Promise<Answer> {
  const rows = await rowsOf(by, shown);
  const says = `${counted(shown.length, "session")} set to ${showPa(units)} PA, fixed`;
  if (!areAsShown(shown, rows)) return notAsShown(by, form, says, "session", shown.length);
  const others = rows.filter(({ fixed_pa_units }) => fixed_pa_units !== units);
  if (others.length === 0) return refused("new_pa", "The ticked sessions have that allocation already");
  return write(by, "sessions", form, others.map(versioned), says, {
    pa_basis: "fixed" as const,
    fixed_pa_units: units,
    pa_units: units,
  });
}

/** The element was there when it was judged. */
async function unlessElementGone(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!isInUse(error)) throw error;
    return refused("new_element", "This job plan element has just been deleted. Choose another");
  }
}
