import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { findFormDraft, formDraftContext } from "~/account/form-drafts/form-drafts.server";
import type { SignedInUser } from "~/account/login/logins.server";
import { STANDARD_OPTIONS } from "~/diary/cases/standard-options";
import { cases } from "~/diary/cases/table.server";
import { lockedPeriods } from "~/diary/locks/table.server";
import type { KeptPage } from "~/diary/no-signal/kept-page.server";
import { refillKept } from "~/diary/no-signal/middleware.server";
import { typedGroups } from "~/diary/no-signal/typed-groups";
import { redirectWithMessage } from "~/platform/http/flash.server";
import * as newCase from "~/routes/logbook/case-new";
import * as draft from "~/routes/logbook/no-signal/draft";
import * as forget from "~/routes/logbook/no-signal/forget";
import * as kept from "~/routes/logbook/no-signal/kept";
import * as revoke from "~/routes/logbook/no-signal/revoke";
import * as list from "~/routes/logbook/session-cases";
import * as newSession from "~/routes/logbook/session-new";
import { lockDays, makeDiary } from "../../support/diary";
import { contextOf, cookiesOf, db, load, makeUser, NOW, submit, vault } from "../../support/harness";
import { rendered } from "../../support/rendered";
import { type Device, type Fields, listOf, postJson, sealed, sendEntries, switchOn, thenOf } from "./devices";

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

test("what was refused is told with its reason, every field that was typed, and the sessions that it can be put into", async () => {
  const { user, params, path } = await begin();
  const { data } = await load<KeptPage>(kept.loader, { user, params });
  expect(data).toMatchObject({ label: "Tuesday 17/11/2026, Theatre 3", chosen: path });
  expect(data.why).toContain("You locked 17 November 2026");
  expect(data.choices.map(({ value }) => value)).toEqual(expect.arrayContaining([path, "/logbook/session/new/"]));
  expect(data.groups.map(({ title }) => title)).toEqual(["Case 1", "Case 2"]);
  expect(data.groups[1]?.facts).toEqual([
    { name: "Line", value: "knee" },
    { name: "Age", value: "67 years" },
    { name: "Case description", value: "knee" },
  ]);
});

test("a row of a list in which nothing was typed is not told", () => {
  const fields: Fields = [
    ["cases[0].line", "hip"],
    ["cases[1].line", ""],
    ["cases[1].age_unit", "years"],
  ];
  const entry = { path: "/logbook/session/x/cases/", fields, typed_at: NOW, label: "", why: "" };
  expect(typedGroups(entry)).toEqual([{ title: "Case 1", facts: [{ name: "Line", value: "hip" }] }]);
});

test("a case's own words and choices are told by name", () => {
  const fields: Fields = [
    ["idempotency_key", "k"],
    ["case_description", "Emergency laparotomy"],
    ["urgency", "2"],
    ["reflective_notes", "Ask for help early"],
    ["selected_airway_options_set", STANDARD_OPTIONS.airway[0]?.id ?? ""],
    ["selected_airway_options_set", "own"],
  ];
  const entry = { path: "/logbook/session/x/case/new/", fields, typed_at: NOW, label: "", why: "" };
  expect(typedGroups(entry)[0]?.facts).toEqual([
    { name: "Case description", value: "Emergency laparotomy" },
    { name: "Urgency", value: "Urgent" },
    { name: "Reflective notes", value: "Ask for help early" },
    { name: "Airway", value: `${STANDARD_OPTIONS.airway[0]?.label}, one of your own` },
  ]);
});

/** The labels of a page's fields, by their names. */
function labelsIn(html: string): [name: string, label: string][] {
  const names = new Map(
    [...html.matchAll(/<(?:input|textarea|select)\b[^>]*>/g)].map(([tag]) => [idIn(tag), nameIn(tag)]),
  );
  return [...html.matchAll(/<label[^>]* for="([^"]+)"[^>]*>(.*?)<\/label>/gs)].flatMap(([, id = "", inside = ""]) => {
    const [name, label] = [names.get(id), inside.replaceAll(/<[^>]+>/g, "").replace(/ \(optional\)$/, "")];
    // What is chosen by a reference is not told.
    return name && !name.endsWith("_ref") ? [[name, label] as [string, string]] : [];
  });
}
const idIn = (tag: string) => / id="([^"]+)"/.exec(tag)?.[1] ?? "";
const nameIn = (tag: string) => / name="([^"]+)"/.exec(tag)?.[1] ?? "";

test("what was typed has the names that the fields of its form have", async () => {
  const { user, params } = await begin();
  const pages = [
    rendered(newSession as never, {}, (await load(newSession.loader, { user })).data),
    rendered(newCase as never, params, (await load(newCase.loader, { user, params })).data),
  ];
  const labels = pages.flatMap(labelsIn);
  const told = labels.map(([name]) => {
    const entry = { path: "", fields: [[name, "7"]] as Fields, typed_at: NOW, label: "", why: "" };
    return [name, typedGroups(entry)[0]?.facts[0]?.name];
  });
  expect(told).toEqual(labels);
});

test("its form is filled in again, and once that is saved it is done", async () => {
  const { user, params, path, typed, device, entry } = await begin();
  const opened = await submit(kept.action, { intent: "open", page: path }, { user, params });
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

const GONE = "/logbook/session/gone-gone-gone-gone-go/";
const PLANNED = "/logbook/planned/gone-gone-gone-gone-go/2026-11-17/?start=08:00";

test.each([
  ["a list", `${GONE}cases/`, { fields: listOf("hip") }, "cases/"],
  ["a case", `${GONE}case/new/`, { fields: [["case_description", "hip"]] as Fields }, "case/new/"],
  [
    "a case that was corrected",
    `${GONE}case/gone-gone-gone-gone-go/`,
    { fields: [["case_description", "hip"]] as Fields },
    "case/new/",
  ],
  ["a planned list that was called off", PLANNED, { fields: [], ...thenOf("hip") }, "cases/"],
])("%s whose session is gone is saved in another one, once", async (_, path, typed, page) => {
  const { user, params, device } = await begin();
  const gone = await sealed(device, { path, ...typed });
  expect((await sendEntries(user, device, [gone])).data.acknowledged).toMatchObject([{ outcome: "kept" }]);
  const there = { user, params: { ...params, entryRef: gone.id } };
  expect((await submit(kept.action, { intent: "open", page: "" }, there)).status).toBe(422);
  const other = `/logbook/session/${params.sessionRef}/${page}`;
  expect((await submit(kept.action, { intent: "open", page: other }, there)).location).toBe(`${other}?kept=${gone.id}`);
  const filledIn = await around(user, `${other}?kept=${gone.id}`, {}, async () => new Response());
  expect(Object.values((filledIn as { form: { values: object } } | null)?.form.values ?? {})).toContainEqual(["hip"]);
  // What saves something else on the way is not the end of it.
  const saved = async () => redirectWithMessage(new Request("http://daybook.test/"), "/logbook/", "Saved");
  await around(user, `/logbook/session/${params.sessionRef}/?kept=${gone.id}`, { method: "POST" }, saved);
  expect((await load(kept.loader, there)).status).toBe(200);
  await around(user, `${other}?kept=${gone.id}`, { method: "POST" }, saved);
  expect((await load(kept.loader, there)).status).toBe(404);
});

test("a list goes into a new session in two steps, and a session that is gone becomes a new one", async () => {
  const { user, params, device } = await begin();
  const list = await sealed(device, { path: `${GONE}cases/`, fields: listOf("hip") });
  const edit = await sealed(device, {
    path: GONE,
    fields: [
      ["version", "3"],
      ["description", "Late start"],
    ],
  });
  await sendEntries(user, device, [list, edit]);
  const saved = async () => redirectWithMessage(new Request("http://daybook.test/"), "/logbook/", "Saved");
  const at = (id: string) => ({ user, params: { ...params, entryRef: id } });
  for (const { id } of [list, edit]) {
    const { data } = await load<KeptPage>(kept.loader, at(id));
    expect([data.chosen, data.choices.at(-1)?.value]).toEqual(["", "/logbook/session/new/"]);
    await around(user, `/logbook/session/new/?kept=${id}`, { method: "POST" }, saved);
  }
  expect((await load(kept.loader, at(edit.id))).status).toBe(404);
  const { data } = await load<KeptPage>(kept.loader, at(list.id));
  expect(data).toMatchObject({ why: "Its session is saved. Choose it, then save the cases" });
  expect(data.groups[0]?.facts).toContainEqual({ name: "Line", value: "hip" });
});

test("a session by hand that was refused is saved from its form, and then its cases wait for it", async () => {
  const { user, params, device, path } = await begin();
  const entry = await sealed(device, {
    path: "/logbook/session/new/",
    fields: [["session_date", "31/2/2026"]],
    ...thenOf("hip"),
  });
  await sendEntries(user, device, [entry]);
  const form = `/logbook/session/new/?kept=${entry.id}`;
  await around(user, form, { method: "POST" }, async () => {
    return redirectWithMessage(new Request("http://daybook.test/"), "/logbook/", "Session added");
  });
  const { data } = await load<KeptPage>(kept.loader, { user, params: { ...params, entryRef: entry.id } });
  expect(data).toMatchObject({ groups: [{ title: "Case 1" }], chosen: "" });
  const there = { user, params: { ...params, entryRef: entry.id } };
  const { location } = await submit(kept.action, { intent: "open", page: path }, there);
  expect(location).toBe(`${path}?kept=${entry.id}`);
});

test("what is discarded is gone, and does not come again", async () => {
  const { user, params, device, entry } = await begin();
  await submit(kept.action, { intent: "discard" }, { user, params });
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
