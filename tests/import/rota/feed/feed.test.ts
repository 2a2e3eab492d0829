import { eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { rotaFeeds } from "~/diary/rota/table.server";
import type { FeedShown } from "~/import/rota/feed/feed.server";
import { readRota, sweepRotaFeeds } from "~/import/rota/feed/read-rota.server";
import type { RotaPreview } from "~/import/rota/preview.server";
import { DAY_MS, HOUR_MS } from "~/platform/time/durations";
import * as rotaPage from "~/routes/csv-import/rota";
import * as addressPage from "~/routes/csv-import/rota-address";
import * as roundUp from "~/routes/logbook/round-up";
import { db, jobContext, load, NOW, recordingJobs, SITE, submit } from "../../../support/harness";
import { lettersOf } from "../../../support/letters";
import { ROTA_URL, rotaServer } from "../../../support/rota-server";
import { calendarOf, eventOf } from "../files";
import { consultant, diaryOf, flash, ortho, press } from "../page";

const usual = rotaServer.answer;
afterEach(() => {
  rotaServer.answer = usual;
  rotaServer.asked.length = 0;
});

const answers = (text: string, headers = {}) => {
  rotaServer.answer = () => new Response(text, { headers });
};

const send = (user: SignedInUser, fields: Record<string, string>, now = NOW) =>
  submit(addressPage.action, fields, { user, now });
const shownOf = async (user: SignedInUser) =>
  (await load<{ feed: FeedShown | null }>(addressPage.loader, { user })).data.feed;
const rowOf = async (user: SignedInUser) =>
  (await db.select().from(rotaFeeds).where(eq(rotaFeeds.user_ref, user.unique_ref)))[0];

/** A consultant whose rota is read at its address. */
async function subscriber(text: string, headers = {}) {
  const { user } = await consultant();
  answers(text, headers);
  return { user, saved: await send(user, { intent: "save", address: ROTA_URL.replace("https", "webcal") }) };
}

/** What the rota at the address proposes, as its page shows it. */
async function proposed(user: SignedInUser) {
  const { data } = await load<{ read: { page: RotaPreview; key: string } }>(rotaPage.loader, {
    ...{ user, path: "/import_csv_data/rota/?from=address" },
  });
  return data.read;
}

test("an address is read as it is saved, proposes what a file does, and changes nothing by itself", async () => {
  const { user, saved } = await subscriber(
    calendarOf(ortho("a", "20261124"), eventOf("l", "20261207", "20261209", "A/L")),
  );
  expect([saved.location, flash(saved)]).toEqual([
    ...["/import_csv_data/rota/?from=address", "Your rota has 2 changes to look at"],
  ]);
  expect(await diaryOf(user)).toEqual([]);
  expect(await shownOf(user)).toMatchObject({ host: "rota.example.org", fault: null });
  expect(JSON.stringify(await rowOf(user))).not.toMatch(/secret-token|Ortho/);
  const due = (await load<{ rota: string | null }>(roundUp.loader, { user, path: "/logbook/round-up/" })).data;
  expect(JSON.stringify(due)).toContain("Your rota has 2 changes to look at");
  const read = await proposed(user);
  expect(read.page.leave).toHaveLength(1);
  const answer = await press(user, { data: { ...read, form: { values: {}, errors: {} } as never } });
  expect(flash(answer)).toContain("1 session added and 1 period of leave added");
  expect((await rowOf(user))?.changes).toBe(0);
});

test("an unchanged rota is not sent again, and its proposals are counted against the diary as it is now", async () => {
  const { user } = await subscriber(calendarOf(ortho("a", "20261124")), { ETag: '"v1"' });
  const text = (await rowOf(user))?.text_encrypted;
  rotaServer.answer = () => new Response(null, { status: 304 });
  expect(await readRota(jobContext({ now: NOW + DAY_MS }), user.unique_ref)).toEqual({ changes: 1 });
  expect(rotaServer.asked.at(-1)?.headers.get("If-None-Match")).toBe('"v1"');
  const row = await rowOf(user);
  expect([row?.etag, row?.text_encrypted]).toEqual(['"v1"', text]);
});

test("a rota that cannot be read is told in words, keeps what was read, and is mailed once after seven days", async () => {
  const { user } = await subscriber(calendarOf(ortho("a", "20261124")));
  rotaServer.answer = () => new Response("no", { status: 404 });
  const failing = (days: number) => readRota(jobContext({ now: NOW + days * DAY_MS }), user.unique_ref);
  for (const days of [1, 7.5]) await failing(days);
  expect(await lettersOf(user.unique_ref)).toEqual([]);
  for (const days of [8, 9]) await failing(days);
  expect((await lettersOf(user.unique_ref)).map(({ kind }) => kind)).toEqual(["rota-unread"]);
  expect((await shownOf(user))?.fault).toMatch(/^The address answered 404 on \d+ \w+ 2026$/);
  expect((await proposed(user)).page.add).toHaveLength(1);
  answers("not a calendar");
  expect(flash(await send(user, { intent: "read", address: "" }))).toMatch(/not a calendar Daybook can read on/);
  answers(calendarOf(ortho("a", "20261124")));
  await send(user, { intent: "read", address: "" });
  expect((await shownOf(user))?.fault).toBeNull();
});

test("an address of a private network is refused, and what was typed comes back", async () => {
  const { user } = await consultant();
  const refused = await send(user, { intent: "save", address: "https://10.0.0.1/rota.ics" });
  expect([refused.status, JSON.stringify(refused.data)]).toEqual([422, expect.stringContaining("private network")]);
  expect(JSON.stringify(refused.data)).toContain("https://10.0.0.1/rota.ics");
});

test("a rota is asked for every six hours, for whoever may import one, until its address is removed", async () => {
  const { user } = await subscriber(calendarOf(ortho("a", "20261124")));
  // Before those of other tests, who wait their turn: a sweep sends no more than so many messages.
  const savedAt = NOW - DAY_MS;
  await send(user, { intent: "save", address: ROTA_URL }, savedAt);
  const nudged = async (now: number) => {
    const jobs = recordingJobs();
    await sweepRotaFeeds({ db, jobs, now });
    return jobs.sent.filter(({ ref }) => ref === user.unique_ref).length;
  };
  const after = (hours: number) => nudged(savedAt + hours * HOUR_MS);
  expect([await after(5), await after(6), await after(6)]).toEqual([0, 1, 0]);
  const asked = rotaServer.asked.length;
  await readRota(jobContext({ site: { ...SITE, csvImportMinLevel: 10 } }), user.unique_ref);
  expect(rotaServer.asked).toHaveLength(asked);
  await send(user, { intent: "end", address: "" });
  expect([await rowOf(user), await shownOf(user), await readRota(jobContext(), user.unique_ref)]).toEqual([
    ...[undefined, null, null],
  ]);
});

test("what is read for an address that was replaced meanwhile is not kept", async () => {
  const { user } = await subscriber(calendarOf(ortho("a", "20261124")));
  rotaServer.answer = async () => {
    await db
      .update(rotaFeeds)
      .set({ updated_at: NOW + 1, changes: 7 })
      .where(eq(rotaFeeds.user_ref, user.unique_ref));
    return new Response(calendarOf(ortho("b", "20261125"), ortho("c", "20261126")));
  };
  await readRota(jobContext(), user.unique_ref);
  expect((await rowOf(user))?.changes).toBe(7);
});
