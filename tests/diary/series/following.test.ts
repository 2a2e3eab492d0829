import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { spanOn } from "~/diary/series/following";
import { sessionPlace, sessions } from "~/diary/sessions/table.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormState, NewerVersion } from "~/platform/http/action-result";
import { londonInstant, londonMoment } from "~/platform/time/london";
import * as addCase from "~/routes/logbook/case-new";
import * as page from "~/routes/logbook/session";
import * as add from "~/routes/logbook/session-new";
import { makeDiary } from "../../support/diary";
import { saveSession, shownFollowing } from "../../support/following";
import { db, load, makeUser, racingDatabase, submit, vault } from "../../support/harness";

type Fields = Record<string, string>;
interface Shown {
  defaults: Fields;
  following: { alike: number; others: string | null };
}
interface Refused {
  form: FormState;
  newer?: NewerVersion;
}

const TUESDAYS = {
  session_date: "3/11/2026",
  session_start_time: "08:00",
  session_end_time: "18:00",
  pa_calculation_basis: "time_calculated",
};
const REPEATS = {
  recurring: "yes",
  recurringChoice_type: "weekly",
  recurringChoice_selected: "11",
  recurringChoice_until: "date",
  recurringChoice_until_date: "1/12/2026",
};

/** A series of five Tuesdays from 3 November 2026, each worth 2.50 PA. */
async function tuesdays() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const answers = { ...TUESDAYS, job_plan_element_unique_ref: params.elementRef };
  await submit(add.action, { idempotency_key: newRef(), ...answers, ...REPEATS }, { user });
  const rows = async () => {
    const all = await db.select().from(sessions).where(eq(sessions.user_id, user.id)).orderBy(asc(sessions.start_at));
    return all.filter((row) => row.recurring_uuid !== null);
  };
  const series = await rows();
  const at = (index: number) => ({ user, params: { sessionRef: series[index]?.unique_ref as string } });
  /** One session, corrected by itself. */
  const correct = async (index: number, some: Fields) => {
    const { data } = await load<Shown>(page.loader, at(index));
    expect((await saveSession({ ...data.defaults, ...some, series_scope: "this" }, at(index))).status).toBe(302);
  };
  /** The first one and those that follow it. */
  const save = async (some: Fields, more: Partial<Parameters<typeof submit>[2]> = {}) => {
    const { data } = await load<Shown>(page.loader, at(0));
    return saveSession<Refused>({ ...data.defaults, series_scope: "following", ...some }, { ...at(0), ...more });
  };
  const notesOf = async (row: typeof sessions.$inferSelect | undefined) =>
    row && vault.decrypt(user.unique_ref, sessionPlace(row.unique_ref), row.text_encrypted);
  return { user, at, rows, correct, save, notesOf };
}

function said(headers: Headers): string {
  return decodeURIComponent(/flash=([^;:]*)/.exec(headers.get("Set-Cookie") ?? "")?.[1] ?? "");
}

test("what was recorded of one session by itself outlives a change of another field, as do its notes", async () => {
  const { rows, correct, save, notesOf } = await tuesdays();
  await correct(2, { session_end_time: "19:40", description: "Overran" });
  const before = (await rows())[2];
  const answer = await save({ site: "Day surgery" });
  expect(said(answer.headers)).toBe("Session and the 4 following saved: Tue 3 Nov 2026, 2.50 PA");
  const after = await rows();
  expect(after.map(({ site }) => site)).toEqual(Array.from({ length: 5 }, () => "Day surgery"));
  const { start_at, end_at, pa_units } = before as typeof sessions.$inferSelect;
  expect(after[2]).toMatchObject({ start_at, end_at, pa_units });
  expect(await notesOf(after[2])).toBe("Overran");
});

test("a field that was corrected in one session is kept there when it is changed for all, and said by its date", async () => {
  const { rows, correct, save } = await tuesdays();
  await correct(2, { session_end_time: "19:40" });
  const kept = (await rows())[2]?.end_at;
  const answer = await save({ session_end_time: "17:00", site: "Main" });
  expect(said(answer.headers)).toBe(
    "Session and the 4 following saved: Tue 3 Nov 2026, 2.25 PA. Tue 17 Nov 2026 keeps its own details",
  );
  const after = await rows();
  expect(after.map(({ site }) => site)).toEqual(Array.from({ length: 5 }, () => "Main"));
  expect(after[2]?.end_at).toBe(kept);
  expect(after.map(({ end_at }) => londonMoment(end_at).minute / 60).filter((hour) => hour === 17)).toHaveLength(4);
});

test("notes of one's own are kept when notes are changed for all", async () => {
  const { rows, correct, save, notesOf } = await tuesdays();
  await correct(1, { description: "Mine" });
  await correct(3, { description: "Mine too" });
  const answer = await save({ description: "For all" });
  expect(said(answer.headers)).toContain("2 keep their own details: Tue 10 Nov 2026, Tue 24 Nov 2026");
  expect(await Promise.all((await rows()).map(notesOf))).toEqual(["For all", "Mine", "For all", "Mine too", "For all"]);
});

test("a session that was moved to another weekday stays there when all move", async () => {
  const { rows, correct, save } = await tuesdays();
  await correct(2, { session_date: "20/11/2026", session_end_date: "20/11/2026" });
  const answer = await save({ session_date: "4/11/2026" });
  expect(said(answer.headers)).toContain("Fri 20 Nov 2026 keeps its own details");
  expect((await rows()).map(({ start_at }) => londonMoment(start_at).date)).toEqual([
    ...["2026-11-04", "2026-11-11", "2026-11-20", "2026-11-25", "2026-12-02"],
  ]);
});

test("a session that holds cases stays as it is, one too that gets its first while the form is saved", async () => {
  const { at, rows, save } = await tuesdays();
  const logCase = (index: number) => submit(addCase.action, { idempotency_key: newRef(), age: "4" }, at(index));
  await logCase(1);
  const before = await rows();
  const database = racingDatabase(2, () => logCase(3));
  const answer = await save({ session_start_time: "09:00" }, { database });
  expect(said(answer.headers)).toBe(
    "Session and the 2 following saved: Tue 3 Nov 2026, 2.25 PA. 2 keep their own details: Tue 10 Nov 2026, Tue 24 Nov 2026",
  );
  const after = await rows();
  expect([after[1], after[3]]).toEqual([before[1], before[3]]);
  expect(after.map(({ version }) => version)).toEqual([5, 2, 5, 2, 5]);
});

test("the form says beside the choice how many change, and which keep what is their own", async () => {
  const { at, correct } = await tuesdays();
  const shown = async () => (await load<Shown>(page.loader, at(0))).data.following;
  expect(await shown()).toEqual({ alike: 4, others: null });
  await correct(1, { session_end_time: "19:00", description: "Overran" });
  await submit(addCase.action, { idempotency_key: newRef(), age: "4" }, at(3));
  expect(await shown()).toEqual({
    alike: 2,
    others: "2 keep their own: Tue 10 Nov 2026 (times, notes), Tue 24 Nov 2026 (cases)",
  });
});

test("a save from another tab on one that follows is told first, and then keeps its own", async () => {
  const { at, rows, correct, save } = await tuesdays();
  const series_shown = await shownFollowing(at(0));
  await correct(2, { session_end_time: "19:40" });
  const before = await rows();
  const refused = await save({ session_end_time: "17:00", series_shown });
  expect(refused.status).toBe(409);
  expect(await rows()).toEqual(before);
  const again = refused.data.form.values.series_shown?.[0] as string;
  const answer = await save({ session_end_time: "17:00", series_shown: again });
  expect(said(answer.headers)).toContain("Tue 17 Nov 2026 keeps its own details");
  expect((await rows())[2]).toEqual(before[2]);
});

test("a session in the hour that the clocks skip moves on and keeps its length", () => {
  const source = { start_at: londonInstant("2026-03-22", 90), end_at: londonInstant("2026-03-22", 120) };
  const { startAt, endAt } = spanOn(source, "2026-03-29");
  expect([londonMoment(startAt).minute, endAt - startAt]).toEqual([150, 30 * 60_000]);
});

test("a night over a clock change has the hours that it really lasts", () => {
  const hours = (date: string, to: string) => {
    const { startAt, endAt } = spanOn(
      { start_at: londonInstant(date, 1200), end_at: londonInstant(date, 1440 + 480) },
      to,
    );
    return (endAt - startAt) / 3_600_000;
  };
  expect([
    hours("2026-03-21", "2026-03-28"),
    hours("2026-10-17", "2026-10-24"),
    hours("2026-10-24", "2026-10-31"),
  ]).toEqual([11, 13, 12]);
});
