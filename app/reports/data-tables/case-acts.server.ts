import { sql } from "drizzle-orm";
import { OPTION_GONE } from "~/cases/choose-options.server";
import { customOptions, isOption } from "~/cases/custom-options.server";
import { cases, options } from "~/cases/table.server";
import { isRefused } from "~/db/columns.server";
import type { FormKey } from "~/db/idempotency.server";
import type { Asker } from "~/http/context";
import { counted } from "~/time/counted";
import { areAsShown, notAsShown, refused } from "./act.server";
import { deleteNow, rowsOf, whatGoes } from "./case-delete.server";
import { move, whereTo } from "./case-move.server";
import type { CaseActs, ShownRow } from "./form";
import { NO_SUPERVISION } from "./ticked";
import { type Answer, versioned, write } from "./ticked-rows.server";

/** Does what was asked for the ticked cases, or says what there is to ask first. */
export async function actOnCases(by: Asker, form: FormKey, asked: CaseActs): Promise<Answer> {
  const { act, row: shown } = asked;
  if (act === null) return refused("", "Choose what to do with the ticked cases");
  if (shown.length === 0) return refused("row", "Tick the cases first");
  if (act === "supervision") {
    if (asked.new_supervision === null) return refused("new_supervision", "Choose a supervision");
    return setSupervision(by, form, shown, asked.new_supervision);
  }
  if (act === "option") {
    if (asked.new_option === "") return refused("new_option", "Choose an airway or procedure");
    return addOption(by, form, shown, asked.new_option);
  }
  if (act === "move_now" && asked.move_to !== "") return move(by, form, shown, asked.move_to);
  if (act === "move" || act === "move_now") {
    if (asked.move_date === null) return refused("move_date", "Enter the date of the session that they belong to");
    return whereTo(by, asked.move_date);
  }
  if (act === "delete_now" && asked.shown) return deleteNow(by, form, shown, asked.shown);
  return whatGoes(by, shown);
}

async function setSupervision(by: Asker, form: FormKey, shown: readonly ShownRow[], code: string): Promise<Answer> {
  const rows = await rowsOf(by, shown);
  const says = `Supervision of ${counted(shown.length, "case")} changed`;
  if (!areAsShown(shown, rows)) return notAsShown(by, form, says, "case", shown.length);
  const supervision = code === NO_SUPERVISION ? null : Number(code);
  const others = rows.filter((row) => row.supervision !== supervision);
  if (others.length === 0) return refused("new_supervision", "The ticked cases have that already");
  return write(by, "cases", form, others.map(versioned), says, { supervision });
}

async function addOption(by: Asker, form: FormKey, shown: readonly ShownRow[], id: string): Promise<Answer> {
  const { db, userId } = by;
  const [rows, custom] = await db.batch([rowsOf(by, shown), customOptions(db, userId)]);
  const says = `Option added to ${counted(shown.length, "case")}`;
  if (!areAsShown(shown, rows)) return notAsShown(by, form, says, "case", shown.length);
  const own = custom.find(({ unique_ref }) => unique_ref === id);
  const kind = (["airway", "procedure"] as const).find((each) => isOption(custom, each, id));
  if (!kind || own?.active === false) return refused("new_option", "Choose an airway or procedure from the list");
  const others = rows.filter((row) => !row.options.some((option) => option.id === id));
  if (others.length === 0) return refused("new_option", "The ticked cases have that already");
  // One of the user's own may go meanwhile: then it comes out NULL, which the column refuses.
  const isThere = own
    ? sql`EXISTS (SELECT 1 FROM ${options} WHERE ${options.user_id} = ${userId} AND ${options.unique_ref} = ${id})`
    : sql`TRUE`;
  // Of the version that they were read at: at another one, nothing is written.
  const changes = others.map((row) => ({
    ...versioned(row),
    options: cases.options.mapToDriverValue([...row.options, { id, flags: "" }]),
  }));
  const added = { options: sql`CASE WHEN ${isThere} THEN each.value ->> 'options' END` };
  try {
    return await write(by, "cases", form, changes, says, added);
  } catch (error) {
    if (!isRefused(error, OPTION_GONE)) throw error;
    return refused("new_option", "This option has just been deleted. Choose another");
  }
}
