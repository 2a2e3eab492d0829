import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { findFormDraft, formDraftContext } from "~/account/form-drafts/form-drafts.server";
import type { SignedInUser } from "~/account/login/logins.server";
import { cases } from "~/diary/cases/table.server";
import { lockedPeriods } from "~/diary/locks/table.server";
import type { KeptPage } from "~/diary/no-signal/kept-page.server";
import { refillKept } from "~/diary/no-signal/middleware.server";
import { redirectWithMessage } from "~/platform/http/flash.server";
import * as draft from "~/routes/logbook/no-signal/draft";
import * as forget from "~/routes/logbook/no-signal/forget";
import * as kept from "~/routes/logbook/no-signal/kept";
import * as revoke from "~/routes/logbook/no-signal/revoke";
import * as list from "~/routes/logbook/session-cases";
import { lockDays, makeDiary } from "../../support/diary";
import { contextOf, cookiesOf, db, load, makeUser, NOW, submit, vault } from "../../support/harness";
import { type Device, type Fields, listOf, postJson, sealed, sendEntries, switchOn } from "./devices";

const fieldsOf = (typed: Fields) => Object.fromEntries(typed);

/** A list of cases that was refused, since its day is locked. */
async function begin() {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await lockDays(user, "2026-11-17", "2026-11-17");
  const device = await switchOn(user);
  const path = `/logbook/session/${params.sessionRef}/cases/`;
  const typed = listOf("hip", "knee");
  const entry = await sealed(device, { path, fields: typed });
  await sendEntries(user, device, [entry]);
  return { user, params: { ...params, entryRef: entry.id }, device, path, typed, entry };
}

/** Opens a page, or sends its form, as the root does. */
async function around(user: SignedInUser, path: string, request: RequestInit, answer: () => Promise<Response>) {
  const [asked, context] = [new Request(`http://daybook.test${path}`, request), contextOf(user)];
  const args = { request: asked, context, params: {}, url: new URL(asked.url), pattern: "" };
  let found = null;
  await refillKept(args as never, async () => {
    found = context.get(formDraftContext);
    return answer();
  });
  return found;
}

test("what was refused is told with its reason, its lines, and the sessions that it can be put into", async () => {
  const { user, params } = await begin();
  const { data } = await load<KeptPage>(kept.loader, { user, params });
  expect(data).toMatchObject({ label: "Tuesday 17/11/2026, Theatre 3", lines: ["hip", "knee"], hasForm: true });
  expect(data.why).toContain("You locked 17 November 2026");
  expect(data.list?.session).toBe(params.sessionRef);
  expect(data.list?.sessions.map(({ value }) => value)).toContain(params.sessionRef);
});

test("its form is filled in again, and once that is saved it is done", async () => {
  const { user, params, path, typed, device, entry } = await begin();
  const opened = await submit(kept.action, { intent: "open", session_ref: params.sessionRef }, { user, params });
  const form = `${path}?kept=${entry.id}`;
  expect(opened.location).toBe(form);
  const draftOf = await around(user, form, {}, async () => new Response());
  expect(draftOf).toMatchObject({ path: form, form: { values: { "cases[1].line": ["knee"] } } });
  // Sent again on the locked day: refused, and still there.
  await around(user, form, { method: "POST" }, async () => new Response(null, { status: 409 }));
  expect((await load(kept.loader, { user, params })).status).toBe(200);

  await db.delete(lockedPeriods).where(eq(lockedPeriods.user_id, user.id));
  await around(user, form, { method: "POST" }, async () => {
    const saved = await submit(list.action, fieldsOf(typed), { user, params, path: form });
    expect(saved.status).toBe(302);
    return new Response(null, { status: 302, headers: saved.headers });
  });
  expect((await load(kept.loader, { user, params })).status).toBe(404);
  // The device was never answered, and sends it again.
  const { data } = await sendEntries(user, device, [entry]);
  expect(data.acknowledged).toEqual([{ id: entry.id, outcome: "saved" }]);
  expect(await db.$count(cases, eq(cases.user_id, user.id))).toBe(3);
});

test("another session than the one that is gone can be chosen for a list", async () => {
  const { user, params, device } = await begin();
  const gone = await sealed(device, { path: "/logbook/session/gone-gone-gone-gone/cases/", fields: listOf("hip") });
  await sendEntries(user, device, [gone]);
  const there = { user, params: { ...params, entryRef: gone.id } };
  expect((await submit(kept.action, { intent: "open", session_ref: "" }, there)).status).toBe(422);
  const { location } = await submit(kept.action, { intent: "open", session_ref: params.sessionRef }, there);
  expect(location).toBe(`/logbook/session/${params.sessionRef}/cases/?kept=${gone.id}`);
});

test("a session by hand that was refused is saved from its form, and then its cases wait for it", async () => {
  const { user, params, device } = await begin();
  const entry = await sealed(device, {
    path: "/logbook/session/new/",
    fields: [["session_date", "31/2/2026"]],
    // biome-ignore lint/suspicious/noThenProperty: never awaited
    then: { path: "cases/", fields: listOf("hip") },
  });
  await sendEntries(user, device, [entry]);
  const form = `/logbook/session/new/?kept=${entry.id}`;
  await around(user, form, { method: "POST" }, async () => {
    return redirectWithMessage(new Request("http://daybook.test/"), "/logbook/", "Session added");
  });
  const { data } = await load<KeptPage>(kept.loader, { user, params: { ...params, entryRef: entry.id } });
  expect(data).toMatchObject({ lines: ["hip"], hasForm: false, list: { session: "" } });
});

test("what is discarded is gone, and does not come again", async () => {
  const { user, params, device, entry } = await begin();
  await submit(kept.action, { intent: "discard", session_ref: "" }, { user, params });
  expect((await load(kept.loader, { user, params })).status).toBe(404);
  expect((await sendEntries(user, device, [entry])).data.acknowledged).toEqual([{ id: entry.id, outcome: "saved" }]);
  expect((await load(kept.loader, { user, params })).status).toBe(404);
});

test("nobody else sees what was refused, or revokes a device", async () => {
  const { params, device } = await begin();
  const other = await makeUser();
  expect((await load(kept.loader, { user: other, params })).status).toBe(404);
  const form = `/logbook/session/new/?kept=${params.entryRef}`;
  expect(await around(other, form, {}, async () => new Response())).toBe(null);
  await submit(revoke.action, {}, { user: other, params: { deviceRef: device.ref } });
  expect((await load(revoke.loader, { user: other, params: { deviceRef: device.ref } })).status).toBe(404);
});

test("once a device is forgotten or revoked, what waits on it can be opened by nobody", async () => {
  const { user, device, path } = await begin();
  const entry = await sealed(device, { path, fields: listOf("hip") });
  const second = await switchOn(user, "iPad");
  const opened = (on: Device) => postJson(draft.action, { device: on.ref, draft: entry }, { user });
  expect((await opened(device)).data).toEqual({ path });
  expect((await opened(second)).status).toBe(422);
  const { headers } = await postJson(forget.action, { device: device.ref }, { user });
  expect(headers.get("Clear-Site-Data")).toContain("storage");
  expect((await opened(device)).status).toBe(410);
  await submit(revoke.action, {}, { user, params: { deviceRef: second.ref } });
  expect((await opened(second)).status).toBe(410);
});

test("a form that was left fills its page in again, until it is discarded", async () => {
  const { user, device } = await begin();
  const path = "/logbook/session/new/?date=2026-11-24";
  const left = await sealed(device, { path, fields: [["description", "Half a note"]] });
  const answer = await postJson(draft.action, { device: device.ref, draft: left }, { user });
  const request = new Request("http://daybook.test/", { headers: { Cookie: cookiesOf(answer) } });
  const found = await findFormDraft({ forms: env.FORMS, vault, now: NOW }, request);
  expect(found.draft).toMatchObject({ path, form: { values: { description: ["Half a note"] } } });
  const { headers } = await postJson(draft.action, { device: device.ref }, { user });
  expect(headers.get("Set-Cookie")).toContain("form-draft=; ");
});
