import { asc, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { calendarFile } from "~/data/export/calendar-file.server";
import { cases } from "~/diary/cases/table.server";
import { workingHours } from "~/diary/expected/hours";
import { formatNotHeld } from "~/diary/sessions/outcome";
import { decryptNotes } from "~/diary/sessions/queries.server";
import { cancellations, sessions } from "~/diary/sessions/table.server";
import { londonInstant } from "~/platform/time/london";
import * as planned from "~/routes/logbook/planned-log";
import * as outcome from "~/routes/logbook/session-outcome";
import * as undo from "~/routes/logbook/undo";
import * as progress from "~/routes/progress/progress";
import { makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { db, load, makeUser, NOW, submit, vault } from "../../support/harness";

/** The Tuesday of the session that is logged, and the one before it, which is only planned. */
const [LOGGED, PLANNED] = ["2026-11-17", "2026-11-10"];

async function diary() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db.delete(cancellations).where(eq(cancellations.user_id, user.id));
  await db.delete(cases).where(eq(cases.user_id, user.id));
  return { user, params };
}

type Diary = Awaited<ReturnType<typeof diary>>;

async function say({ user, params }: Diary, fields: Record<string, string>) {
  const [row] = await db.select().from(sessions).where(eq(sessions.unique_ref, params.sessionRef));
  const answer = await submit<{ form?: { errors: unknown } }>(
    outcome.action,
    { version: String(row?.version), ...fields },
    { user, params, path: `/logbook/session/${params.sessionRef}/outcome/` },
  );
  return answer.status === 302 ? flashOf(answer) : { errors: answer.data?.form?.errors, status: answer.status };
}

async function sayPlanned({ user, params: { elementRef } }: Diary, fields: Record<string, string>) {
  const path = `/logbook/planned/${elementRef}/${PLANNED}/?start=08:00`;
  return flashOf(await submit(planned.action, fields, { user, path, params: { elementRef, date: PLANNED } }));
}

async function rowsOf(user: SignedInUser) {
  const rows = await db.select().from(sessions).where(eq(sessions.user_id, user.id)).orderBy(asc(sessions.start_at));
  const cipher = vault.of(user.unique_ref);
  return Promise.all(
    rows.map(async (row) => [
      ...[new Date(row.start_at).toISOString().slice(0, 10), row.outcome, row.pa_units / 3600],
      await decryptNotes(cipher, row),
    ]),
  );
}

const takeBack = async (user: SignedInUser, undoRef: string) =>
  submit(undo.action, {}, { user, path: `/undo/${undoRef}/`, params: { undoRef } });

test("a logged session that the trust called off keeps its PAs, one that its user called off counts none, and both may have happened", async () => {
  const own = await diary();
  expect(await say(own, { intent: "cancelled_by_trust" })).toMatchObject({
    text: "Cancelled by the trust: All-day orthopaedics, Tue 17 Nov 2026, 08:00 – 18:00",
  });
  expect(await rowsOf(own.user)).toEqual([[LOGGED, "cancelled_by_trust", 2.5, ""]]);
  await say(own, { intent: "cancelled_by_me" });
  expect(await rowsOf(own.user)).toEqual([[LOGGED, "cancelled_by_me", 0, ""]]);
  await say(own, { intent: "held" });
  expect(await rowsOf(own.user)).toEqual([[LOGGED, "held", 2.5, ""]]);
});

test("a planned session that did not happen is logged as that by one press, once, and one undo takes it back", async () => {
  const own = await diary();
  const { text, undo: undoRef } = await sayPlanned(own, { intent: "cancelled_by_trust" });
  expect(text).toBe("Cancelled by the trust: All-day orthopaedics, Tue 10 Nov 2026, 08:00 – 18:00");
  const both = [
    [PLANNED, "cancelled_by_trust", 2.5, ""],
    [LOGGED, "held", 2.5, ""],
  ];
  expect(await rowsOf(own.user)).toEqual(both);
  expect((await sayPlanned(own, { intent: "cancelled_by_me" })).text).toMatch(/^Nothing was changed/);
  expect(await rowsOf(own.user)).toEqual(both);
  await takeBack(own.user, undoRef ?? "");
  expect(await rowsOf(own.user)).toEqual([[LOGGED, "held", 2.5, ""]]);
});

test("a swapped session goes to its other day, what is left says with whom and counts nothing, and one undo takes both back", async () => {
  const own = await diary();
  const swap = { intent: "swapped", swapped_with: "Jo", swap_date: "19/11/2026" };
  const said = await say(own, swap);
  expect(said).toMatchObject({
    text: "Swapped: All-day orthopaedics, Tue 17 Nov 2026, 08:00 – 18:00, to Thu 19 Nov 2026",
  });
  const note = "Swapped with Jo, to Thu 19 Nov 2026";
  expect(await rowsOf(own.user)).toEqual([
    [LOGGED, "swapped", 0, note],
    ["2026-11-19", "held", 2.5, ""],
  ]);
  await takeBack(own.user, "undo" in said ? (said.undo ?? "") : "");
  expect(await rowsOf(own.user)).toEqual([[LOGGED, "held", 2.5, ""]]);
  await sayPlanned(own, { ...swap, swapped_with: "" });
  expect(await rowsOf(own.user)).toEqual([
    [PLANNED, "swapped", 0, "Swapped, to Thu 19 Nov 2026"],
    [LOGGED, "held", 2.5, ""],
    ["2026-11-19", "held", 2.5, ""],
  ]);
});

test("a swap asks for another day, of the same plan; and a session with cases happened", async () => {
  const own = await diary();
  for (const [swap_date, message] of [
    ["", /./],
    ["17/11/2026", /^Enter another day/],
    ["17/11/2019", /is an element of/],
  ] as const) {
    expect(await say(own, { intent: "swapped", swap_date })).toMatchObject({
      status: 422,
      errors: { swap_date: [expect.stringMatching(message)] },
    });
  }
  const user = await makeUser();
  const { params } = await makeDiary(user);
  expect(await say({ user, params }, { intent: "cancelled_by_me" })).toMatchObject({
    status: 409,
    errors: { "": [expect.stringMatching(/^Cases are logged in this session/)] },
  });
});

test("what did not happen is no time worked and in no calendar, and the page of progress says what it counted", async () => {
  const own = await diary();
  await sayPlanned(own, { intent: "cancelled_by_trust" });
  await say(own, { intent: "cancelled_by_me" });
  const parts: string[] = [];
  for await (const part of calendarFile({ db, userId: own.user.id }, NOW)) parts.push(part);
  expect(parts.join("")).not.toContain("orthopaedics");
  const page = await load<{ page: { sentences: string[] } }>(progress.loader, { user: own.user, path: "/progress/" });
  expect(JSON.stringify(page.data)).toContain(
    "2 sessions did not happen: 1 cancelled by the trust (2.50 PA kept), 1 by me.",
  );
});

test("hours of work leave out what did not happen, whatever it counts", () => {
  const list = (day: string) => ({
    start_at: londonInstant(day, 480),
    ...{ pa_basis: "time_calculated" as const, standard_minutes: 600, premium_minutes: 0, pa_units: 9000 },
    ...{ standard_minutes_per_pa: 240 },
  });
  const off = { ...list(LOGGED), outcome: "cancelled_by_trust" as const };
  const mean = workingHours([list(PLANNED), off], list(PLANNED).start_at, "2026-11-23");
  expect(mean?.meanMinutes).toBe(300);
});

test("what did not happen is counted by its reason", () => {
  const of = (outcome: "cancelled_by_trust" | "cancelled_by_me" | "swapped", pa_units = 0) => ({ outcome, pa_units });
  expect(formatNotHeld([{ pa_units: 9000 }])).toBeNull();
  expect(formatNotHeld([of("cancelled_by_me")])).toBe("1 session did not happen: 1 cancelled by me");
  const trust = [of("cancelled_by_trust", 9000), of("cancelled_by_trust", 9000)];
  expect(formatNotHeld([...trust, of("cancelled_by_me"), of("swapped")])).toBe(
    "4 sessions did not happen: 2 cancelled by the trust (5.00 PA kept), 1 by me, 1 swapped",
  );
});

test("what a swap leaves in its place never counts again, and cases of another device keep no session called off", async () => {
  const own = await diary();
  await say(own, { intent: "swapped", swap_date: "19/11/2026" });
  const rows = await db.select().from(sessions).where(eq(sessions.user_id, own.user.id));
  const left = rows.find((row) => row.outcome === "swapped") as (typeof rows)[number];
  const ofLeft = { ...own, params: { ...own.params, sessionRef: left.unique_ref } };
  expect(await say(ofLeft, { intent: "held" })).toEqual({
    errors: { "": ["This session was swapped: it is on its other day. Change or delete it there"] },
    status: 409,
  });

  const other = await makeUser();
  const { params } = await makeDiary(other);
  const withCases = { user: other, params };
  await db.update(sessions).set({ outcome: "cancelled_by_me", pa_units: 0 }).where(eq(sessions.user_id, other.id));
  await say(withCases, { intent: "held" });
  expect((await rowsOf(other)).map(([, is]) => is)).toEqual(["held"]);
});

test("no session of a series goes with it once it was said why it did not happen", async () => {
  const own = await diary();
  await db
    .update(sessions)
    .set({ recurring_uuid: "00000000-0000-4000-8000-000000000001" })
    .where(eq(sessions.user_id, own.user.id));
  await say(own, { intent: "cancelled_by_trust" });
  const [row] = await db.select().from(sessions).where(eq(sessions.user_id, own.user.id));
  expect(row?.recurring_uuid).toBeNull();
});

test("progress asks for no PAs of a session that its user called off", async () => {
  const own = await diary();
  await say(own, { intent: "cancelled_by_me" });
  const { data } = await load(progress.loader, { user: own.user, path: "/progress/" });
  expect(JSON.stringify(data)).toContain('"needsValue":[]');
});
