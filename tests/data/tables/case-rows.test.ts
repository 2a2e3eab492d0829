import { expect, test } from "vitest";
import { type CaseDataRow, caseLines } from "~/data/tables/cases.server";
import { EDITED_CASES } from "~/data/tables/edit-cases.server";
import { newRef } from "~/platform/db/columns.server";
import { londonInstant } from "~/platform/time/london";
import { DEFAULT_PROFILE } from "~/profile/queries.server";
import { NOW, vault } from "../../support/harness";

const at = (minute: number, day = "2026-05-04") => londonInstant(day, minute);
const cipher = vault.of(newRef());

/** A case of a session from 08:00 to 18:00. */
function caseRow(more: Partial<CaseDataRow> = {}): CaseDataRow {
  return {
    ...{ unique_ref: newRef(), user_id: 1, created_at: NOW, updated_at: NOW, version: 3, session_ref: newRef() },
    ...{ start_at: at(540), end_at: at(600), age: 45, age_unit: "years", gender: 2, asa: 3, urgency: 4 },
    ...{ supervision: 3, options: [], text_encrypted: null, identifier_suspected: false, fee: null },
    ...{ session_start_at: at(480), session_end_at: at(1080), element: "Lists", in_leave: false, locked: false },
    ...more,
  } as CaseDataRow;
}

const shown = (row: CaseDataRow, columns: string[] = []) =>
  caseLines({ cipher, profile: DEFAULT_PROFILE, reader: "page" }, [row], [], columns);

test("a case is shown with each of its answers under its own heading", async () => {
  const fee = { amount_pence: 31_000, timesheet_date: null, paid_date: null, paid_pence: null, written_off_date: null };
  const options = [
    { id: "111", flags: "" },
    { id: "121", flags: "" },
    { id: "211", flags: "catheter" },
  ];
  const row = caseRow({ fee, options, locked: true });
  expect(await shown(row)).toEqual([
    {
      ...{ unique_ref: row.unique_ref, version: 3, locked: true, marks: [] },
      path: `/logbook/session/${row.session_ref}/case/${row.unique_ref}/`,
      name: "Case, Mon 4 May 2026, 09:00 – 10:00, 45 y",
      cells: {
        ...{ date: "Mon 4 May 2026", times: "09:00 – 10:00", element: "Lists", description: "", age: "45 y" },
        ...{ gender: "Male", asa: "3", urgency: "Elective", supervision: "ST 5-7 Trainee" },
        ...{ airway: "SGA - i-gel; Oral ETT", procedures: "Spinal", complications: "", reflection: "" },
        ...{ fee: "£310.00", fee_status: "Not yet claimed" },
      },
    },
  ]);
});

const BARE = { start_at: null, end_at: null, age: null, asa: null, element: null };

test.each([
  [BARE, ["No element", "No age", "No ASA"]],
  // Times are optional.
  [{ start_at: null, end_at: null }, []],
  [{ end_at: null }, ["No end time"]],
  [{ age: null }, ["No age"]],
  [{ asa: null }, ["No ASA"]],
  [{ element: null }, ["No element"]],
  [{ identifier_suspected: true, in_leave: true }, ["Identifier?", "In leave"]],
])("a case with %j is marked %j", async (more, marks) => {
  expect((await shown(caseRow(more)))[0]?.marks).toEqual(marks);
});

test("a case without answers is shown with empty cells, on the day of its session", async () => {
  const bare = caseRow({ ...BARE, gender: null, urgency: null, supervision: null });
  const [line] = await shown(bare);
  expect(line?.name).toBe("Case, Mon 4 May 2026");
  expect(line?.cells).toMatchObject({ date: "Mon 4 May 2026", times: "", element: "", age: "", gender: "", asa: "" });
  expect(line?.cells).toMatchObject({ urgency: "", supervision: "", fee: "", fee_status: "" });
});

test.each([
  [{}, { start_time: "09:00", end_time: "10:00", age: "45", age_unit: "years", gender: "2", asa: "3" }],
  [
    { ...BARE, gender: null, urgency: null, supervision: null },
    { start_time: "", end_time: "", age: "", age_unit: "years", gender: "", asa: "", urgency: "", supervision: "" },
  ],
])("the cells of a case with %j hold %j", (more, answers) => {
  expect(EDITED_CASES.answers(caseRow(more))).toMatchObject(answers);
});

const KEPT = { start_at: at(540), end_at: at(600), age: 45, age_unit: "years", gender: 2, asa: 3, urgency: 4 };
const all = (more: object) => ({ ...KEPT, supervision: 3, ...more });
const OUTSIDE = "Its times are outside the session. Check them";

test.each([
  [{ asa: "3" }, { ok: true, columns: null, notes: [] }],
  [{ asa: "4" }, { ok: true, columns: all({ asa: 4 }), notes: [] }],
  [{ gender: "1" }, { ok: true, columns: all({ gender: 1 }), notes: [] }],
  [{ urgency: "" }, { ok: true, columns: all({ urgency: null }), notes: [] }],
  [{ supervision: "" }, { ok: true, columns: all({ supervision: null }), notes: [] }],
  [{ age: "30" }, { ok: true, columns: all({ age: 16 }), notes: [] }],
  [
    { age: "6", age_unit: "months" },
    { ok: true, columns: all({ age: 1, age_unit: "months" }), notes: [] },
  ],
  [{ start_time: "08:30" }, { ok: true, columns: all({ start_at: at(510) }), notes: [] }],
  [{ end_time: "" }, { ok: true, columns: all({ end_at: null }), notes: [] }],
  [{ start_time: "07:30" }, { ok: true, columns: all({ start_at: at(450) }), notes: [OUTSIDE] }],
  [{ asa: "9" }, { ok: false, errors: { asa: "Choose an ASA grade from the list" } }],
  [
    { end_time: "08:30" },
    { ok: false, errors: { end_time: "End time must be after the start, 09:00. Check both times" } },
  ],
])("%j in the cells of a case, whose owner keeps ages in bands, gives %j", async (changed, judged) => {
  const profile = { ...DEFAULT_PROFILE, ages: "bands" as const };
  expect(await EDITED_CASES.judge(caseRow(), changed as Record<string, string>, profile)).toEqual(judged);
});

test("times that were left alone are neither read nor doubted again", async () => {
  const odd = caseRow({ start_at: at(300), end_at: at(240) });
  expect(await EDITED_CASES.judge(odd, { asa: "4" }, DEFAULT_PROFILE)).toEqual({
    ok: true,
    columns: all({ start_at: at(300), end_at: at(240), asa: 4 }),
    notes: [],
  });
});

test("a case of a session over several days keeps its own day under new times", async () => {
  const long = caseRow({ session_end_at: at(1080, "2026-05-06"), start_at: at(540, "2026-05-05"), end_at: null });
  expect(await EDITED_CASES.judge(long, { start_time: "11:00" }, DEFAULT_PROFILE)).toMatchObject({
    columns: { start_at: at(660, "2026-05-05"), end_at: null },
  });
});
