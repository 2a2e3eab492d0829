import { expect, test } from "vitest";
import { recordOf, rowOf } from "~/data/records/codec.server";
import type { ColumnValue, FileValue } from "~/data/records/fields.server";
import * as f from "~/data/records/fields.server";
import { kindOf, type RecordKind, ROW_KINDS } from "~/data/records/kinds.server";
import { sessionDisagreement } from "~/data/records/work-kinds.server";
import { MAX_LEAVE_DAYS } from "~/diary/leave/kinds";
import { REACH_MS } from "~/diary/sessions/queries.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { rulesToStore } from "~/planning/job-plans/table.server";
import { addDays, londonInstant } from "~/platform/time/london";
import { NOW, vault } from "../../support/harness";

const HOURS = 60;
const REACH_MINUTES = REACH_MS / 60_000;

/** A session of four hours in standard time, an hour in premium time. */
const SESSION: Record<string, ColumnValue> = {
  ...{ start_at: 0, end_at: 5 * HOURS * 60_000, standard_minutes: 4 * HOURS, premium_minutes: HOURS },
  ...{ fixed_pa_units: null, pa_units: 4800, pa_rules: rulesToStore(NATIONAL_RULES.england) },
};

test.each([
  [{}, null],
  [{ end_at: 0 }, "times"],
  [{ end_at: -60_000 }, "times"],
  [{ end_at: 60_000, standard_minutes: 1, premium_minutes: 0, fixed_pa_units: 3, pa_units: 3 }, null],
  [{ end_at: REACH_MS, standard_minutes: REACH_MINUTES, premium_minutes: 0, fixed_pa_units: 3, pa_units: 3 }, null],
  [{ end_at: REACH_MS + 60_000, standard_minutes: REACH_MINUTES + 1, fixed_pa_units: 3, pa_units: 3 }, "times"],
  [{ standard_minutes: 239 }, "minutes"],
  [{ premium_minutes: 61 }, "minutes"],
  [{ pa_units: 4799 }, "PAs"],
  [{ fixed_pa_units: 3600 }, "PAs"],
  [{ fixed_pa_units: 3600, pa_units: 3600 }, null],
  [{ fixed_pa_units: 0, pa_units: 0 }, null],
])("a session with %j: what contradicts the rest is %j", (more, at) => {
  expect(sessionDisagreement({ ...SESSION, ...more })).toBe(at);
});

const disagrees = (name: RecordKind["name"], row: Record<string, ColumnValue>) => kindOf(name).disagrees?.(row) ?? null;

test.each([
  [MAX_LEAVE_DAYS - 1, null],
  [MAX_LEAVE_DAYS, "dates"],
])("leave that ends %s days after its first day: what contradicts the rest is %j", (days, at) => {
  expect(disagrees("leave", { date_start: "2026-05-04", date_end: addDays("2026-05-04", days) })).toBe(at);
});

const LOCKED = {
  ...{ date_start: "2026-03-28", date_end: "2026-03-29" },
  ...{ start_at: londonInstant("2026-03-28"), end_at: londonInstant("2026-03-30") },
};

test.each([
  [{}, null],
  [{ start_at: LOCKED.start_at + 1 }, "dates"],
  [{ end_at: LOCKED.end_at + 1 }, "dates"],
])("locked days with %j: what contradicts the rest is %j", (more, at) => {
  expect(disagrees("locked_periods", { ...LOCKED, ...more })).toBe(at);
});

test.each([
  [{ name: "Dr  Typed ", name_key: "dr typed" }, null],
  [{ name: "Trust", name_key: "another" }, "names"],
])("a payer with %j: what contradicts the rest is %j", (row, at) => {
  expect(disagrees("payers", row)).toBe(at);
});

test.each<[string, f.Field, unknown, boolean]>([
  ["a date", f.date(""), "2026-11-21", true],
  ["a date", f.date(""), "21/11/2026", false],
  ["an instant", f.instant(""), "2026-11-21T12:00:00.001+00:00", true],
  ["an instant", f.instant(""), "noon", false],
  ["a minute", f.minuteAt(""), "2026-11-21T12:00:00+00:00", true],
  ["a minute", f.minuteAt(""), "2026-11-21T12:00:01+00:00", false],
  ["the end of the last night that a form takes", f.minuteAt(""), "2100-01-01T08:00:00+00:00", true],
  ["a minute", f.minuteAt(""), "2100-01-03T08:00:00+00:00", false],
  ["a minute", f.minuteAt(""), "1899-12-31T08:00:00+00:00", false],
  ["something or nothing", f.optional(f.integer("", 1, 2)), undefined, true],
  ["something or nothing", f.optional(f.integer("", 1, 2)), null, true],
  ["something or nothing", f.optional(f.integer("", 1, 2)), 2, true],
  ["something or nothing", f.optional(f.integer("", 1, 2)), 3, false],
  ["yes or no", f.boolean(""), true, true],
  ["yes or no", f.boolean(""), 1, false],
  ["bytes", f.bytes(""), "00ff", true],
  ["bytes", f.bytes(""), "0", false],
  ["JSON", kindOf("profiles").fields.employers as f.Field, ["A"], true],
  ["JSON", kindOf("profiles").fields.employers as f.Field, '["A"]', false],
])("of a file %s is taken: %#", (_, { check }, value, taken) => {
  expect(check.safeParse(value).success).toBe(taken);
});

/** Column by column, what stands for it in a file. */
const STORED: [string, string, unknown, FileValue | undefined, ColumnValue][] = [
  ["leave", "date_start", "2026-11-21", "2026-11-21", "2026-11-21"],
  ["sessions", "start_at", 1_795_262_400_001, "2026-11-21T12:00:00.001+00:00", 1_795_262_400_001],
  ["sessions", "pa_basis", "fixed", "fixed", 1],
  ["sessions", "element_ref", null, undefined, null],
  // A night of the last day that a form takes.
  ["sessions", "end_at", 4_102_473_600_000, "2100-01-01T08:00:00+00:00", 4_102_473_600_000],
  ["profiles", "hides_first_steps", true, true, 1],
  ["profiles", "hides_first_steps", false, false, 0],
  ["profiles", "employers", ["A"], ["A"], '["A"]'],
  ["passkeys", "public_key", new Uint8Array([0, 255]), "00ff", "00ff"],
  ["cases", "options", [{ id: "12", flags: "" }], [{ id: "12", flags: "" }], "[12]"],
  ["users", "terms_version", 7, 7, 7],
];

test.each(STORED)("a row of %s has its %s in a file, and has it back", async (name, column, value, written, held) => {
  const kind = ROW_KINDS.find((each) => each.name === name);
  if (!kind) throw new Error(`No rows of ${name}`);
  const { encrypted: _, ...plain } = { ...kind, columns: kind.columns.filter((each) => each.name === column) };
  const record = await recordOf(vault.of("anybody"), plain, { [column]: value });
  expect(record[column]).toEqual(written);
  expect(rowOf(plain, record).row).toEqual({ [column]: held });
});

test("what is empty is not written, and text that no key opens comes back as it was", async () => {
  const kind = kindOf("leave");
  const blob = new Uint8Array([1, 2, 255]);
  const times = { created_at: NOW, updated_at: NOW };
  const row = { ...times, unique_ref: "a", stated_pa_units: null, text_encrypted: blob };
  const record = await recordOf(vault.of("anybody"), kind, row);
  expect(record).toMatchObject({ unique_ref: "a", text_encrypted: "0102ff" });
  expect(record).not.toHaveProperty("stated_pa_units");
  expect(rowOf(kind, record)).toMatchObject({ row: { text_encrypted: "0102ff" }, texts: { notes: "" } });
  const forUser = await recordOf(vault.of("anybody"), kind, row, true);
  expect([forUser.notes, forUser.text_encrypted]).toEqual(["This text could not be opened", undefined]);
  expect(await recordOf(vault.of("anybody"), kind, { ...row, text_encrypted: null })).not.toHaveProperty("notes");
});

test("a field that may be empty says so, and one that names a record says which, and whether it must be there", () => {
  const at = f.optional(f.instant(""));
  expect([at.shape, at.refs]).toEqual(["instant: 2026-11-21T12:00:00+00:00, or empty", undefined]);
  expect(f.optional(f.requiredReference("leave", "")).refs).toEqual({ kind: "leave", must: true });
  expect(f.optionalReference("leave", "").refs).toEqual({ kind: "leave", must: false });
});
