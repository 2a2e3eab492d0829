import { and, asc, eq, ne } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { formatSpan } from "~/diary/leave/rules";
import { leave } from "~/diary/leave/table.server";
import { jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { lockDays } from "../../support/diary";
import { db, NOW, racingDatabase } from "../../support/harness";
import { calendarOf, eventOf } from "./files";
import { consultant, diaryOf, flash, imported, ortho, press, undoLast, upload } from "./page";

/** The leave of a user as one reads it, but for that of `makeDiary`. */
async function leaveOfUser(user: SignedInUser) {
  const rows = await db
    .select()
    .from(leave)
    .where(and(eq(leave.user_id, user.id), ne(leave.date_start, "2026-12-14")))
    .orderBy(asc(leave.date_start));
  return rows.map((row) => `${row.type}, ${row.status}: ${formatSpan(row)}`);
}

function addLeave(user: SignedInUser, type: "annual" | "study", date_start: string, date_end: string) {
  const at = { user_id: user.id, unique_ref: newRef(), created_at: NOW, updated_at: NOW };
  return db.insert(leave).values({ ...at, type, status: "planned", date_start, date_end });
}

const off = (uid: string, from: string, to: string, title = "Annual leave") => eventOf(uid, from, to, title);

test("events that say leave become leave in the same change as sessions, and are known in the next file", async () => {
  const { user } = await consultant();
  const file = (...events: string[]) => calendarOf(ortho("a", "20261124"), ...events, ortho("z", "20270202"));
  const first = file(off("l", "20261109", "20261114"), off("s", "20270104", "20270106", "S/L (course)"));
  const shown = await upload(user, first);
  expect(shown.data.page.leave.map(({ words }) => words)).toEqual([
    "Annual leave, 9 to 13 November 2026",
    "Study leave, 4 to 5 January 2027",
  ]);
  const answer = await press(user, shown);
  expect(flash(answer)).toContain("2 sessions added and 2 periods of leave added");
  expect(await leaveOfUser(user)).toEqual([
    "annual, taken: 9 to 13 November 2026",
    "study, approved: 4 to 5 January 2027",
  ]);
  expect((await upload(user, first)).data.page.isAnything).toBe(false);
  const next = await upload(user, file(off("l", "20261110", "20261114")));
  expect([next.data.page.change, next.data.page.remove.map(({ words }) => words)]).toMatchObject([
    [{ element: "Annual leave", was: "9 to 13 November 2026", becomes: "10 to 13 November 2026" }],
    ["Study leave, 4 to 5 January 2027"],
  ]);
  const second = await press(user, next);
  expect(flash(second)).toContain("1 period of leave changed and 1 period of leave deleted");
  expect(await leaveOfUser(user)).toEqual(["annual, taken: 10 to 13 November 2026"]);
  await undoLast(user, second);
  expect(await leaveOfUser(user)).toHaveLength(2);
});

test("leave without a tick is not added, and not asked about again", async () => {
  const { user } = await consultant();
  const text = calendarOf(ortho("a", "20261124"), off("l", "20261214", "20261216"), off("m", "20270104", "20270105"));
  const shown = await upload(user, text);
  await press(user, shown, { leave: [] });
  expect(await leaveOfUser(user)).toEqual([]);
  expect((await upload(user, text)).data.page.isAnything).toBe(false);
});

test("leave that is there is not doubled: the same is followed, more days are left, other leave is said", async () => {
  const { user } = await consultant();
  await addLeave(user, "annual", "2026-11-09", "2026-11-13");
  await addLeave(user, "annual", "2027-01-04", "2027-01-15");
  await addLeave(user, "study", "2027-02-01", "2027-02-02");
  const text = calendarOf(
    off("a", "20261109", "20261114"),
    off("b", "20270104", "20270109"),
    off("c", "20270202", "20270204"),
  );
  const shown = await upload(user, text);
  expect([shown.data.page.leave, shown.data.page.asked, shown.data.page.already]).toEqual([[], [], 2]);
  expect(shown.data.page.notes).toContain("1 event left out: other leave of yours is on the same days");
  await press(user, shown);
  expect(await leaveOfUser(user)).toHaveLength(3);
  const longer = await upload(user, text.replace("20261114", "20261118"));
  expect(longer.data.page.change).toMatchObject([{ becomes: "9 to 17 November 2026" }]);
});

test("a list that becomes leave is asked about, and is leave beside it; a title can mean another type", async () => {
  const { user } = await consultant();
  await imported(user, calendarOf(ortho("a", "20261124"), ortho("b", "20261201")));
  const text = calendarOf(
    off("a", "20261124T080000", "20261124T180000", "Course abroad leave"),
    ortho("b", "20261201"),
  );
  const shown = await upload(user, text);
  expect(shown.data.page.asked.map(({ answer }) => answer)).toEqual(["Delete it"]);
  const element = shown.data.page.titles.map((title) => (title.element === "annual" ? "study" : title.element));
  const again = await press(user, shown, { element, intent: "show" });
  expect(again.data.page.leave.map(({ words }) => words)).toEqual(["Study leave, 24 November 2026"]);
  await press(user, again, { take: again.data.page.asked.map(({ key }) => key) });
  expect([await leaveOfUser(user), await diaryOf(user)]).toEqual([
    ["study, approved: 24 November 2026"],
    ["2026-12-01 8-18 All-day orthopaedics"],
  ]);
  expect((await upload(user, text)).data.page.titles[0]).toMatchObject({ element: "study", why: "last time" });
});

test("of a rota that came in before any plan, its lists are proposed once there is one: nobody left them out", async () => {
  const { user, params } = await consultant();
  const [plan] = await db.select().from(jobPlans).where(eq(jobPlans.unique_ref, params.planRef));
  const dates = { date_start: plan?.date_start ?? "", date_end: plan?.date_end ?? null };
  const setDates = (set: Partial<typeof dates>) =>
    db.update(jobPlans).set(set).where(eq(jobPlans.unique_ref, params.planRef));
  await setDates({ date_start: "2020-01-01", date_end: "2020-12-31" });
  const text = calendarOf(ortho("a", "20261124"), off("l", "20270118", "20270123"));
  await imported(user, text);
  await setDates(dates);
  const shown = await upload(user, text);
  expect(shown.data.page.titles.map(({ element, why }) => [element, why])).toEqual([
    [params.elementRef, "words"],
    ["annual", "last time"],
  ]);
});

test("leave that is entered elsewhere while a rota comes in is not doubled, whenever that is", async () => {
  let isEntered = true;
  for (let nth = 1; isEntered; nth += 1) {
    const { user } = await consultant();
    const shown = await upload(user, calendarOf(off("l", "20261109", "20261114")));
    isEntered = false;
    const database = racingDatabase(nth, async () => {
      isEntered = true;
      await addLeave(user, "study", "2026-11-10", "2026-11-10");
    });
    const { status } = await press(user, shown, { database });
    if (isEntered)
      expect([nth, status, await leaveOfUser(user)]).toEqual([nth, 409, ["study, planned: 10 November 2026"]]);
    else expect([nth > 1, status]).toEqual([true, 302]);
  }
});

test("leave with a locked day is left out and said to be", async () => {
  const { user } = await consultant();
  await lockDays(user, "2026-11-02", "2026-11-09");
  const shown = await upload(user, calendarOf(off("l", "20261109", "20261114")));
  expect(shown.data.page.leave).toEqual([]);
  expect(shown.data.page.notes.join()).toContain("1 event is on days that you locked");
});

test("sessions that fall in leave to add stay, and are said to", async () => {
  const { user } = await consultant();
  await imported(user, calendarOf(ortho("a", "20261124"), ortho("b", "20261201")));
  const shown = await upload(
    user,
    calendarOf(ortho("a", "20261124"), ortho("b", "20261201"), off("l", "20261123", "20261126")),
  );
  expect(shown.data.page.notes).toContain(
    "1 session in your logbook falls in leave to add, and will stay. If you will not do the work, delete the session in your logbook",
  );
});
