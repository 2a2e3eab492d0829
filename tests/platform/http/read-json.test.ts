import { data, redirect } from "react-router";
import { expect, test } from "vitest";
import { z } from "zod";
import { readJson, withJsonErrors } from "~/platform/http/read-json.server";

const schema = z.object({
  name: z.string("Must be text").max(5, "Must be 5 characters or fewer"),
  count: z.number("Must be a number"),
});

async function read(body: BodyInit, type = "application/json") {
  const request = new Request("http://daybook.test/", { method: "POST", body, headers: { "Content-Type": type } });
  try {
    return { status: 200, body: await readJson(request, schema) };
  } catch (refused) {
    const response = refused as Response;
    expect(response.headers.get("Content-Type")).toBe("application/json");
    return { status: response.status, body: await response.json<{ errors: Record<string, string[]> }>() };
  }
}

test("gives what its schema says, and nothing that it does not name", async () => {
  const body = '{"name":"Ana","count":2,"level":10,"__proto__":{"admin":true}}';
  expect(await read(body, "Application/JSON; charset=utf-8")).toEqual({ status: 200, body: { name: "Ana", count: 2 } });
});

test("says by field what is wrong, and bends nothing into its type", async () => {
  expect(await read('{"name":["Ana"],"count":"2"}')).toEqual({
    status: 422,
    body: { errors: { name: ["Must be text"], count: ["Must be a number"] } },
  });
});

test.each(['"length"', '"\\u006cength"'])("an object with a %s that has no value is no text", async (name) => {
  expect(await read(`{"name":{${name}:{"toString":1,"valueOf":1}},"count":2}`)).toEqual({
    status: 422,
    body: { errors: { name: ["Must be text"] } },
  });
});

test.each(["null", "[]", '"text"', "5"])("refuses %s, which is no object", async (body) => {
  expect((await read(body)).status).toBe(422);
});

test.each([
  ["another type", "name=Ana", "application/x-www-form-urlencoded", 415],
  ["plain text, which any site may send", "{}", "text/plain", 415],
  ["a type that only looks like it", "{}", "application/jsonp", 415],
  ["torn text", '{"name":', "application/json", 400],
  ["nothing", "", "application/json", 400],
  ["what is no UTF-8", new Uint8Array([0x22, 0xff, 0x22]), "application/json", 400],
  ["more than 64 KiB", `"${"x".repeat(65_536)}"`, "application/json", 413],
  ["lists in lists in lists", "[".repeat(60_000), "application/json", 400],
])("refuses %s as a whole", async (_, body, type, status) => {
  const answer = await read(body, type);
  expect(answer.status).toBe(status);
  expect(Object.keys((answer.body as { errors: object }).errors)).toEqual([""]);
});

test("what a page throws becomes an answer in JSON, and a fault stays one", async () => {
  const thrown = async (error: unknown) => {
    const answer = await withJsonErrors(() => Promise.reject(error));
    return { status: answer.status, body: await answer.json() };
  };
  expect(await thrown(redirect("/login/"))).toEqual({
    status: 403,
    body: { errors: { "": ["Log in again to continue"] } },
  });
  expect(await thrown(data(null, { status: 404 }))).toMatchObject({ status: 404 });
  await expect(thrown(new Error("D1 is away"))).rejects.toThrow("D1 is away");
});
