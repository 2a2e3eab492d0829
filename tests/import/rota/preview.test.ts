import { and, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { rotaEvents, rotaTitles } from "~/diary/rota/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { MAX_EVENTS } from "~/import/rota/calendar";
import { MAX_CARRIED, parseCalendar, serializeCalendar } from "~/import/rota/form";
import { readCalendar } from "~/import/rota/parse/read-calendar.server";
import { comparedDiary } from "~/import/rota/queries.server";
import { jobPlans } from "~/planning/job-plans/table.server";
import { FORM_WAS_USED } from "~/platform/http/refusal.server";
import { londonInstant } from "~/platform/time/london";
import { copyDiary } from "../../support/copy-diary";
import { lockDays } from "../../support/diary";
import { db, makeUser, TODAY, vault } from "../../support/harness";
import { calendarOf, eventOf } from "./files";
import { consultant, diaryOf, flash, imported, ortho, press, putCaseInto, upload, ward } from "./page";

const OVERLAPS = "other sessions in your logbook";
const STAY = "cases or fees and will stay. If you did not do the work, delete the";

test.each([
  ["a session that is there already", [ortho("a", "20261117"), ward("b", "20261124")], []],
  ["sessions that others adjoin", [eventOf("a", "20261117T180000", "20261117T200000", "Labour ward")], []],
  [
    "one on days that are locked",
    [ward("a", "20261102")],
    ["1 event is on days that you locked, and will not be imported. To import it, unlock these days in Reports first"],
  ],
  [
    "two on days that are locked",
    [ward("a", "20261102"), ward("b", "20261103")],
    [
      "2 events are on days that you locked, and will not be imported. To import them, unlock these days in Reports first",
    ],
  ],
  ["one that overlaps", [ward("a", "20261117")], [`1 session to add overlaps ${OVERLAPS}`]],
  ["two that overlap", [ward("a", "20261117"), ward("b", "20261117")], [`2 sessions to add overlap ${OVERLAPS}`]],
  ["one in leave", [ward("a", "20261214")], ["1 session to add falls in your leave"]],
  ["two in leave", [ward("a", "20261214"), ward("b", "20261215")], ["2 sessions to add fall in your leave"]],
])("a preview notes what is to be known before an import: %s", async (_, events, notes) => {
  const { user } = await consultant();
  await lockDays(user, "2026-11-01", "2026-11-05");
  expect((await upload(user, calendarOf(...events))).data.page).toMatchObject({ hasPlans: true, notes });
});

test("a session of a locked day stays when its event goes", async () => {
  const { user } = await consultant();
  const around = [ward("first", "20261109"), ward("last", "20261130")];
  await imported(user, calendarOf(...around, ortho("a", "20261110")));
  await lockDays(user, "2026-11-10", "2026-11-10");
  const { page } = (await upload(user, calendarOf(...around))).data;
  expect([page.remove, page.isAnything]).toEqual([[], false]);
});

test.each([
  [["20261110"], `1 session no longer in the file has ${STAY} session in your logbook`],
  [["20261110", "20261112"], `2 sessions no longer in the file have ${STAY} sessions in your logbook`],
])("sessions with cases stay when their events go, and are no change: %s", async (days, note) => {
  const { user } = await consultant();
  const around = [ward("first", "20261109"), ward("last", "20261130")];
  await imported(user, calendarOf(...around, ...days.map((day) => ortho(day, day))));
  for (const day of days) await putCaseInto(user, `2026-11-${day.slice(6)}`);
  const shown = await upload(user, calendarOf(...around));
  expect(shown.data.page.notes).toEqual(["2 events imported before and not changed since", note]);
  expect(flash(await press(user, shown))).toBe("Rota imported: no session changed");
});

test("without a plan no element is offered", async () => {
  const { user } = await consultant();
  await db.update(jobPlans).set({ date_end: "2026-04-30" }).where(eq(jobPlans.user_id, user.id));
  expect((await upload(user, calendarOf(ward("a", "20261124")))).data.page.hasPlans).toBe(false);
});

test("a session of the diary that begins on another day than its event is shown with both days", async () => {
  const { user } = await consultant();
  await imported(user, calendarOf(eventOf("a", "20261125T200000", "20261126T080000", "Labour ward")));
  await db.delete(rotaEvents).where(eq(rotaEvents.user_id, user.id));
  const { data } = await upload(user, calendarOf(eventOf("b", "20261126T000000", "20261126T080000", "Labour ward")));
  expect(data.page.asked.map(({ words, answer }) => [words, answer])).toEqual([
    [
      expect.stringMatching(
        /^Your logbook has: Labour ward, Wed 25 Nov 2026, 20:00.*\. The file has: Labour ward, Thu 26 Nov/,
      ),
      "Change it to what the file says",
    ],
  ]);
});

test("a session keeps its site while its element stays, and has that of another element", async () => {
  const { user } = await consultant();
  await imported(user, calendarOf(ortho("a", "20261124")));
  const isIt = and(eq(sessions.user_id, user.id), sql`${sessions.start_at} > ${londonInstant("2026-11-24")}`);
  await db.update(sessions).set({ site: "West" }).where(isIt);
  const site = async () => (await db.select({ site: sessions.site }).from(sessions).where(isIt))[0]?.site;
  await imported(user, calendarOf(ortho("a", "20261124", "09")));
  expect(await site()).toBe("West");
  await imported(user, calendarOf(ward("a", "20261124")));
  expect(await site()).toBe("");
  expect(await diaryOf(user)).toEqual(["2026-11-24 8-18 Labour ward"]);
});

test("a form that has imported another file is said to have been used", async () => {
  const { user } = await consultant();
  const first = await upload(user, calendarOf(ortho("a", "20261124")));
  await press(user, first);
  const { data } = await upload(user, calendarOf(ortho("a", "20261124"), ward("b", "20261126")));
  const answer = await press(user, { data: { ...data, key: first.data.key } });
  expect([answer.status, answer.data.form.errors[""]]).toEqual([409, [FORM_WAS_USED.errors[""]]]);
  expect(await diaryOf(user)).toHaveLength(1);
});

test("a file may have two million bytes, and what its page carries 95,000 characters", async () => {
  const { user } = await consultant();
  const small = calendarOf(ortho("a", "20261124"));
  expect((await upload(user, small.padEnd(2_000_000, "\r\n"))).status).toBe(200);
  expect((await upload(user, small.padEnd(2_000_001, "\r\n"))).status).toBe(413);
  const withTitles = (more: number) =>
    calendarOf(
      ...Array.from({ length: MAX_EVENTS }, (_, at) => {
        const letters = Math.max(0, Math.min(50, more - (at % 150) * 50));
        return eventOf(
          `e${at}`,
          "20261124T080000",
          "20261124T180000",
          `${at % 150} ${"𝒜".repeat(20)}${"x".repeat(letters)}`,
        );
      }),
    );
  const carried = async (text: string) => {
    const read = await readCalendar(text, { today: TODAY, userRef: user.unique_ref });
    return read.ok ? serializeCalendar(read.calendar).length : 0;
  };
  const room = MAX_CARRIED - (await carried(withTitles(0)));
  expect(await carried(withTitles(room))).toBe(MAX_CARRIED);
  expect((await upload(user, withTitles(room))).status).toBe(200);
  const answer = await upload(user, withTitles(room + 1));
  expect([answer.status, answer.data.form.errors.file]).toEqual([
    413,
    ["This calendar has too many events. Export a shorter period, or the rota alone"],
  ]);
});

test("a calendar is compared with its own user's diary alone", async () => {
  const { user } = await consultant();
  const other = await makeUser();
  await imported(user, calendarOf(ortho("a", "20261124")));
  const calendar = parseCalendar((await upload(user, calendarOf(ortho("a", "20261124")))).data.page.calendar);
  if (!calendar) throw new Error("The page carries the calendar");
  const compared = () => comparedDiary({ db, userId: user.id, cipher: vault.of(user.unique_ref) }, calendar);
  const before = await compared();
  expect([before.known.length, before.hasOwnKeys, before.remembered]).toEqual([1, false, [expect.any(String)]]);
  await copyDiary(user.id, other.id);
  const title_key = before.titleKeys[0] ?? "";
  await db.batch([
    db.insert(rotaTitles).values({ user_id: other.id, title_key, element_ref: null, updated_at: 0 }),
    db
      .insert(rotaEvents)
      .values({ ...before.known[0], user_id: other.id, unique_ref: "~own", created_at: 0, updated_at: 0 } as never),
    db.update(sessions).set({ start_at: sql`start_at + 60000` }).where(eq(sessions.user_id, other.id)),
  ]);
  expect(await compared()).toEqual(before);
});
