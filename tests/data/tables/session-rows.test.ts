import { expect, test } from "vitest";
import { EDITED_SESSIONS, sessionLinesToEdit, validateSession } from "~/data/tables/edit-sessions.server";
import { type SessionDataRow, sessionLines } from "~/data/tables/sessions.server";
import { NATIONAL_RULES } from "~/planning/job-plans/pa-rules";
import type { ElementChoice } from "~/planning/job-plans/queries.server";
import { newRef } from "~/platform/db/columns.server";
import { londonInstant } from "~/platform/time/london";
import { NOW, vault } from "../../support/harness";

const at = (minute: number, day = "2026-05-12") => londonInstant(day, minute);
const cipher = vault.of(newRef());

/** A session of 08:00 to 12:00, without an element. */
function sessionRow(more: Partial<SessionDataRow> = {}): SessionDataRow {
  return {
    ...{ unique_ref: newRef(), user_id: 1, created_at: NOW, updated_at: NOW, version: 3, start_at: at(480) },
    ...{ end_at: at(720), element_ref: null, site: "Main", pa_basis: "time_calculated", fixed_pa_units: null },
    ...{ standard_minutes: 240, premium_minutes: 0, pa_units: 3600, pa_rules: NATIONAL_RULES.england },
    ...{ text_encrypted: null, recurring_uuid: null, element: null, cases: 0, fee: null, overlaps: false },
    ...{ in_leave: false, locked: false },
    ...more,
  } as SessionDataRow;
}

test("a session is shown with each of its answers under its own heading", async () => {
  const fee = { amount_pence: 31_000, timesheet_date: null, paid_date: null, paid_pence: null, written_off_date: null };
  const more = { element: "Lists", element_ref: newRef(), recurring_uuid: "s", cases: 7, pa_basis: "fixed" as const };
  const row = sessionRow({ ...more, fee, end_at: at(60, "2026-05-13") });
  const [line] = await sessionLines(cipher, [row], ["notes"]);
  const cells = {
    ...{ date: "Tue 12 May 2026", times: "08:00 – 01:00, ends Wed 13", element: "Lists", site: "Main" },
    ...{ hours: "17 h", basis: "Fixed", pa: "1.00", cases: "7", repeats: "Yes", notes: "" },
    ...{ fee: "£310.00", fee_status: "Not yet claimed" },
  };
  expect(line).toEqual({
    ...{
      unique_ref: row.unique_ref,
      version: 3,
      path: `/logbook/session/${row.unique_ref}/`,
      marks: [],
      locked: false,
    },
    ...{ name: "Tue 12 May 2026, 08:00 – 01:00, Lists", cells },
  });
  const [filed] = await sessionLines(cipher, [row], [], "file");
  expect(filed?.cells).toEqual({ ...cells, date: "12/05/2026", fee: "310.00" });
});

test.each([
  [{}, ["No element"]],
  [{ element_ref: newRef() }, []],
  [{ overlaps: true, in_leave: true }, ["No element", "Overlaps another", "In leave"]],
])("a session with %j is marked %j", async (more, marks) => {
  const [line] = await sessionLines(cipher, [sessionRow(more)], []);
  expect([line?.marks, line?.cells.basis, line?.cells.repeats]).toEqual([marks, "Time", "No"]);
});

const TIMED = { start_at: at(480), end_at: at(720), pa_basis: "time_calculated", fixed_pa_units: null };

test.each([
  [{}, { site: "Main" }, { ok: true, columns: null, notes: [] }],
  [{}, { site: "Other" }, { ok: true, columns: { ...TIMED, site: "Other" }, notes: [] }],
  [{}, { session_end_time: "13:00" }, { ok: true, columns: { ...TIMED, end_at: at(780) }, notes: [] }],
  [
    {},
    { session_end_time: "07:00" },
    { ok: true, columns: { end_at: at(420, "2026-05-13") }, notes: ["23 h: is this on-call? Use Fixed"] },
  ],
  [{}, { fixed_PA_allocation: "2" }, { ok: true, columns: { pa_basis: "fixed", fixed_pa_units: 7200 }, notes: [] }],
  [
    { pa_basis: "fixed" as const, fixed_pa_units: 7200, pa_units: 7200 },
    { fixed_PA_allocation: "" },
    { ok: true, columns: { ...TIMED, pa_units: 3600 }, notes: [] },
  ],
  [
    { start_at: at(0), end_at: at(1440) },
    { session_start_time: "08:00", session_end_time: "12:00" },
    { ok: true, columns: TIMED, notes: [] },
  ],
  [
    {},
    { fixed_PA_allocation: "99" },
    { ok: false, errors: { fixed_PA_allocation: "PA allocation must be between 0 and 40" } },
  ],
  [
    { start_at: at(480, "2026-10-25"), end_at: at(720, "2026-10-25") },
    { session_start_time: "01:30", session_end_time: "01:15" },
    { ok: false, errors: { session_end_time: "Choose which 01:15 it ends at. Open the session to do so" } },
  ],
  [
    { start_at: at(480, "2026-03-29"), end_at: at(720, "2026-03-29") },
    { session_start_time: "01:30" },
    {
      ok: false,
      errors: {
        session_start_time: "01:30 does not exist on Sun 29 Mar 2026, when the clocks go forward: enter 02:30 or later",
      },
    },
  ],
])("a session with %j and %j in its cells: %j", async (more, changed, judged) => {
  const result = await validateSession(sessionRow(more), changed as Record<string, string>, []);
  if ("columns" in judged && judged.columns) expect(result).toMatchObject(judged);
  else expect(result).toEqual(judged);
});

test("a session can have its own element, and the active ones of the plan of its date", () => {
  const element = (unique_ref: string, more: Partial<ElementChoice> = {}) =>
    ({
      ...{ unique_ref, plan_ref: "plan", plan_title: "Plan", description: unique_ref, category: "DCC", active: true },
      ...{ date_start: "2026-04-01", date_end: "2027-03-31", ...more },
    }) as ElementChoice;
  const elements = [
    element("now"),
    element("archived", { active: false }),
    element("later", { date_start: "2026-05-13" }),
    element("own", { active: false, date_start: "2020-01-01", date_end: "2020-12-31" }),
  ];
  const rows = [
    sessionRow(),
    sessionRow({ element_ref: "own" }),
    sessionRow({ site: "Other" }),
    sessionRow({ start_at: at(480, "2025-01-01"), end_at: at(720, "2025-01-01") }),
  ];
  const lines = [...rows, sessionRow()].map(({ unique_ref }) => ({ unique_ref }) as never);
  const edited = sessionLinesToEdit(lines, rows, elements, ["site", "element"]);
  expect(edited.lines.map(({ offer }) => offer)).toEqual([0, 1, 0, 2, undefined]);
  expect(edited.lines.map(({ answers }) => answers)).toEqual([
    { site: "Main", job_plan_element_unique_ref: "" },
    { site: "Main", job_plan_element_unique_ref: "own" },
    { site: "Other", job_plan_element_unique_ref: "" },
    { site: "Main", job_plan_element_unique_ref: "" },
    undefined,
  ]);
  const values = edited.offers.map((groups) => groups.flatMap(({ choices }) => choices.map(({ value }) => value)));
  expect(values).toEqual([["now"], ["now", "own"], []]);
  expect(EDITED_SESSIONS.answers(sessionRow())).toMatchObject({ session_start_time: "08:00", site: "Main" });
});
