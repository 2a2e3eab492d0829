import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { UNDO_WINDOW_MS } from "~/changes/write-change.server";
import { cases } from "~/diary/cases/table.server";
import type { KeptPage } from "~/diary/no-signal/kept-page.server";
import { noSignalDevices, noSignalEntries } from "~/diary/no-signal/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { newRef } from "~/platform/db/columns.server";
import { readFlash } from "~/platform/http/flash.server";
import { DAY_MS } from "~/platform/time/durations";
import * as deviceRoute from "~/routes/logbook/no-signal/device";
import * as forget from "~/routes/logbook/no-signal/forget";
import * as kept from "~/routes/logbook/no-signal/kept";
import * as undo from "~/routes/logbook/undo";
import { lockDays, makeDiary } from "../../support/diary";
import { dyingWorlds } from "../../support/dying";
import { flashOf } from "../../support/flash";
import { cookiesOf, db, load, makeUser, NOW, racingDatabase, submit } from "../../support/harness";
import fc, { timesOf } from "../../support/property";
import { type Fields, listOf, postJson, sealed, sendEntries, switchOn, thenOf } from "./devices";

/** The form of a session of its own. */
const sessionOn = (day: number): Fields => [
  ["idempotency_key", newRef()],
  ["session_date", `${day + 1}/10/2026`],
  ["session_start_time", "08:00"],
  ["session_end_time", "12:00"],
  ["pa_calculation_basis", "time_calculated"],
];

async function begin() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const [device, path] = [await switchOn(user), `/logbook/session/${params.sessionRef}/cases/`];
  const casesNow = () => db.$count(cases, eq(cases.user_id, user.id));
  const sessionsNow = () => db.$count(sessions, eq(sessions.user_id, user.id));
  return { user, params, device, path, casesNow, sessionsNow, before: await casesNow() };
}

test("cases that were typed without signal are added once, with a notice that undoes them", async () => {
  const { user, device, path, casesNow, before } = await begin();
  const entry = await sealed(device, { path, fields: listOf("67m lap chole GA", "knee") });
  const answer = await sendEntries(user, device, [entry]);
  const { data } = answer;
  expect(data.acknowledged).toEqual([{ id: entry.id, outcome: "saved" }]);
  expect(data.message).toBe("2 cases from your phone were added: Tuesday 17/11/2026, Theatre 3");
  expect(flashOf(answer)).toMatchObject({ text: data.message, undo: expect.stringMatching(/^\d+$/), done: true });
  expect(await casesNow()).toBe(before + 2);
  // The answer was lost: the same again.
  expect((await sendEntries(user, device, [entry])).data.acknowledged).toEqual(data.acknowledged);
  expect(await casesNow()).toBe(before + 2);
});

test("the reasons of what is refused are sentences, however each of them ends", async () => {
  const { user, params, device, path } = await begin();
  const entry = await sealed(device, { path, fields: listOf("45M NHS 943 476 5919 knee") });
  await sendEntries(user, device, [entry]);
  const { data } = await load<{ why: string }>(kept.loader, { user, params: { ...params, entryRef: entry.id } });
  expect(data.why).toContain("identify a patient. To save it anyway");
});

test("the same entry sent from two tabs at once is one", async () => {
  const { user, device, path, casesNow, before } = await begin();
  const entry = await sealed(device, { path, fields: listOf("hip") });
  const both = await Promise.all([sendEntries(user, device, [entry]), sendEntries(user, device, [entry])]);
  for (const { data } of both) expect(data.acknowledged).toEqual([{ id: entry.id, outcome: "saved" }]);
  expect(await casesNow()).toBe(before + 1);
});

test("wherever the server dies while it saves, or its answer is lost, each entry is in the logbook once", async () => {
  const { user, device, path, casesNow, before } = await begin();
  let added = 0;
  for (let cut = 0; cut < timesOf("cuts of a sending", 20, 5); cut += 1) {
    const [one] = fc.sample(fc.record({ nth: fc.integer({ min: 1, max: 14 }), after: fc.boolean() }), 1);
    const { nth, after } = one as { nth: number; after: boolean };
    const entries = [await sealed(device, { path, fields: listOf("hip") })];
    entries.push(await sealed(device, { path: "/logbook/session/new/", fields: sessionOn(cut), ...thenOf("knee") }));
    const database = dyingWorlds(nth, after ? "after" : "before").dying(db);
    await sendEntries(user, device, entries, { database }).catch(() => {});
    const { data } = await sendEntries(user, device, entries);
    expect(
      data.acknowledged.map(({ outcome }) => outcome),
      `${nth} ${after}`,
    ).toEqual(["saved", "saved"]);
    added += 2;
    expect(await casesNow(), `${nth} ${after}`).toBe(before + added);
  }
});

test("an entry that fails by a fault of ours waits by itself", async () => {
  const { user, device, path, casesNow, before } = await begin();
  const [first, second] = [
    await sealed(device, { path, fields: listOf("hip") }),
    await sealed(device, { path, fields: listOf("knee") }),
  ];
  const fails = racingDatabase(2, async () => {
    throw new Error("D1 is overloaded");
  });
  const { data } = await sendEntries(user, device, [first, second], { database: fails });
  expect(data.acknowledged).toEqual([{ id: second.id, outcome: "saved" }]);
  expect(await casesNow()).toBe(before + 1);
  expect((await sendEntries(user, device, [first])).data.acknowledged).toEqual([{ id: first.id, outcome: "saved" }]);
  expect(await casesNow()).toBe(before + 2);
});

test("one undo takes back all that one sending saved", async () => {
  const { user, device, path, casesNow, sessionsNow, before } = await begin();
  const there = await sessionsNow();
  const entries = [
    await sealed(device, { path, fields: listOf("hip") }),
    await sealed(device, { path: "/logbook/session/new/", fields: sessionOn(1), ...thenOf("knee", "wrist") }),
    await sealed(device, { path, fields: listOf("ankle") }),
  ];
  const sent = await sendEntries(user, device, entries);
  expect([await sessionsNow(), await casesNow()]).toEqual([there + 1, before + 4]);
  expect(flashOf(sent)).toMatchObject({ text: "4 cases from your phone were added: Tuesday 17/11/2026, Theatre 3" });
  const params = { undoRef: flashOf(sent).undo ?? "" };
  expect((await load<{ message: string }>(undo.loader, { user, params })).data.message).toBe(
    "4 cases from your phone were added",
  );
  const undone = await submit(undo.action, {}, { user, params });
  expect([undone.status, await sessionsNow(), await casesNow()]).toEqual([302, there, before]);
});

test("a correction that one undo holds with others, and that is sent again, is known as saved", async () => {
  const { user, params, device, path } = await begin();
  const at = and(eq(sessions.user_id, user.id), eq(sessions.unique_ref, params.sessionRef));
  const [{ version } = { version: 0 }] = await db.select({ version: sessions.version }).from(sessions).where(at);
  const [, ...session] = sessionOn(1);
  const fields: Fields = [...session, ["version", String(version)]];
  const entries = [
    await sealed(device, { path: `/logbook/session/${params.sessionRef}/`, fields }),
    await sealed(device, { path, fields: listOf("hip") }),
  ];
  const outcomes = async () => (await sendEntries(user, device, entries)).data.acknowledged.map((each) => each.outcome);
  expect(await outcomes()).toEqual(["saved", "saved"]);
  // As where the server died before it had noted them.
  await db.delete(noSignalEntries).where(eq(noSignalEntries.user_ref, user.unique_ref));
  expect(await outcomes()).toEqual(["saved", "saved"]);
});

test("what was sent with no page open is told by the next one, days later, and after what was not told yet", async () => {
  const { user, device, path } = await begin();
  const first = await sendEntries(user, device, [await sealed(device, { path, fields: listOf("hip") })]);
  expect(first.headers.get("Set-Cookie")).toContain(`Max-Age=${30 * 24 * 60 * 60}`);
  const told = new Request("http://daybook.test/", { headers: { Cookie: cookiesOf(first) } });
  expect(readFlash(told, NOW + UNDO_WINDOW_MS - 1)?.undo).toEqual(flashOf(first).undo);
  expect(readFlash(told, NOW + UNDO_WINDOW_MS)).toMatchObject({ text: flashOf(first).text, undo: null, done: true });
  const entry = await sealed(device, { path, fields: listOf("knee"), label: "Another" });
  const again = await sendEntries(user, device, [entry], { headers: { Cookie: cookiesOf(first) } });
  expect(flashOf(again)).toMatchObject({
    text: "1 case from your phone was added: Tuesday 17/11/2026, Theatre 3. 1 case from your phone was added: Another",
    undo: null,
  });
});

test("a session by hand brings its cases", async () => {
  const { user, device, casesNow, sessionsNow, before } = await begin();
  const there = await sessionsNow();
  const entry = await sealed(device, {
    path: "/logbook/session/new/",
    fields: sessionOn(1),
    ...thenOf("hip", "knee", "wrist"),
  });
  for (const _ of [1, 2]) {
    const { data } = await sendEntries(user, device, [entry]);
    expect(data.acknowledged).toEqual([{ id: entry.id, outcome: "saved" }]);
    expect([await sessionsNow(), await casesNow()]).toEqual([there + 1, before + 3]);
  }
});

test("a planned session is logged with its cases, or found where it was logged meanwhile", async () => {
  const { user, params, device, casesNow, sessionsNow, before } = await begin();
  const there = await sessionsNow();
  const path = `/logbook/planned/${params.elementRef}/2026-11-24/?start=08:00`;
  for (const [at, line] of ["hip", "knee"].entries()) {
    // biome-ignore lint/suspicious/noThenProperty: never awaited
    const entry = await sealed(device, { path, fields: [], then: { path: "cases/", fields: listOf(line) } });
    const { data } = await sendEntries(user, device, [entry]);
    expect(data.acknowledged).toEqual([{ id: entry.id, outcome: "saved" }]);
    expect([await sessionsNow(), await casesNow()]).toEqual([there + 1, before + at + 1]);
  }
});

test("what is refused is kept, encrypted, with the reason: a session that was deleted, and one on a locked day", async () => {
  const { user, device, path, casesNow, before } = await begin();
  await lockDays(user, "2026-11-17", "2026-11-17");
  const entries = await Promise.all([
    sealed(device, { path, fields: listOf("hip") }),
    sealed(device, { path: `/logbook/session/${newRef()}/cases/`, fields: listOf("knee") }),
  ]);
  const { data } = await sendEntries(user, device, entries);
  expect(data.acknowledged.map(({ outcome }) => outcome)).toEqual(["kept", "kept"]);
  expect(data.message).toBe("2 entries from your phone could not be saved: see the top of your logbook");
  expect(await casesNow()).toBe(before);
  const rows = await db.select().from(noSignalEntries).where(eq(noSignalEntries.user_ref, user.unique_ref));
  expect(rows.map(({ outcome }) => outcome)).toEqual(["kept", "kept"]);
  expect(rows.map(({ entry_encrypted }) => String(entry_encrypted)).join()).not.toMatch(/hip|knee/);
});

test("a page whose forms are not taken, and what is no form at all, are kept as they were typed", async () => {
  const { user, device } = await begin();
  const entries = await Promise.all(
    ["/delete_account/", "//evil.example/logbook/session/new/", "/logbook/session/x/delete/"].map((path) =>
      sealed(device, { path, fields: [["password", "x"]] }),
    ),
  );
  const { data } = await sendEntries(user, device, [
    ...entries,
    await sealed(device, { path: 7 as never, fields: [] }),
  ]);
  expect(data.acknowledged.map(({ outcome }) => outcome)).toEqual(["kept", "kept", "kept", "kept"]);
});

test("a changed or cut blob is not acknowledged, and those beside it are saved", async () => {
  const { user, device, path, casesNow, before } = await begin();
  const good = await sealed(device, { path, fields: listOf("hip") });
  const other = await sealed(device, { path, fields: listOf("knee") });
  const bad = [
    { ...other, sealed: other.sealed.slice(0, -6) },
    { id: newRef(), sealed: other.sealed },
    { id: newRef(), sealed: "!" },
  ];
  const { data } = await sendEntries(user, device, [...bad, good]);
  expect(data.unreadable).toEqual(bad.map(({ id }) => id));
  expect(data.acknowledged).toEqual([{ id: good.id, outcome: "saved" }]);
  expect(await casesNow()).toBe(before + 1);
});

test("where the login has ended nothing is taken, and it is known how many wait, and since when", async () => {
  const { user, device, path, casesNow, before } = await begin();
  const entry = await sealed(device, { path, fields: listOf("hip") });
  const waits = async (since?: number) => {
    expect((await sendEntries(null, device, [entry], { waiting: 3, since })).status).toBe(401);
    const rows = await db.select().from(noSignalDevices).where(eq(noSignalDevices.unique_ref, device.ref));
    return rows.map(({ waiting, waiting_since }) => [waiting, waiting_since]);
  };
  // The worker of an old deployment does not say since when.
  expect(await waits()).toEqual([[3, NOW]]);
  await db
    .update(noSignalDevices)
    .set({ created_at: NOW - DAY_MS })
    .where(eq(noSignalDevices.unique_ref, device.ref));
  expect(await waits(NOW - 60_000)).toEqual([[3, NOW - 60_000]]);
  // Clocks that are off.
  expect(await waits(NOW + DAY_MS)).toEqual([[3, NOW]]);
  expect(await waits(NOW - 1.5 * DAY_MS)).toEqual([[3, NOW - DAY_MS]]);
  expect(await casesNow()).toBe(before);
  await sendEntries(user, device, [entry], { waiting: 1 });
  const rows = await db.select().from(noSignalDevices).where(eq(noSignalDevices.unique_ref, device.ref));
  expect(rows).toMatchObject([{ waiting: 0, waiting_since: null }]);
});

test("another account takes nothing of a device, and says so otherwise than where it is gone", async () => {
  const { device, path } = await begin();
  const other = await makeUser();
  const entry = await sealed(device, { path, fields: listOf("hip") });
  expect((await sendEntries(other, device, [entry])).status).toBe(403);
  await db.delete(noSignalDevices).where(eq(noSignalDevices.unique_ref, device.ref));
  expect((await sendEntries(other, device, [entry])).status).toBe(410);
});

test("a device that was revoked, or whose account is deleted, is told what it loses, logged in or not", async () => {
  const { user, device } = await begin();
  await db.delete(noSignalDevices).where(eq(noSignalDevices.unique_ref, device.ref));
  const headers = { Cookie: `no_signal=${device.ref}` };
  for (const by of [user, null]) {
    const answer = await sendEntries(by, device, [], { waiting: 2, headers });
    expect(answer.status).toBe(410);
    expect(answer.headers.getSetCookie()).toContainEqual(expect.stringMatching(/^no_signal=;.* Max-Age=0/));
    const text = "This device was revoked: 2 entries that waited on it can no longer be read";
    expect(flashOf(answer)).toMatchObject({ text, done: false });
  }
  // Another account switched it on after that.
  const others = await sendEntries(null, device, [], { waiting: 0, headers: { Cookie: "no_signal=another" } });
  expect(others.headers.getSetCookie()).toEqual([]);
});

test("an account has 20 devices at most, and so much to correct that it can be: what is more stays on its device", async () => {
  const { user, device } = await begin();
  const row = { user_ref: user.unique_ref, outcome: "kept" as const, created_at: NOW };
  const refs = Array.from({ length: 199 }, (_, at) => `kept-${at}-${user.unique_ref}`);
  for (const unique_ref of refs)
    await db.insert(noSignalEntries).values({ ...row, unique_ref, entry_encrypted: new Uint8Array([1]) });
  const entries = await Promise.all(
    ["/delete_account/", "/logout/"].map((path) => sealed(device, { path, fields: [] })),
  );
  const { data } = await sendEntries(user, device, entries);
  expect(data).toMatchObject({ acknowledged: [{ id: entries[0]?.id, outcome: "kept" }], isFull: true });
  expect(data.message).toContain("Some entries stay on your phone: too many wait to be corrected");
  for (let nth = 2; nth <= 20; nth += 1) await switchOn(user);
  const asked = await postJson<{ errors: object }>(deviceRoute.action, { name: "One more", consent: true }, { user });
  expect([asked.status, JSON.stringify(asked.data.errors)]).toEqual([
    422,
    expect.stringContaining("You have 20 such devices"),
  ]);
});

test("what was typed so long ago that the key of its form is forgotten is kept to be checked, not saved again", async () => {
  const { user, device, path, casesNow, before } = await begin();
  const entry = await sealed(device, { path, fields: listOf("hip"), typed_at: NOW - 7 * DAY_MS });
  expect((await sendEntries(user, device, [entry])).data.acknowledged).toEqual([{ id: entry.id, outcome: "kept" }]);
  expect(await casesNow()).toBe(before);
});

test("what a page left that was closed before it was kept waits to be checked", async () => {
  const { user, device, path, casesNow, before } = await begin();
  const entry = await sealed(device, { path, fields: listOf("kn"), abandoned: true });
  const { data } = await sendEntries(user, device, [entry]);
  expect(data.acknowledged).toEqual([{ id: entry.id, outcome: "kept" }]);
  expect(await casesNow()).toBe(before);
  const page = await load<KeptPage>(kept.loader, { user, params: { entryRef: entry.id } });
  expect(page.data).toMatchObject({
    why: "The page was closed before you kept it. Check it, then save it",
    chosen: path,
  });
});

test("nobody forgets a device of another account, whose entries wait there", async () => {
  const { device } = await begin();
  const other = await makeUser();
  expect((await postJson(forget.action, { device: device.ref }, { user: other })).status).toBe(403);
  expect(await db.$count(noSignalDevices, eq(noSignalDevices.unique_ref, device.ref))).toBe(1);
});
