import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { withNote } from "~/platform/http/request-note.server";
import { folderOf } from "../../workers/prerendered";
import { isAddress, publicPage } from "../../workers/public-pages";

const ORIGIN = "http://daybook.test";
const folder = await folderOf(env);

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  /** What the files of the build answer. */
  file?: number;
}

/** The answer, with what the files of the build were asked for it. */
async function ask(path: string, { method = "GET", headers = {}, file = 200 }: Asked = {}) {
  const asked: string[] = [];
  const ASSETS = {
    async fetch(request: Request) {
      const { pathname } = new URL(request.url);
      asked.push([request.method, pathname, request.headers.get("If-None-Match")].filter(Boolean).join(" "));
      const held = { ETag: '"1"', "Cache-Control": "public, max-age=60" };
      return new Response(file === 200 ? "page" : null, { status: file, headers: held });
    },
  };
  return withNote(async (note) => {
    const answer = await publicPage(new Request(ORIGIN + path, { method, headers }), { ...env, ASSETS } as never);
    const names = ["ETag", "Cache-Control", "Vary"];
    const shown = answer && { status: answer.status, headers: names.map((name) => answer.headers.get(name)) };
    return { asked, answer: shown, route: note.route };
  });
}

const HELD = ['"1"', "public, max-age=0, must-revalidate", "Cookie"];

test.each([
  ["/", "landing"],
  ["/terms/", "terms"],
])("%s is the file %s of the build, asked for again each time", async (path, name) => {
  const file = `/${folder}/${name}`;
  const page = { answer: { status: 200, headers: HELD }, route: path };
  expect(await ask(path)).toEqual({ ...page, asked: [`GET ${file}`] });
  expect(await ask(path, { method: "HEAD" })).toEqual({ ...page, asked: [`HEAD ${file}`] });
  const headers = { "If-None-Match": '"1"' };
  expect(await ask(path, { headers, file: 304 })).toEqual({
    ...{ route: path, asked: [`GET ${file} "1"`] },
    answer: { status: 304, headers: HELD },
  });
});

test.each(["/no-such-page/", "/wp-login.php"])("%s is told to be of no page, and kept by nobody", async (path) => {
  expect(await ask(path, { headers: { "If-None-Match": '"1"' } })).toEqual({
    ...{ asked: [`GET /${folder}/not-found`], route: "/*" },
    answer: { status: 404, headers: [null, null, null] },
  });
});

const ROUTER = { asked: [], answer: null, route: null };

test.each([
  ["a form", "/terms/", { method: "POST" }],
  ["whoever has a login", "/terms/", { headers: { Cookie: "login=A" } }],
  ["whoever is told something", "/terms/", { headers: { Cookie: "flash=Saved" } }],
  ["a page of the diary", "/logbook/", {}],
  ["the data of a page that is missing", "/no-such-page.data", {}],
  ["an address that the router decodes", "/no%20such/", {}],
])("%s is left to the router", async (_what, path, asked) => {
  expect(await ask(path, asked)).toEqual(ROUTER);
});

test("a Worker with other settings than the build finds no file, and renders the page itself", async () => {
  expect(await ask("/terms/", { file: 404 })).toEqual({ ...ROUTER, asked: [`GET /${folder}/terms`] });
});

test("an address is that of a route as it is spelt", () => {
  expect(["/logbook/", "/Logbook/", "/no-such-page/"].map(isAddress)).toEqual([true, false, false]);
});
