import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { sessions } from "~/diary/sessions/table.server";
import { isCalledOffTitle } from "~/import/rota/titles";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { db } from "../../support/harness";
import { calendarOf, eventOf } from "./files";
import calledOff from "./fixtures/called-off.ics?raw";
import first from "./fixtures/first-version.ics?raw";
import second from "./fixtures/second-version.ics?raw";
import { consultant, diaryOf, flash, imported, press, putCaseInto, upload } from "./page";

/** A consultant with a trauma list in the plan. */
async function traumatologist() {
  const { user, ward } = await consultant();
  await db.update(jobPlanElements).set({ description: "Trauma list" }).where(eq(jobPlanElements.unique_ref, ward));
  return user;
}

test.each([
  "Canceled: Trauma list",
  "CANCELLED: Trauma list",
  "Cancelled - Trauma list",
  "[Cancelled] Trauma list",
  "Cancelled Trauma list",
  "Trauma list - CANCELLED",
  "Trauma list (canceled)",
  "Trauma list cancelled",
  "Trauma (cancelled) list",
  "CANX Trauma list",
  "Trauma list: called off",
  "Trauma list - stood down",
])("%s is called off", (title) => {
  expect(isCalledOffTitle(title)).toBe(true);
});

test.each([
  "Trauma list",
  "Clinic for cancelled patients",
  "Trauma list, not cancelled",
  "Cancellations clinic",
  "Uncancelled: Trauma list",
])("%s takes place", (title) => {
  expect(isCalledOffTitle(title)).toBe(false);
});

test("events that a file calls off, by title or status or as free time, are shown as left out, and why", async () => {
  const user = await traumatologist();
  const shown = await upload(user, calledOff);
  const { add, titles, notes } = shown.data.page;
  expect(add).toEqual([{ element: "Trauma list", dates: ["2026-11-10"] }]);
  expect(titles.map(({ title, why }) => [title, why])).toEqual([["Trauma list", "words"]]);
  expect(notes).toEqual([
    "3 events left out: their titles say that they are cancelled (Wed 11 Nov 2026, Thu 12 Nov 2026 and Fri 13 Nov 2026). If your logbook has sessions for them, delete them in your logbook",
  ]);
  expect(flash(await press(user, shown))).toBe("Rota imported: 1 session added");
});

test("free time is a title of its own, left out until an element is chosen for it", async () => {
  const user = await traumatologist();
  const free = (uid: string, day: string) =>
    eventOf(uid, `${day}T080000`, `${day}T180000`, "Trauma list", "TRANSP:TRANSPARENT");
  // Programs mark whole days as free when nobody said so.
  const wholeDay = eventOf("d", "20261112", "20261113", "Trauma list", "TRANSP:TRANSPARENT");
  const busy = eventOf("b", "20261110T080000", "20261110T180000", "Trauma list", "TRANSP:OPAQUE");
  const shown = await upload(user, calendarOf(free("a", "20261111"), busy, wholeDay));
  const { titles, add } = shown.data.page;
  expect(titles.map(({ title, why, events }) => [title, why, events])).toEqual([
    ["Trauma list (free time)", "free", 1],
    ["Trauma list", "words", 2],
  ]);
  expect(add).toEqual([{ element: "Trauma list", dates: ["2026-11-10"] }]);
  const element = titles[1]?.element ?? "";
  const chosen = await press(user, shown, { element: [element, element], intent: "show" });
  expect(chosen.data.page.add[0]?.dates).toEqual(["2026-11-10", "2026-11-11"]);
  await press(user, chosen);
  const again = await upload(user, calendarOf(free("c", "20261118")));
  expect(again.data.page.titles.map(({ why }) => why)).toEqual(["last time"]);
});

test("an event whose title says now that it is called off has its session removed, as one with that status", async () => {
  const user = await traumatologist();
  await imported(user, first);
  const shown = await upload(user, second);
  expect(shown.data.page.remove.map(({ words }) => words)).toEqual([
    "Trauma list, Wed 11 Nov 2026, 08:00 – 13:00",
    "Trauma list, Thu 12 Nov 2026, 08:00 – 13:00",
  ]);
  expect(shown.data.page.notes).toEqual(["2 events imported before and not changed since"]);
  expect(flash(await press(user, shown))).toBe("Rota imported: 2 sessions deleted");
  expect(await diaryOf(user)).toEqual(["2026-11-10 8-13 Trauma list", "2026-11-13 8-13 Trauma list"]);
});

test("a week on call that is called off has each of its days removed", async () => {
  const user = await traumatologist();
  const week = (title: string) => calendarOf(eventOf("a", "20261116", "20261123", title));
  await db.update(jobPlanElements).set({ default_basis: "fixed" }).where(eq(jobPlanElements.user_id, user.id));
  await imported(user, week("Trauma week"));
  for (const title of ["Trauma week - called off", "Canceled: Trauma week"]) {
    expect((await upload(user, week(title))).data.page.remove).toHaveLength(7);
  }
});

test("a session with a case stays when its event is called off, and one that was moved is asked about", async () => {
  const user = await traumatologist();
  await imported(user, first);
  await putCaseInto(user, "2026-11-11");
  const rows = await db.select().from(sessions).where(eq(sessions.user_id, user.id));
  const [moved] = rows.filter(({ start_at }) => new Date(start_at).toISOString().startsWith("2026-11-12"));
  await db
    .update(sessions)
    .set({ end_at: (moved?.end_at ?? 0) + 60_000 })
    .where(eq(sessions.unique_ref, moved?.unique_ref ?? ""));
  const { page } = (await upload(user, second)).data;
  expect([page.remove, page.asked.length]).toEqual([[], 1]);
  expect(page.notes.join()).toContain("1 session no longer in the file has cases or fees and will stay");
});
