import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { cases } from "~/diary/cases/table.server";
import { noSignalDevices, noSignalEntries } from "~/diary/no-signal/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { newRef } from "~/platform/db/columns.server";
import * as forget from "~/routes/logbook/no-signal/forget";
import { lockDays, makeDiary } from "../../support/diary";
import { flashOf } from "../../support/flash";
import { cutOffDatabase, db, makeUser, NOW } from "../../support/harness";
import { type Fields, listOf, postJson, sealed, sendEntries, switchOn } from "./devices";

const BY_HAND: Fields = [
  ["session_date", "18/11/2026"],
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

test("the same entry sent from two tabs at once is one", async () => {
  const { user, device, path, casesNow, before } = await begin();
  const entry = await sealed(device, { path, fields: listOf("hip") });
  const both = await Promise.all([sendEntries(user, device, [entry]), sendEntries(user, device, [entry])]);
  for (const { data } of both) expect(data.acknowledged).toEqual([{ id: entry.id, outcome: "saved" }]);
  expect(await casesNow()).toBe(before + 1);
});

test("where the answer of the database is lost after the save the entry stays, and is saved no second time", async () => {
  const { user, device, path, casesNow, before } = await begin();
  for (const nth of [1, 2, 3]) {
    const entry = await sealed(device, { path, fields: listOf("hip") });
    const cut = await sendEntries(user, device, [entry], { database: cutOffDatabase(nth) });
    expect(cut.data.acknowledged.length, String(nth)).toBe(nth < 3 ? 0 : 1);
    expect((await sendEntries(user, device, [entry])).data.acknowledged).toEqual([{ id: entry.id, outcome: "saved" }]);
    expect(await casesNow(), String(nth)).toBe(before + nth);
  }
});

test("a session by hand brings its cases", async () => {
  const { user, device, casesNow, sessionsNow, before } = await begin();
  const there = await sessionsNow();
  const entry = await sealed(device, {
    path: "/logbook/session/new/",
    fields: [...BY_HAND, ["idempotency_key", newRef()]],
    // biome-ignore lint/suspicious/noThenProperty: never awaited
    then: { path: "cases/", fields: listOf("hip", "knee", "wrist") },
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

test("where the login has ended nothing is taken, and it is known how many wait", async () => {
  const { user, device, path, casesNow, before } = await begin();
  const entry = await sealed(device, { path, fields: listOf("hip") });
  expect((await sendEntries(null, device, [entry], { waiting: 3 })).status).toBe(401);
  expect(await casesNow()).toBe(before);
  const waiting = () => db.select().from(noSignalDevices).where(eq(noSignalDevices.unique_ref, device.ref));
  expect(await waiting()).toMatchObject([{ waiting: 3, waiting_since: NOW }]);
  await sendEntries(user, device, [entry], { waiting: 1 });
  expect(await waiting()).toMatchObject([{ waiting: 0, waiting_since: null }]);
});

test("another account takes nothing of a device, and says so otherwise than where it is gone", async () => {
  const { device, path } = await begin();
  const other = await makeUser();
  const entry = await sealed(device, { path, fields: listOf("hip") });
  expect((await sendEntries(other, device, [entry])).status).toBe(403);
  await db.delete(noSignalDevices).where(eq(noSignalDevices.unique_ref, device.ref));
  expect((await sendEntries(other, device, [entry])).status).toBe(410);
});

test("what was typed so long ago that the key of its form is forgotten is kept to be checked, not saved again", async () => {
  const { user, device, path, casesNow, before } = await begin();
  const entry = await sealed(device, { path, fields: listOf("hip"), typed_at: NOW - 7 * 24 * 60 * 60 * 1000 });
  expect((await sendEntries(user, device, [entry])).data.acknowledged).toEqual([{ id: entry.id, outcome: "kept" }]);
  expect(await casesNow()).toBe(before);
});

test("nobody forgets a device of another account, whose entries wait there", async () => {
  const { device } = await begin();
  const other = await makeUser();
  expect((await postJson(forget.action, { device: device.ref }, { user: other })).status).toBe(403);
  expect(await db.$count(noSignalDevices, eq(noSignalDevices.unique_ref, device.ref))).toBe(1);
});
