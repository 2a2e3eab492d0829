import { eq, sql } from "drizzle-orm";
import { newRef } from "~/platform/db/columns.server";
import type { Saved } from "~/platform/http/answer-save.server";
import { changedElsewhere } from "~/platform/http/refusal.server";
import { INITIAL_VERSION } from "./open-change.server";
import { type PartTables, partOf } from "./parts.server";
import { undoOf } from "./saved.server";
import { type Change, writeChange } from "./write-change.server";
import type { PartRow, Writer } from "./write-rows.server";

/** The parts of which a user has one row; none as long as the usual answers apply. */
type SettingsPart = "profiles" | "leave_settings" | "fee_settings";

interface Settings<Name extends SettingsPart> extends Omit<Change, "form" | "guards" | "deletes"> {
  part: Name;
  values: Partial<PartRow<Name>>;
  /** Its word in messages. */
  what: string;
  /** The form that it comes from: as an edit's, without a row to name. */
  edit?: { version: number; fingerprint: string };
}

/** Saves settings, with other rows that their form shows: whatever it writes gives the settings a new version. */
export async function saveSettings<Name extends SettingsPart>(
  by: Writer,
  { part, values, what, edit, seen = [], inserts, updates, ...change }: Settings<Name>,
): Promise<Saved> {
  const table: PartTables[SettingsPart] = partOf(part).table as PartTables[SettingsPart];
  const find = () =>
    by.db.select({ ref: table.unique_ref, version: table.version }).from(table).where(eq(table.user_id, by.userId));
  const [found] = await find();
  const ref = found?.ref ?? newRef();
  const version = edit?.version ?? found?.version ?? INITIAL_VERSION;
  const rows = { [part]: [{ ...values, unique_ref: ref }] };
  const isFirst = sql`${version} = ${INITIAL_VERSION}
    AND NOT EXISTS (SELECT 1 FROM ${table} WHERE ${table.user_id} = ${by.userId})`;
  const written = await writeChange(by, {
    ...change,
    ...(edit && {
      form: { key: `${part}/${version}`, fingerprint: edit.fingerprint, result: { part, ref }, isVersioned: true },
    }),
    seen: found ? [{ part, ref, version }, ...seen] : seen,
    guards: found ? {} : { isFirst },
    inserts: found ? inserts : { ...inserts, ...rows },
    updates: found ? { ...updates, ...rows } : updates,
  });
  if (written.result === "written" || written.result === "repeated") return { undo: undoOf(written) };
  const [now] = await find();
  return { refusal: changedElsewhere(what, now?.version ?? INITIAL_VERSION) };
}
