import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { countsText, type DeletionCounts } from "~/diary/sessions/deletion";
import { sessions } from "~/diary/sessions/table.server";
import { newRef } from "~/platform/db/columns.server";
import * as page from "~/routes/logbook/session";
import * as remove from "~/routes/logbook/session-delete";
import * as add from "~/routes/logbook/session-new";
import * as undo from "~/routes/logbook/undo";
import { makeDiary } from "../../support/diary";
import { saveSession } from "../../support/following";
import { type Answer, db, load, makeUser, submit } from "../../support/harness";

const TUESDAYS = {
  session_date: "24/11/2026",
  session_start_time: "08:00",
  session_end_time: "18:00",
  pa_calculation_basis: "time_calculated",
};
const REPEATS = {
  recurring: "yes",
  recurringChoice_type: "weekly",
  recurringChoice_selected: "11",
  recurringChoice_until: "date",
  recurringChoice_until_date: "15/12/2026",
};

function said({ headers }: Answer): string {
  return decodeURIComponent(/flash=([^;:]*)/.exec(headers.get("Set-Cookie") ?? "")?.[1] ?? "");
}

function stepOf({ headers }: Answer): string {
  return /flash=[^;:]*:(\d+)/.exec(headers.get("Set-Cookie") ?? "")?.[1] ?? "";
}

/** A series of four Tuesdays from 24 November 2026, and the step that takes it away. */
async function tuesdays(after_save = "") {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const answers = { ...TUESDAYS, job_plan_element_unique_ref: params.elementRef };
  const made = await submit(add.action, { idempotency_key: newRef(), ...answers, ...REPEATS, after_save }, { user });
  const rows = () => db.select().from(sessions).where(eq(sessions.user_id, user.id)).orderBy(asc(sessions.start_at));
  const series = (await rows()).slice(1);
  const at = (index: number) => ({ user, params: { sessionRef: series[index]?.unique_ref as string } });
  const save = async (index: number, some: Record<string, string>) => {
    const { data } = await load<{ defaults: Record<string, string> }>(page.loader, at(index));
    return saveSession({ ...data.defaults, ...some }, at(index));
  };
  const press = (step: string, from = "/logbook/") =>
    submit(undo.action, {}, { user, params: { undoRef: step }, headers: { Referer: `http://daybook.test${from}` } });
  return { user, params, made, rows, series, at, save, press };
}

test("undo pressed on a page that goes with it leads to the diary of its day, pressed again too", async () => {
  const { made, press } = await tuesdays("case");
  expect(made.location).toMatch(/^\/logbook\/session\/[\w-]{22}\/case\/new\/$/);
  const undone = await press(stepOf(made), made.location as string);
  expect([undone.location, said(undone)]).toEqual(["/logbook/?date=2026-11-24", "Removed: 4 sessions"]);
  const again = await press(stepOf(made), made.location as string);
  expect([again.status, again.location]).toEqual([302, "/logbook/"]);
});

test("undo pressed on a page that stays leads back to it", async () => {
  const { made, params, press } = await tuesdays();
  const here = `/logbook/session/${params.sessionRef}/?view=week`;
  expect((await press(stepOf(made), here)).location).toBe(here);
});

test("a series whose changes were taken back goes again whole with the undo of its making", async () => {
  const { made, rows, save, press } = await tuesdays();
  const first = await save(0, { site: "Elsewhere", series_scope: "following" });
  const second = await save(1, { session_end_time: "17:00", series_scope: "following" });
  for (const change of [second, first]) expect(said(await press(stepOf(change)))).toMatch(/^Restored: \d sessions$/);
  expect((await rows()).slice(1).map(({ site, version }) => [site, version])).toEqual([
    ["", 2],
    ["", 2],
    ["", 2],
    ["", 2],
  ]);
  expect(said(await press(stepOf(made)))).toBe("Removed: 4 sessions");
  expect(await rows()).toHaveLength(1);
});

test("a series that somebody worked on stays whole, until that is undone", async () => {
  const { made, rows, save, press } = await tuesdays();
  await save(1, { description: "Worked on before", series_scope: "this" });
  const change = await save(0, { site: "Elsewhere", series_scope: "following" });
  await press(stepOf(change));
  const before = await rows();
  expect((await press(stepOf(made))).status).toBe(409);
  expect(await rows()).toEqual(before);
});

test("what comes back beside a session that was entered anew is said to overlap it", async () => {
  const { user, params, rows, press } = await tuesdays();
  const { sessionRef } = params;
  const shown = await load<{ version: number; counts: DeletionCounts[]; code: { code: string; signed: string } }>(
    remove.loader,
    { user, params: { sessionRef } },
  );
  const { version, counts, code } = shown.data;
  const form = { version: String(version), shown: countsText(counts), recurring: "1", warned: "yes" };
  const coded = { ...form, delete_code: code.code, signed_code: code.signed };
  const gone = await submit(remove.action, coded, { user, params: { sessionRef } });
  const again = { ...TUESDAYS, session_date: "17/11/2026", job_plan_element_unique_ref: params.elementRef };
  await submit(add.action, { idempotency_key: newRef(), ...again }, { user });
  expect(said(await press(stepOf(gone)))).toBe(
    "Restored: 1 session, 1 case. It overlaps All-day orthopaedics, Tue 17 Nov, 08:00 – 18:00",
  );
  expect(await rows()).toHaveLength(6);
});
