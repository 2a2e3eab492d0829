import { type SQL, sql } from "drizzle-orm";
import { customOptions, isOption } from "~/diary/cases/options.server";
import { options } from "~/diary/cases/table.server";
import type { Asker } from "~/platform/context";
import type { FormKey } from "~/platform/db/idempotency.server";
import { counted } from "~/platform/time/counted";
import { type Answer, areAsShown, notAsShown, refused, type Ticked, tickedCases, writeTicked } from "./act.server";
import { move, whereTo } from "./case-move.server";
import { deleteNow, previewDeletion } from "./delete.server";
import type { CaseActs } from "./form";
import { NO_SUPERVISION } from "./ticked";

const OPTION_GONE = refused("new_option", "This option has just been deleted. Choose another");

/** Does what was asked for the ticked cases, or says what there is to ask first. */
export async function actOnCases(by: Asker, form: FormKey, asked: CaseActs): Promise<Answer> {
  const { act, row: shown } = asked;
  if (act === null) return refused("", "Choose what to do with the ticked cases");
  if (shown.length === 0) return refused("row", "Tick the cases first");
  const ticked: Ticked = { part: "cases", form, shown };
  if (act === "supervision") {
    if (asked.new_supervision === null) return refused("new_supervision", "Choose a supervision");
    return setSupervision(by, ticked, asked.new_supervision);
  }
  if (act === "option") {
    if (asked.new_option === "") return refused("new_option", "Choose an airway or procedure");
    return addOption(by, ticked, asked.new_option);
  }
  if (act === "move_now" && asked.move_to !== "") return move(by, ticked, asked.move_to);
  if (act === "move" || act === "move_now") {
    if (asked.move_date === null) return refused("move_date", "Enter the date of the session that they belong to");
    return whereTo(by, asked.move_date);
  }
  if (act === "delete_now" && asked.shown) return deleteNow(by, ticked, asked.shown);
  return previewDeletion(by, ticked);
}

async function setSupervision(by: Asker, ticked: Ticked, code: string): Promise<Answer> {
  const { shown } = ticked;
  const rows = await tickedCases(by, shown);
  const message = `Supervision of ${counted(shown.length, "case")} changed`;
  if (!areAsShown(shown, rows)) return notAsShown(by, ticked, message);
  const supervision = code === NO_SUPERVISION ? null : Number(code);
  const others = rows.filter((row) => row.supervision !== supervision);
  if (others.length === 0) return refused("new_supervision", "The ticked cases have that already");
  const refs = others.map(({ unique_ref }) => unique_ref);
  return writeTicked(by, ticked, { message, sets: [{ part: "cases", refs, values: { supervision } }] });
}

async function addOption(by: Asker, ticked: Ticked, id: string): Promise<Answer> {
  const { db, userId } = by;
  const { shown } = ticked;
  const [rows, custom] = await db.batch([tickedCases(by, shown), customOptions(db, userId)]);
  const message = `Option added to ${counted(shown.length, "case")}`;
  if (!areAsShown(shown, rows)) return notAsShown(by, ticked, message);
  const own = custom.find(({ unique_ref }) => unique_ref === id);
  const kind = (["airway", "procedure"] as const).find((each) => isOption(custom, each, id));
  if (!kind || own?.active === false) return refused("new_option", "Choose an airway or procedure from the list");
  const others = rows.filter((row) => !row.options.some((option) => option.id === id));
  if (others.length === 0) return refused("new_option", "The ticked cases have that already");
  const isThere = sql`EXISTS (SELECT 1 FROM ${options} WHERE ${options.user_id} = ${userId} AND ${options.unique_ref} = ${id})`;
  const guards: Record<string, SQL> = own ? { option: isThere } : {};
  const changed = others.map((row) => ({ unique_ref: row.unique_ref, options: [...row.options, { id, flags: "" }] }));
  return writeTicked(by, ticked, { message, guards, updates: { cases: changed } }, { option: OPTION_GONE });
}
