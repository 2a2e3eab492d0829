import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { keptEntriesOf } from "~/diary/no-signal/kept.server";
import { noSignalDevices, noSignalEntries } from "~/diary/no-signal/table.server";
import { DAY_MS } from "~/platform/time/durations";
import * as device from "~/routes/logbook/no-signal/device";
import * as logout from "~/routes/logout";
import { runDailyJobs } from "../../../workers/jobs";
import { makeDiary } from "../../support/diary";
import { call, db, jobContext, load, makeUser, NOW, submit } from "../../support/harness";
import { lettersOf } from "../../support/letters";
import { setAddressOf } from "../../support/members";
import { postJson, sendEntries, switchOn } from "./devices";

test("after three days with entries that wait their user is mailed once, and again only if others wait", async () => {
  const user = await makeUser();
  await setAddressOf(user);
  const phone = await switchOn(user);
  const kinds = async () => (await lettersOf(user.unique_ref)).map(({ kind }) => kind);
  const night = (days: number) => runDailyJobs(jobContext({ now: NOW + days * DAY_MS }));
  await sendEntries(null, phone, [], { waiting: 2 });
  await night(2);
  expect(await kinds()).toEqual([]);
  await night(3);
  await night(4);
  expect(await lettersOf(user.unique_ref)).toMatchObject([{ kind: "no-signal-waiting", entries: 2 }]);
  await sendEntries(user, phone, [], { waiting: 0, now: NOW + 4 * DAY_MS });
  await sendEntries(null, phone, [], { waiting: 1, now: NOW + 5 * DAY_MS });
  await night(9);
  expect((await kinds()).length).toBe(2);
});

test("logging out says what waits on the device, and leaves its sealed entries where they are", async () => {
  const user = await makeUser();
  const phone = await switchOn(user);
  await sendEntries(user, phone, [], { waiting: 3 });
  const here = new Request("http://daybook.test/logout/", { headers: { Cookie: `no_signal=${phone.ref}` } });
  expect((await call<{ waiting: number }>(logout.loader, here, { user })).data.waiting).toBe(3);
  const headers = { Cookie: `no_signal=${phone.ref}` };
  expect((await submit(logout.action, {}, { user, headers })).headers.get("Clear-Site-Data")).toBe('"cache"');
  expect((await submit(logout.action, {}, { user })).headers.get("Clear-Site-Data")).toContain("storage");
});

test("a device is told the sessions near today, planned and logged, only where its user let it keep them", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const later = { user, now: NOW - 3 * DAY_MS };
  const asked = { name: "Phone", consent: false };
  const { data: first } = await postJson<{ device: string; sessions: object[] }>(device.action, asked, later);
  expect(first.sessions).toEqual([]);
  expect(
    (await load<typeof first>(device.loader, { ...later, path: `/?device=${first.device}` })).data.sessions,
  ).toEqual([]);
  const phone = await switchOn(user);
  const { data } = await load<typeof first>(device.loader, { ...later, path: `/?device=${phone.ref}` });
  expect(data.sessions).toContainEqual({
    ...{ ref: params.sessionRef, path: `/logbook/session/${params.sessionRef}/` },
    ...{ date: "2026-11-17", start: "08:00", end: "18:00", name: expect.any(String) },
  });
  expect(data.sessions).toContainEqual(
    expect.objectContaining({ ref: null, date: "2026-11-24", path: expect.stringContaining("/2026-11-24/?start=") }),
  );
  await db.delete(noSignalDevices).where(eq(noSignalDevices.user_ref, user.unique_ref));
  expect((await load(device.loader, { ...later, path: `/?device=${phone.ref}` })).status).toBe(410);
});

test("what was saved is known for 90 days, and what was refused until it is done", async () => {
  const user = await makeUser();
  const row = { user_ref: user.unique_ref, created_at: NOW };
  await db.insert(noSignalEntries).values([
    { ...row, unique_ref: "saved", outcome: "saved" },
    { ...row, unique_ref: "kept", outcome: "kept", entry_encrypted: new Uint8Array([1]) },
  ]);
  const known = () => db.$count(noSignalEntries, eq(noSignalEntries.user_ref, user.unique_ref));
  await runDailyJobs(jobContext({ now: NOW + 89 * DAY_MS }));
  expect(await known()).toBe(2);
  await runDailyJobs(jobContext({ now: NOW + 90 * DAY_MS }));
  expect((await keptEntriesOf(db, user.unique_ref)).map(({ unique_ref }) => unique_ref)).toEqual(["kept"]);
  expect(await known()).toBe(1);
});
