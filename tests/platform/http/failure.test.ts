import { redirect, type ServerBuild } from "react-router";
import { expect, test, vi } from "vitest";
import { withReferences } from "~/platform/http/failure.server";
import { withNote } from "~/platform/http/request-note.server";
import { referenceIn } from "~/ui/layout/failure";

type Handler = (args: { request: Request }) => Promise<unknown>;
const KINDS = ["loader", "action", "middleware"] as const;

/** A handler as the router is given it, which throws this. */
function wrapped(kind: (typeof KINDS)[number], thrown: unknown): Handler {
  const handler = () => Promise.reject(thrown);
  const route = { id: "page", module: { [kind]: kind === "middleware" ? [handler] : handler } };
  const { page } = withReferences({ page: route } as unknown as ServerBuild["routes"]);
  const made = (page?.module as unknown as Record<string, Handler | Handler[]>)[kind];
  return [made].flat()[0] as Handler;
}

function failing(kind: (typeof KINDS)[number], thrown: unknown, request = new Request("http://daybook.test/leave/")) {
  const spy = vi.spyOn(console, "error").mockImplementation(() => {});
  return withNote(async ({ id }) => {
    const answer: unknown = await wrapped(kind, thrown)({ request }).catch((error: unknown) => error);
    const logged = spy.mock.calls.map(([line]) => JSON.parse(String(line)));
    spy.mockRestore();
    return { id, answer, logged };
  });
}

test.each(KINDS)("an error of a %s is logged once, and answered with the id of the request alone", async (kind) => {
  const { id, answer, logged } = await failing(kind, new Error("no such table: leave"));
  expect(logged).toMatchObject([{ kind: "error", request: id, reason: "Error: no such table: leave" }]);
  expect(answer).toMatchObject({ status: 500 });
  const words = await (answer as Response).text();
  expect(referenceIn(words)).toBe(id);
  expect(words).not.toContain("leave");
});

test("an error of a call is answered in JSON", async () => {
  const { id, answer } = await failing("action", new Error("torn"), new Request("http://daybook.test/api/sessions/"));
  expect((answer as Response).status).toBe(500);
  expect(await (answer as Response).json()).toEqual({ errors: { "": [expect.stringContaining(id)] } });
});

test.each(KINDS)("what a %s throws as an answer stays as it is, and is not logged", async (kind) => {
  const answers = [redirect("/login/"), new Response("Gone", { status: 404 }), { init: { status: 503 } }];
  for (const thrown of answers) {
    const { answer, logged } = await failing(kind, thrown);
    expect(answer).toBe(thrown);
    expect(logged).toEqual([]);
  }
});

test("an error that nobody waits for any more is not logged", async () => {
  const request = new Request("http://daybook.test/leave/", { signal: AbortSignal.abort() });
  const error = new Error("aborted");
  expect(await failing("loader", error, request)).toMatchObject({ answer: error, logged: [] });
});
