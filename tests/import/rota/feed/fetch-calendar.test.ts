import { expect, test } from "vitest";
import { fetchCalendar } from "~/import/rota/feed/fetch-calendar.server";

const URL_OF = "https://rota.example.org/token/a.ics";
const rules = { own: [], isLocal: false };
const NONE = { etag: "", last_modified: "" };

/** Asks a server that answers each address in the same way. */
async function ask(answer: (url: string) => Response | Promise<Response>, seen = NONE, limitMs = 1_000) {
  const asked: { url: string; init: RequestInit | undefined }[] = [];
  const fetcher = (async (url: string, init?: RequestInit) => {
    asked.push({ url, init });
    return answer(url);
  }) as typeof fetch;
  return { fetched: await fetchCalendar(URL_OF, seen, { rules, fetcher, limitMs }), asked };
}

const led = (Location: string) => new Response(null, { status: 302, headers: { Location } });

test("what the server said of the last file is sent back, and an unchanged one is not read", async () => {
  const headers = { ETag: '"a1"', "Last-Modified": "Sat, 28 Nov 2026 09:00:00 GMT" };
  const first = await ask(() => new Response("BEGIN:VCALENDAR", { headers }));
  expect(first.fetched).toEqual({
    ...{ what: "new", text: "BEGIN:VCALENDAR", etag: '"a1"', last_modified: headers["Last-Modified"] },
  });
  const next = await ask(() => new Response(null, { status: 304 }), { etag: '"a1"', last_modified: "then" });
  expect(next.fetched).toEqual({ what: "same" });
  expect(next.asked[0]?.init).toMatchObject({
    ...{ redirect: "manual", headers: { "If-None-Match": '"a1"', "If-Modified-Since": "then" } },
  });
});

test.each([
  ["404", () => new Response("", { status: 404 })],
  ["500", () => new Response("", { status: 500 })],
  ["302", () => new Response(null, { status: 302 })],
  ["large", () => new Response("x".repeat(2_000_001))],
  ["large", () => new Response("", { headers: { "Content-Length": "2000001" } })],
  ["slow", () => new Promise<Response>(() => {})],
  ["slow", () => new Response(new ReadableStream({ type: "bytes", pull: () => new Promise(() => {}) }))],
  ["redirect", () => led("http://rota.example.org/a.ics")],
  ["redirect", () => led("https://127.0.0.1/a.ics")],
  ["redirect", () => led("//10.0.0.1/a.ics")],
  ["redirect", () => led("https://rota.internal/a.ics")],
  ["redirect", () => led("file:///etc/passwd")],
  ["redirect", () => led("/round/and/round")],
  ["unreachable", () => Promise.reject(new Error(`cannot reach ${URL_OF}`))],
])("a fault is known: %s", async (fault, answer) => {
  const { fetched, asked } = await ask(answer, NONE, 30);
  expect(fetched).toEqual({ what: "failed", fault });
  expect(asked.every(({ url }) => url.startsWith("https://rota.example.org/"))).toBe(true);
  expect(asked.length).toBeLessThanOrEqual(4);
});

test("a redirect to another public address is followed", async () => {
  const { fetched, asked } = await ask((url) =>
    url.includes("cdn") ? new Response("there") : led("https://cdn.example.org/b.ics"),
  );
  expect([fetched.what, asked.map(({ url }) => url)]).toEqual(["new", [URL_OF, "https://cdn.example.org/b.ics"]]);
});
