import { expect, test } from "vitest";
import { z } from "zod";
import { readForm } from "~/platform/http/read-form.server";
import { sentForm } from "~/platform/http/sent-form.server";

const URLENCODED = { "Content-Type": "application/x-www-form-urlencoded" };
const LOGIN = { Cookie: "login=somebody" };

function post(fields: readonly (readonly [string, string])[], path = "/leave/new/", headers: HeadersInit = LOGIN) {
  const body = new URLSearchParams(fields.map(([name, text]) => [name, text])).toString();
  return new Request(`http://daybook.test${path}`, { method: "POST", body, headers: { ...URLENCODED, ...headers } });
}

async function fieldsOf(request: Request): Promise<[string, string][] | undefined> {
  const sent = await sentForm(request);
  return sent?.fields.map(({ name, text }) => [name, text]);
}

const TYPED: [string, string][] = [
  ["idempotency_key", "AbCdEfGhIjKlMnOpQrStUv"],
  ["notes", `Difficult "airway" <b>&\r\ngrade 3 – Ærø`],
  ["selected", "one"],
  ["selected", "two"],
  ["rows[0].day", "2"],
  ["empty", ""],
  ["__INTENT__", "insert"],
];

test("a form that failed comes back as it was sent, whether its action had read it or not", async () => {
  const schema = z.object({ notes: z.string() });
  const read = post(TYPED, "/leave/new/?on=2026-11-17");
  await readForm(read, schema);
  expect(await sentForm(read)).toMatchObject({ path: "/leave/new/?on=2026-11-17", lacksSecret: false });
  expect(await fieldsOf(read)).toEqual(TYPED);
  expect(await fieldsOf(post(TYPED))).toEqual(TYPED);
});

test("no password, code or token of any form comes back, and the page is told that one is missing", async () => {
  const secrets = [
    ...["password", "password1", "password2", "twoFactorCode", "recoveryCode", "code", "answer"],
    ...["turnstile_token", "turnstileToken", "setup", "rows[0].password"],
  ];
  const sent = await sentForm(post([["email", "a@example.com"], ...secrets.map((name) => [name, "SECRET"] as const)]));
  expect(sent).toEqual({
    ...{ path: "/leave/new/", lacksSecret: true },
    fields: [{ at: 0, name: "email", text: "a@example.com" }],
  });
});

test.each<[string, Request]>([
  ["a visitor", post(TYPED, "/login/", {})],
  ["an administrator", post(TYPED, "/admin/users/AbCdEfGhIjKlMnOpQrStUv/")],
  ["a program that sends no form", post(TYPED, "/leave/new/", { ...LOGIN, "Content-Type": "application/json" })],
  ["somebody who sends too much", post([["notes", "x".repeat(299_996)]])],
  ["somebody who sends too many", post(Array.from({ length: 3_000 }, (_, at) => [`tick${at}`, ""]))],
  ["somebody who only looks", new Request("http://daybook.test/leave/", { headers: LOGIN })],
])("nothing comes back for %s", async (_, request) => {
  expect(await sentForm(request)).toBeNull();
});

test("nothing comes back of a form with a file", async () => {
  const body = new FormData();
  body.append("notes", "Typed");
  body.append("file", new File(["secret"], "list.csv"));
  const request = new Request("http://daybook.test/import_csv_data/map/", { method: "POST", body, headers: LOGIN });
  expect(await sentForm(request)).toBeNull();
});

test("an address of slashes sends the form to nobody else's site", async () => {
  expect((await sentForm(post(TYPED, "//evil.example/leave/")))?.path).toBe("/evil.example/leave/");
});

test("as much as is sent back comes back", async () => {
  expect(await fieldsOf(post([["notes", "x".repeat(299_995)]]))).toHaveLength(1);
});

test("nothing comes back of what was read in another way", async () => {
  const request = post(TYPED);
  await request.text();
  expect(await sentForm(request)).toBeNull();
});

test("a connection that breaks is no form that came back", async () => {
  const body = new ReadableStream({ type: "bytes", pull: (stream) => stream.error(new Error("Gone")) });
  const request = new Request("http://daybook.test/leave/new/", {
    ...{ method: "POST", body, headers: { ...URLENCODED, ...LOGIN } },
  });
  await expect(sentForm(request)).rejects.toThrow("Gone");
});

test("notes ten times as long as is allowed, in a form with 2,000 ticks, come back", async () => {
  const most: [string, string][] = [
    ["notes", "ä".repeat(100_000)],
    ...Array.from({ length: 2_000 }, (_, at): [string, string] => ["sessions", `AbCdEfGhIjKlMnOpQr${1_000 + at}`]),
  ];
  expect(await fieldsOf(post(most))).toEqual(most);
});

test("a form that was taken before its page failed does not come back, one that was refused does", async () => {
  expect(
    await sentForm(post(TYPED), { "routes/mydata/feed": { address: "https://daybook.test/calendar/" } }),
  ).toBeNull();
  expect(
    await sentForm(post(TYPED), { "routes/leave/leave-new": { form: { values: {}, errors: {} } } }),
  ).not.toBeNull();
});
