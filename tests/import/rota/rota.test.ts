import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { cases } from "~/diary/cases/table.server";
import { fees } from "~/diary/fees/table.server";
import { rotaEvents, rotaTitles } from "~/diary/rota/table.server";
import { cancellations, sessions } from "~/diary/sessions/table.server";
import { parseCalendar } from "~/import/rota/form";
import { comparedDiary } from "~/import/rota/queries.server";
import { newRef } from "~/platform/db/columns.server";
import { londonInstant } from "~/platform/time/london";
import * as page from "~/routes/csv-import/rota";
import { makeDiary } from "../../support/diary";
import { countingDatabase, db, load, makeUser, NOW, SITE, submit, vault } from "../../support/harness";
import { setAddressOf } from "../../support/members";
import { calendarOf, eventOf } from "./files";
import clwrota from "./fixtures/clwrota-year.ics?raw";
import medirota from "./fixtures/medirota.ics?raw";
import {
  type Answered,
  consultant,
  diaryOf,
  flash,
  imported,
  ortho,
  press,
  putCaseInto,
  undoLast,
  upload,
  ward,
} from "./page";

test("a file is shown before it is imported: titles with the element proposed for each, and what would be added", async () => {
  const { user, params, ward: wardRef } = await consultant();
  const text = calendarOf(
    ortho("a", "20261124"),
    ortho("b", "20261201"),
    ward("c", "20261126"),
    eventOf("d", "20261207", "20261212", "Annual Leave"),
    eventOf("e", "20261130T090000", "20261130T100000", "Dentist"),
  );
  const { status, data } = await upload(user, text);
  expect(status).toBe(200);
  expect(data.page.titles.map(({ title, events, element, why }) => [title, events, element, why])).toEqual([
    ["Ortho Th 4 (Mr Jones)", 2, params.elementRef, "words"],
    ["Labour ward", 1, wardRef, "words"],
    ["Annual Leave", 1, "annual", "leave"],
    ["Dentist", 1, "out", "nothing"],
  ]);
  expect(data.page.add).toEqual([
    { element: "All-day orthopaedics", dates: ["2026-11-24", "2026-12-01"] },
    { element: "Labour ward", dates: ["2026-11-26"] },
  ]);
  expect(await diaryOf(user)).toEqual([]);
  const answer = await press(user, { data });
  expect(flash(answer)).toContain("Rota imported: 3 sessions added");
  expect(await diaryOf(user)).toEqual([
    "2026-11-24 8-18 All-day orthopaedics",
    "2026-11-26 8-18 Labour ward",
    "2026-12-01 8-18 All-day orthopaedics",
  ]);
});

test("the same file again has nothing to import, and the same press again does nothing", async () => {
  const { user } = await consultant();
  const text = calendarOf(ortho("a", "20261124"), ward("c", "20261126"));
  const shown = await upload(user, text);
  const first = await press(user, shown);
  const again = await press(user, shown);
  expect([first.status, again.status, flash(again)]).toEqual([302, 302, expect.stringContaining("has been imported")]);
  const { data } = await upload(user, text);
  expect([data.page.add, data.page.change, data.page.remove, data.page.asked, data.page.isAnything]).toEqual([
    [],
    [],
    [],
    [],
    false,
  ]);
  expect(data.page.notes).toContain("2 events imported before and not changed since");
  expect((await press(user, { data })).status).toBe(409);
  expect(await diaryOf(user)).toHaveLength(2);
});

test("the next version moves, adds and deletes what it moved, added and cancelled or lost, and nothing else", async () => {
  const { user } = await consultant();
  await imported(
    user,
    calendarOf(
      ortho("a", "20261124"),
      ortho("b", "20261201"),
      ortho("c", "20261208"),
      ward("d", "20261126"),
      ward("z", "20261229"),
    ),
  );
  const next = calendarOf(
    ortho("a", "20261124"),
    ortho("b", "20261202", "09"),
    eventOf("c", "20261208T080000", "20261208T180000", "Ortho Th 4 (Mr Jones)", "STATUS:CANCELLED"),
    ward("e", "20261127"),
    ward("z", "20261229"),
  );
  const { data } = await upload(user, next);
  expect(data.page.change.map(({ was, becomes }) => [was, becomes])).toEqual([
    ["Tue 1 Dec 2026, 08:00 – 18:00", "Wed 2 Dec 2026, 09:00 – 18:00"],
  ]);
  expect(data.page.remove.map(({ words }) => words).sort()).toEqual([
    "All-day orthopaedics, Tue 8 Dec 2026, 08:00 – 18:00",
    "Labour ward, Thu 26 Nov 2026, 08:00 – 18:00",
  ]);
  expect(flash(await press(user, { data }))).toContain("1 session added, 1 session changed and 2 sessions deleted");
  expect(await diaryOf(user)).toEqual([
    "2026-11-24 8-18 All-day orthopaedics",
    "2026-11-27 8-18 Labour ward",
    "2026-12-02 9-18 All-day orthopaedics",
    "2026-12-29 8-18 Labour ward",
  ]);
});

test("a file of some weeks leaves alone what lies outside them, and another calendar what is not its own", async () => {
  const { user } = await consultant();
  await imported(user, calendarOf(ortho("a", "20261124"), ortho("b", "20261201"), ortho("c", "20261208")));
  const weeks = await upload(user, calendarOf(ortho("a", "20261124"), ward("n", "20261126")));
  expect(weeks.data.page.remove).toEqual([]);
  const other = calendarOf(ward("x", "20261123"), ward("y", "20261210")).replace(
    "X-WR-CALNAME:Rota",
    "X-WR-CALNAME:Home",
  );
  expect((await upload(user, other)).data.page.remove).toEqual([]);
  const newer = calendarOf(ortho("a", "20261124"), ortho("c", "20261208")).replace("Rota 1.2", "Rota 1.10");
  expect((await upload(user, newer)).data.page.remove).toHaveLength(1);
});

test("what was edited by hand is asked about once, and follows the file only where that is ticked", async () => {
  const { user } = await consultant();
  await imported(user, calendarOf(ortho("a", "20261124"), ortho("b", "20261201")));
  const move = (day: string) =>
    db
      .update(sessions)
      .set({ end_at: londonInstant(day, 1140), version: 50 })
      .where(and(eq(sessions.user_id, user.id), eq(sessions.start_at, londonInstant(day, 480))));
  await move("2026-11-24");
  await move("2026-12-01");
  const next = calendarOf(ortho("a", "20261124", "09"), ortho("b", "20261201", "09"));
  const shown = await upload(user, next);
  expect(shown.data.page.asked.map(({ words }) => words)).toEqual([
    "You changed this session: All-day orthopaedics, Tue 24 Nov 2026, 08:00 – 19:00. The file now has: All-day orthopaedics, Tue 24 Nov 2026, 09:00 – 18:00.",
    "You changed this session: All-day orthopaedics, Tue 1 Dec 2026, 08:00 – 19:00. The file now has: All-day orthopaedics, Tue 1 Dec 2026, 09:00 – 18:00.",
  ]);
  await press(user, shown, { take: [shown.data.page.asked[1]?.key ?? ""] });
  expect(await diaryOf(user)).toEqual(["2026-11-24 8-19 All-day orthopaedics", "2026-12-01 9-18 All-day orthopaedics"]);
  expect((await upload(user, next)).data.page.isAnything).toBe(false);
});

test("a session that was deleted by hand comes again only where its event changes and that is ticked", async () => {
  const { user } = await consultant();
  await imported(user, calendarOf(ortho("a", "20261124"), ortho("b", "20261201")));
  await db
    .delete(sessions)
    .where(and(eq(sessions.user_id, user.id), eq(sessions.start_at, londonInstant("2026-11-24", 480))));
  expect((await upload(user, calendarOf(ortho("a", "20261124"), ortho("b", "20261201")))).data.page.isAnything).toBe(
    false,
  );
  const next = calendarOf(ortho("a", "20261125"), ortho("b", "20261201"));
  const shown = await upload(user, next);
  expect(shown.data.page.asked.map(({ answer }) => answer)).toEqual(["Add it again"]);
  await press(user, shown, { take: shown.data.page.asked.map(({ key }) => key) });
  expect(await diaryOf(user)).toEqual(["2026-11-25 8-18 All-day orthopaedics", "2026-12-01 8-18 All-day orthopaedics"]);
});

test("another calendar whose program gives the same UIDs adds its own sessions, and moves none", async () => {
  const { user } = await consultant();
  const uids = ["1", "2", "3", "4"];
  await imported(user, calendarOf(...uids.map((uid) => ortho(uid, `2026112${uid}`))));
  const elsewhere = (from: string) =>
    calendarOf(...uids.map((uid) => ward(uid, `2026120${uid}`).replaceAll("T080000", `T${from}0000`))).replace(
      "X-WR-CALNAME:Rota",
      "X-WR-CALNAME:Elsewhere",
    );
  const shown = await upload(user, elsewhere("08"));
  expect([shown.data.page.change, shown.data.page.add[0]?.dates.length]).toEqual([[], 4]);
  await press(user, shown);
  expect(await diaryOf(user)).toHaveLength(8);
  // Its next version is known by its own keys.
  const { change, add, remove } = (await upload(user, elsewhere("09"))).data.page;
  expect([change.length, add, remove]).toEqual([4, [], []]);
  // The same rota under another name is the same.
  const renamed = calendarOf(...uids.map((uid) => ortho(uid, `2026112${uid}`))).replace("NAME:Rota", "NAME:Rota 2");
  expect((await upload(user, renamed)).data.page.isAnything).toBe(false);
});

test.each([
  ["fewer of its events", ["1", "2", "3"], [3, 0, 0]],
  ["other UIDs of the first calendar, on days that it had nothing on", ["5", "6"], [0, 2, 0]],
])("a calendar with keys of its own keeps to them in a file of %s", async (_, uids, [same, added, changed]) => {
  const { user } = await consultant();
  const first = ["1", "2", "3", "4", "5", "6"].map((uid) => ortho(uid, `2026112${uid}`));
  await imported(user, calendarOf(...first));
  const elsewhere = (some: readonly string[]) =>
    calendarOf(...some.map((uid) => ward(uid, `2026120${uid}`))).replace("NAME:Rota", "NAME:Elsewhere");
  await imported(user, elsewhere(["1", "2", "3", "4"]));
  const before = await diaryOf(user);
  const shown = await upload(user, elsewhere(uids));
  const { add, change, remove, asked, notes } = shown.data.page;
  expect([add.flatMap(({ dates }) => dates).length, change.length, remove, asked]).toEqual([added, changed, [], []]);
  expect(notes).toEqual(same ? [`${same} events imported before and not changed since`] : []);
  if (added) await press(user, shown);
  expect(await diaryOf(user)).toEqual(expect.arrayContaining(before));
  expect((await upload(user, calendarOf(...first))).data.page.isAnything).toBe(false);
});

test("a session whose event is left out now, as when a list has become leave, is asked about once", async () => {
  const { user } = await consultant();
  await imported(user, calendarOf(ortho("a", "20261124"), ortho("b", "20261201"), ortho("c", "20261110")));
  await putCaseInto(user, "2026-11-10");
  const away = (uid: string, day: string) => eventOf(uid, `${day}T080000`, `${day}T180000`, "Annual Leave");
  const next = calendarOf(away("a", "20261124"), away("b", "20261201"), away("c", "20261110"));
  const shown = await upload(user, next);
  const { asked, remove, notes } = shown.data.page;
  expect([asked.map(({ words, answer }) => `${words} ${answer}`), remove]).toEqual([
    [
      "Your logbook has: All-day orthopaedics, Tue 24 Nov 2026, 08:00 – 18:00. The title of its event is now left out. Delete it",
      "Your logbook has: All-day orthopaedics, Tue 1 Dec 2026, 08:00 – 18:00. The title of its event is now left out. Delete it",
    ],
    [],
  ]);
  expect(notes.join()).toContain("has cases or fees and will stay");
  await press(user, shown, { take: [asked[1]?.key ?? ""] });
  expect(await diaryOf(user)).toEqual(["2026-11-10 8-18 All-day orthopaedics", "2026-11-24 8-18 All-day orthopaedics"]);
  expect((await upload(user, next)).data.page.isAnything).toBe(false);
});

test("an event on the day of a planned session that did not happen is left out and said to be", async () => {
  const { user, params, ward: wardRef } = await consultant();
  const at = { user_id: user.id, created_at: NOW, updated_at: NOW };
  const start_at = londonInstant("2026-11-10", 480);
  await db.insert(cancellations).values({ ...at, unique_ref: newRef(), element_ref: params.elementRef, start_at });
  const shown = await upload(user, calendarOf(ortho("a", "20261110"), ward("b", "20261110"), ortho("c", "20261124")));
  expect(shown.data.page.add).toEqual([
    { element: "Labour ward", dates: ["2026-11-10"] },
    { element: "All-day orthopaedics", dates: ["2026-11-24"] },
  ]);
  expect(shown.data.page.notes).toEqual([
    "1 event left out: you said that the session did not happen. To import it, mark the session as planned in your logbook first",
  ]);
  const next = londonInstant("2026-11-24", 480);
  await db
    .insert(cancellations)
    .values({ ...at, unique_ref: newRef(), element_ref: params.elementRef, start_at: next });
  const both = await upload(user, calendarOf(ortho("a", "20261110"), ortho("c", "20261124")));
  expect(both.data.page.notes).toEqual([
    "2 events left out: you said that the sessions did not happen. To import them, mark the sessions as planned in your logbook first",
  ]);
  expect(wardRef).not.toBe(params.elementRef);
});

test("a cancellation of what was never imported says so", async () => {
  const { user } = await consultant();
  const text = calendarOf("METHOD:CANCEL", ortho("a", "20261124"));
  const { data } = await upload(user, text);
  expect(data.page.notes).toEqual([
    "1 event left out: cancelled (Tue 24 Nov 2026). If your logbook has a session for it, delete it in your logbook",
  ]);
  await imported(user, calendarOf(ortho("a", "20261124")));
  const known = (await upload(user, text)).data.page;
  expect([known.notes, known.remove.length]).toEqual([[], 1]);
});

test("a session with a case stays when its event goes, and is the user's own from then on", async () => {
  const { user } = await consultant();
  await imported(user, calendarOf(ortho("a", "20261110"), ortho("b", "20261103"), ortho("c", "20261201")));
  await putCaseInto(user, "2026-11-10");
  const next = calendarOf(ortho("b", "20261103"), ortho("c", "20261201"));
  const shown = await upload(user, next);
  expect([shown.data.page.remove, shown.data.page.asked]).toEqual([[], []]);
  expect(shown.data.page.notes.join()).toContain("1 session no longer in the file has cases or fees and will stay");
  await press(user, shown);
  expect(await diaryOf(user)).toHaveLength(3);
  expect((await upload(user, next)).data.page.isAnything).toBe(false);
});

test("a session is known to hold its cases and fees, whether it came from a rota or not", async () => {
  const { user, params } = await consultant();
  await imported(user, calendarOf(ortho("a", "20261124")));
  const fee = { user_id: user.id, created_at: NOW, updated_at: NOW, amount_pence: 20_000 };
  const [added] = await db
    .select({ ref: sessions.unique_ref })
    .from(sessions)
    .where(and(eq(sessions.user_id, user.id), eq(sessions.start_at, londonInstant("2026-11-24", 480))));
  const held = [params.sessionRef, added?.ref ?? ""];
  await db.delete(cases).where(eq(cases.user_id, user.id));
  await db.delete(fees).where(eq(fees.user_id, user.id));
  for (const session_ref of held) await db.insert(fees).values({ ...fee, unique_ref: newRef(), session_ref });
  const actor = { db, userId: user.id, cipher: vault.of(user.unique_ref) };
  const calendar = parseCalendar(
    (await upload(user, calendarOf(ortho("b", "20261117"), ortho("a", "20261124")))).data.page.calendar,
  );
  if (!calendar) throw new Error("The page carries the calendar");
  const { sessions: found } = await comparedDiary(actor, calendar);
  const holds = Object.fromEntries(found.map((session) => [session.unique_ref, session.holds]));
  expect(holds).toEqual(Object.fromEntries(held.map((ref) => [ref, 1])));
});

test("a case that comes into a session while its deletion is pressed keeps it", async () => {
  const { user } = await consultant();
  await imported(user, calendarOf(ortho("a", "20261110"), ortho("b", "20261103"), ortho("c", "20261201")));
  const shown = await upload(user, calendarOf(ortho("b", "20261103"), ortho("c", "20261201")));
  expect(shown.data.page.remove).toHaveLength(1);
  await putCaseInto(user, "2026-11-10");
  expect((await press(user, shown)).status).toBe(409);
  expect(await diaryOf(user)).toHaveLength(3);
});

test("what the plan has put into the diary is not doubled: it follows the rota, and other times are asked about", async () => {
  const { user, params } = await consultant();
  const [like] = await db.select().from(sessions).where(eq(sessions.unique_ref, params.sessionRef));
  for (const day of ["2026-11-24", "2026-12-01"]) {
    const at = { unique_ref: newRef(), start_at: londonInstant(day, 480), end_at: londonInstant(day, 1080) };
    if (like) await db.insert(sessions).values({ ...like, ...at });
  }
  const text = calendarOf(ortho("a", "20261124"), ortho("b", "20261201", "07", "17"));
  const shown = await upload(user, text);
  expect([shown.data.page.add, shown.data.page.already]).toEqual([[], 1]);
  expect(shown.data.page.asked.map(({ words }) => words)).toEqual([
    "All-day orthopaedics, Tue 1 Dec 2026: 08:00 – 18:00 in your logbook, 07:00 – 17:00 in the file.",
  ]);
  await press(user, shown);
  expect(await diaryOf(user)).toEqual(["2026-11-24 8-18 All-day orthopaedics", "2026-12-01 8-18 All-day orthopaedics"]);
  await imported(user, calendarOf(ortho("a", "20261125"), ortho("b", "20261201", "07", "17")));
  expect(await diaryOf(user)).toEqual(["2026-11-25 8-18 All-day orthopaedics", "2026-12-01 8-18 All-day orthopaedics"]);
});

test("a program that gives new UIDs with each file doubles nothing, moves what moved, and keeps cases", async () => {
  const { user } = await consultant();
  await imported(user, calendarOf(ortho("a", "20261110"), ortho("b", "20261124"), ward("c", "20261126")));
  const heldRef = await putCaseInto(user, "2026-11-10");
  const shown = await upload(
    user,
    calendarOf(ortho("x", "20261110"), ortho("y", "20261124", "09"), ward("z", "20261126")),
  );
  const { add, change, remove, asked, already } = shown.data.page;
  expect([add, change.length, remove, asked, already]).toEqual([[], 1, [], [], 2]);
  await press(user, shown);
  expect(await diaryOf(user)).toEqual([
    "2026-11-10 8-18 All-day orthopaedics",
    "2026-11-24 9-18 All-day orthopaedics",
    "2026-11-26 8-18 Labour ward",
  ]);
  expect(await db.$count(rotaEvents, eq(rotaEvents.user_id, user.id))).toBe(3);
  expect(await db.$count(cases, eq(cases.session_ref, heldRef))).toBe(1);
});

test("an element that is not the user's, or not offered, is refused", async () => {
  const { user } = await consultant();
  const shown = await upload(user, calendarOf(ortho("a", "20261124")));
  for (const intent of ["show", "import"]) {
    const answer = await press(user, shown, { element: [newRef()], intent });
    expect([answer.status, answer.data.form.errors[""]?.[0]]).toEqual([
      422,
      expect.stringMatching(/^Choose an element/),
    ]);
  }
  expect(await diaryOf(user)).toEqual([]);
});

test("an import is undone whole, and the file may then be imported anew", async () => {
  const { user } = await consultant();
  await imported(user, calendarOf(ortho("a", "20261124"), ortho("b", "20261201"), ward("c", "20261126")));
  const before = await diaryOf(user);
  const next = calendarOf(ortho("a", "20261124", "09"), ward("c", "20261127"), ward("n", "20261203"));
  const answer = await imported(user, next);
  expect(await diaryOf(user)).not.toEqual(before);
  await undoLast(user, answer);
  expect(await diaryOf(user)).toEqual(before);
  const { data } = await upload(user, next);
  expect([data.page.add.length, data.page.change.length, data.page.remove.length]).toEqual([1, 2, 1]);
});

test("choices are remembered by a keyed hash alone, for leaving out as well", async () => {
  const { user, ward: wardRef } = await consultant();
  const text = calendarOf(
    ortho("a", "20261124"),
    eventOf("e", "20261130T090000", "20261130T100000", "Dr Smith’s slot"),
  );
  const shown = await upload(user, text);
  const other = await press(user, shown, { element: ["out", wardRef], intent: "show" });
  expect(other.data.page.add).toEqual([{ element: "Labour ward", dates: ["2026-11-30"] }]);
  await press(user, other);
  const next = await upload(user, text.replace("Dr Smith’s", "DR SMITH’S"));
  expect(next.data.page.titles.map(({ element, why }) => [element, why])).toEqual([
    ["out", "last time"],
    [wardRef, "last time"],
  ]);
  const stored = JSON.stringify([
    await db.select().from(rotaTitles).where(eq(rotaTitles.user_id, user.id)),
    await db.select().from(rotaEvents).where(eq(rotaEvents.user_id, user.id)),
  ]);
  expect(stored).not.toMatch(/smith|jones|ortho/i);
});

test("choices that changed after they were shown are shown before anything is written", async () => {
  const { user, ward: wardRef } = await consultant();
  const shown = await upload(user, calendarOf(ortho("a", "20261124")));
  const answer = await press(user, shown, { element: [wardRef] });
  expect([answer.status, answer.data.page.add]).toEqual([409, [{ element: "Labour ward", dates: ["2026-11-24"] }]]);
  expect(answer.data.form.errors[""]?.[0]).toMatch(/^Nothing was imported/);
  expect(await diaryOf(user)).toEqual([]);
  expect((await press(user, answer)).status).toBe(302);
});

test("an event of a whole day takes the plan's times, or is left out where there are none", async () => {
  const { user } = await consultant();
  const { data } = await upload(user, medirota);
  await press(user, { data });
  expect(await diaryOf(user)).toEqual(["2026-11-24 8-18 All-day orthopaedics", "2026-11-26 8-18 Labour ward"]);
  expect(data.page.notes).toContain("1 event left out: no end, or the same end as start");
});

test("a title without known words is taken for the element in whose times its events lie", async () => {
  const { user, params } = await consultant();
  const text = calendarOf(
    ...["20261124", "20261201", "20261208"].map((day) =>
      eventOf(day, `${day}T080000`, `${day}T180000`, "Theatre 4: Smith"),
    ),
  );
  const { data } = await upload(user, text);
  expect(data.page.titles.map(({ element, why }) => [element, why])).toEqual([[params.elementRef, "times"]]);
});

test("events on days without a plan are left out and said to be", async () => {
  const { user } = await consultant();
  const { data } = await upload(user, calendarOf(ortho("a", "20261124"), ortho("b", "20270407")));
  expect(data.page.add).toEqual([{ element: "All-day orthopaedics", dates: ["2026-11-24"] }]);
  expect(data.page.notes.join()).toContain("1 event left out: no job plan has the element on that day");
});

test("a year of a rota is read, shown and written in few trips, and undone", async () => {
  const { user } = await consultant();
  const counting = countingDatabase();
  const shown = await upload(user, clwrota, counting.database);
  expect(counting.trips()).toBe(2);
  expect(shown.data.page.add.map(({ element, dates }) => [element, dates.length])).toEqual([
    ["Labour ward", 52],
    ["All-day orthopaedics", 51],
  ]);
  expect(shown.data.page.already).toBe(1);
  const writing = countingDatabase();
  const answer = await press(user, shown, { database: writing.database });
  expect(flash(answer)).toContain("Rota imported: 103 sessions added");
  expect(writing.trips()).toBe(2);
  expect(await db.$count(rotaEvents, eq(rotaEvents.user_id, user.id))).toBe(105);
  await undoLast(user, answer);
  expect(await diaryOf(user)).toEqual([]);
  expect(await db.$count(rotaEvents, eq(rotaEvents.user_id, user.id))).toBe(0);
});

test("a calendar is read in the encoding that it has, and another kind of file is none", async () => {
  const { user } = await consultant();
  const text = calendarOf(eventOf("a", "20261124T080000", "20261124T180000", "Ortho – André’s list"));
  const utf16 = new Uint8Array(Uint16Array.from([..."\ufeff", ...text].map((each) => each.charCodeAt(0))).buffer);
  const windows = new TextEncoder().encode(text.replace("–", "\u0001").replace("é", "\u0002").replace("’", "\u0003"));
  const bytes = windows.map((byte) => ({ 1: 0x96, 2: 0xe9, 3: 0x92 })[byte] ?? byte);
  for (const content of [text, utf16, bytes]) {
    expect((await upload(user, content)).data.page.titles[0]?.title).toBe("Ortho – André’s list");
  }
  const workbook = Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 1, 2]);
  expect(JSON.stringify((await upload(user, workbook)).data)).toContain("This file is not a calendar");
});

test("a file asks for a confirmed address, a size and a file at all", async () => {
  const user = await makeUser();
  await makeDiary(user);
  const text = calendarOf(ortho("a", "20261124"));
  expect((await upload(user, text)).data.form.errors.file?.[0]).toMatch(/^Confirm your email address/);
  await setAddressOf(user);
  expect((await upload(user, "x".repeat(2_000_001))).data.form.errors.file?.[0]).toMatch(
    /^Choose a file of 2 MB or less/,
  );
  expect((await upload(user, "Date,Age")).data.form.errors.file?.[0]).toMatch(/^Choose an .ics file/);
  expect((await upload(user, text, db, "rota.html")).data.form.errors.file?.[0]).toMatch(/^Choose an .ics file/);
  for (const name of ["ROTA.ICS", "rota"]) expect((await upload(user, text, db, name)).data.page).toBeTruthy();
  expect((await upload(user, text)).status).toBe(200);
  const tampered = { idempotency_key: newRef(), calendar: "{}", shown: "", element: [], intent: "import" };
  expect((await submit<Answered>(page.action, tampered, { user })).status).toBe(422);
});

test("the level that imports files is asked for", async () => {
  const user = await makeUser(9);
  const site = { ...SITE, csvImportMinLevel: 10 };
  expect((await load(page.loader, { user, site })).location).toBe("/logbook/");
});
