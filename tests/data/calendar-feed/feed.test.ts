import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { feeds } from "~/account/table.server";
import { feedCalendar } from "~/data/calendar-feed/feed.server";
import { calendarFile, leaveEvent, sessionEvent } from "~/data/export/calendar-file.server";
import { leave } from "~/diary/leave/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { hashOf, newSecret } from "~/platform/db/tokens";
import { addDays, londonInstant } from "~/platform/time/london";
import * as feed from "~/routes/mydata/feed";
import { addSession, row } from "../../diary/fees/extras-fees";
import { makeDiary } from "../../support/diary";
import { db, makeUser, NOW, racingDatabase, submit, TODAY } from "../../support/harness";

type User = Awaited<ReturnType<typeof makeUser>>;

const HOUR = 3_600_000;

/** @returns the token of the feed's address */
async function makeFeed(user: User, last_read_at: number | null = null): Promise<string> {
  const token = newSecret();
  await db.insert(feeds).values({
    ...{ ...row(user), user_ref: user.unique_ref, unique_ref: newRef(), token_hash: await hashOf(token) },
    ...{ content: "titles", last_read_at },
  });
  return token;
}

const feedOf = async (user: User) => (await db.select().from(feeds).where(eq(feeds.user_ref, user.unique_ref)))[0];
const titlesIn = (text: string | null) => [...(text ?? "").matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title);
const addLeave = async (user: User, date_start: string, date_end: string, more: Partial<typeof leave.$inferInsert>) => {
  const values = { ...row(user), unique_ref: newRef(), date_start, date_end, type: "annual", status: "taken" } as const;
  await db.insert(leave).values({ ...values, ...more });
};

test("the feed reaches 400 days back: with leave that lasts until then, and without the day before", async () => {
  const user = await makeUser();
  const first = addDays(TODAY, -400);
  const at = async (start_at: number, site: string) => {
    const ref = await addSession(user, first);
    await db.update(sessions).set({ start_at, site }).where(eq(sessions.unique_ref, ref));
    return `UID:${ref}@daybook`;
  };
  const within = await at(londonInstant(first), "Within");
  const before = await at(londonInstant(first) - 60_000, "Before");
  await addLeave(user, addDays(first, -9), first, { name: "Long" });
  await addLeave(user, addDays(first, -9), addDays(first, -1), { name: "Over" });
  await addLeave(user, TODAY, TODAY, { name: "Called off", status: "cancelled" });
  const text = await feedCalendar(db, await makeFeed(user), NOW);
  expect(text).toContain(within);
  expect(text).not.toContain(before);
  expect(titlesIn(text)).toEqual(["Session", "Long"]);
});

test.each([
  ["an hour ago", NOW - HOUR, NOW - HOUR],
  ["more than an hour ago", NOW - HOUR - 1, NOW],
  ["never", null, NOW],
])("a feed that was read last %s is noted as read at most once an hour", async (_, before, after) => {
  const [user, other] = [await makeUser(), await makeUser()];
  const token = await makeFeed(user, before);
  await makeFeed(other, before);
  await feedCalendar(db, token, NOW);
  expect([(await feedOf(user))?.last_read_at, (await feedOf(other))?.last_read_at]).toEqual([after, before]);
});

test("a calendar holds nothing of another who has rows of the same references", async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  const { params } = await makeDiary(other);
  const mine = await addSession(user, "2026-11-18");
  const [theirs] = await db.select().from(sessions).where(eq(sessions.unique_ref, mine));
  const copy = { ...(theirs as NonNullable<typeof theirs>), ...row(other), element_ref: params.elementRef };
  await db.insert(sessions).values(copy);
  const changed = { description: "Theirs" };
  await db.update(jobPlanElements).set(changed).where(eq(jobPlanElements.unique_ref, params.elementRef));
  expect(titlesIn(await feedCalendar(db, await makeFeed(user), NOW))).toEqual(["Session"]);
  const pieces: string[] = [];
  for await (const piece of calendarFile({ db, userId: user.id }, NOW)) pieces.push(piece);
  expect(titlesIn(pieces.join(""))).toEqual(["Session (1.00 PA)"]);
});

test("what a calendar shows is changed of one's own feed alone, and only where there is one", async () => {
  const [user, other, none] = [await makeUser(), await makeUser(), await makeUser()];
  await makeFeed(user);
  await makeFeed(other);
  const change = (who: User) => submit(feed.action, { intent: "change", content: "pas" }, { user: who });
  expect([(await change(user)).status, (await change(none)).status]).toEqual([302, 409]);
  expect([(await feedOf(user))?.content, (await feedOf(other))?.content]).toEqual(["pas", "titles"]);
  const ends = () => db.delete(feeds).where(eq(feeds.user_ref, other.unique_ref));
  const raced = { user: other, database: racingDatabase(1, ends) };
  expect((await submit(feed.action, { intent: "change", content: "pas" }, raced)).status).toBe(409);
  await submit(feed.action, { intent: "end", content: "titles" }, { user });
  expect(await feedOf(user)).toBeUndefined();
});

test("a calendar file leaves out leave that was called off, and has that of all years", async () => {
  const user = await makeUser();
  await addLeave(user, "2020-05-04", "2020-05-04", { name: "Once" });
  await addLeave(user, "2026-05-04", "2026-05-04", { name: "Called off", status: "cancelled" });
  const pieces: string[] = [];
  for await (const piece of calendarFile({ db, userId: user.id }, NOW)) pieces.push(piece);
  expect(titlesIn(pieces.join(""))).toEqual(["Once"]);
});

const LEAVE = { unique_ref: "l", type: "study", name: "", status: "taken", updated_at: NOW } as const;
const DAY = { date_start: "2026-12-14", date_end: "2026-12-14", start_part: "full", end_part: "full" } as const;
const DAYS = { ...DAY, date_end: "2026-12-18" } as const;

test.each([
  [DAY, "Study leave"],
  [{ ...DAY, name: "Congress" }, "Congress"],
  [{ ...DAY, start_part: "am" as const }, "Study leave, morning"],
  [{ ...DAY, start_part: "pm" as const }, "Study leave, afternoon"],
  [{ ...DAY, status: "planned" as const }, "Study leave, planned"],
  [{ ...DAY, status: "requested" as const }, "Study leave, requested"],
  [{ ...DAY, status: "approved" as const }, "Study leave"],
  [DAYS, "Study leave"],
  [{ ...DAYS, start_part: "pm" as const }, "Study leave, from the first afternoon"],
  [{ ...DAYS, end_part: "am" as const }, "Study leave, to the last morning"],
])("leave with %j is called %s", (more, title) => {
  const { date_start, date_end, ...others } = more;
  expect(leaveEvent({ ...LEAVE, ...others, date_start, date_end })).toEqual({
    ...{ uid: "l@daybook", title, changedAt: NOW, firstDay: date_start, lastDay: date_end },
  });
});

test("a session is called by its element, with its PAs and its site where these are told", () => {
  const session = { unique_ref: "s", start_at: 1, end_at: 2, updated_at: NOW, element: "List", pa_units: 9000 };
  const event = { uid: "s@daybook", changedAt: NOW, from: 1, until: 2 };
  expect(sessionEvent({ ...session, site: "Main" }, "titles")).toEqual({ ...event, title: "List", location: "Main" });
  expect(sessionEvent({ ...session, element: null, site: "" }, "pas")).toEqual({
    ...event,
    title: "Session (2.50 PA)",
  });
});
