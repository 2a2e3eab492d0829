import { expect, test } from "vitest";
import type { ColumnValue, KindName } from "~/data/export/fields.server";
import * as f from "~/data/export/fields.server";
import { kindOf } from "~/data/export/kinds.server";
import { sessionDisagreement } from "~/data/export/work-kinds.server";
import { MAX_LEAVE_DAYS } from "~/diary/leave/kinds";
import { REACH_MS } from "~/diary/sessions/queries.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import { rulesToStore } from "~/planning/job-plans/table.server";
import { addDays, londonInstant } from "~/platform/time/london";

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

const disagrees = (name: KindName, row: Record<string, ColumnValue>) => kindOf(name).disagrees?.(row) ?? null;

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

test.each<[string, f.Field, unknown, ColumnValue | "refused"]>([
  ["a date", f.date(""), "2026-11-21", "2026-11-21"],
  ["a date", f.date(""), "21/11/2026", "refused"],
  ["an instant", f.instant(""), "2026-11-21T12:00:00.001+00:00", 1_795_262_400_001],
  ["an instant", f.instant(""), "noon", "refused"],
  ["a minute", f.minuteAt(""), "2026-11-21T12:00:00+00:00", 1_795_262_400_000],
  ["a minute", f.minuteAt(""), "2026-11-21T12:00:01+00:00", "refused"],
  ["something or nothing", f.optional(f.integer("", 1, 2)), undefined, null],
  ["something or nothing", f.optional(f.integer("", 1, 2)), null, null],
  ["something or nothing", f.optional(f.integer("", 1, 2)), 2, 2],
  ["something or nothing", f.optional(f.integer("", 1, 2)), 3, "refused"],
  ["yes or no", f.boolean(""), true, 1],
  ["yes or no", f.boolean(""), false, 0],
  ["bytes", f.bytes(""), "00ff", "00ff"],
  ["bytes", f.bytes(""), "0", "refused"],
  ["something that older files lack", f.withDefault(f.boolean(""), true), undefined, 1],
  ["JSON", kindOf("profiles").fields.employers as f.Field, ["A"], '["A"]'],
])("of a file %s is read: %#", (_, { read }, value, held) => {
  const { success, data } = read.safeParse(value);
  expect(success ? data : "refused").toBe(held);
});

test("what is empty is written as nothing, and all else as its field writes it", () => {
  const at = f.optional(f.instant(""));
  expect([at.write(null), at.write(1_795_262_400_000)]).toEqual([null, "2026-11-21T12:00:00+00:00"]);
  expect(f.bytes("").write(new Uint8Array([0, 255]))).toBe("00ff");
  expect([at.shape, at.refs]).toEqual(["instant: 2026-11-21T12:00:00+00:00, or empty", undefined]);
  const refs = (field: f.Field) => field.refs;
  expect(refs(f.optional(f.requiredReference("leave", "")))).toEqual({ kinds: ["leave"], must: true });
  expect(refs(f.optionalReference("leave", ""))).toEqual({ kinds: ["leave"], must: false });
});
