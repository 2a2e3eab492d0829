import { describe, expect, test } from "vitest";
import { z } from "zod";
import { date, idempotencyKey, text, tick } from "~/platform/http/fields";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { withToday } from "~/platform/time/today.server";

const schema = z.object({
  title: text({ name: "title", max: 10, empty: "Enter a title" }),
  password: text({ name: "password", max: 10 }),
  open: tick(),
  rows: z.array(z.object({ day: text({ name: "day", max: 9, empty: "Choose a day" }) })).optional(),
});

function post(body: BodyInit, type?: string): Request {
  return new Request("http://daybook.test/", { method: "POST", body, headers: type ? { "Content-Type": type } : {} });
}

const read = (fields: Record<string, string>) => readForm(post(new URLSearchParams(fields)), schema);

async function statusOf(request: Request): Promise<number> {
  try {
    await readForm(request, schema);
    return 200;
  } catch (thrown) {
    return (thrown as Response).status;
  }
}

describe("a form", () => {
  test("is read into typed values, and kept as typed", async () => {
    const form = await read({ title: " ENT ", password: "hush", open: "yes", "rows[0].day": "2" });
    expect(form).toMatchObject({ ok: true, value: { title: "ENT", open: true, rows: [{ day: "2" }] } });
    expect(form.state.values).toEqual({ title: [" ENT "], open: ["yes"], "rows[0].day": ["2"] });
  });

  test("is known again by its key and its answers, whatever its button and its secrets", async () => {
    const printOf = async (fields: Record<string, string>) => {
      const sent = new URLSearchParams({ title: "ENT", ...fields });
      const form = await readForm(post(sent), schema.extend({ idempotency_key: text({ name: "key", max: 22 }) }));
      return form.ok ? form.fingerprint : null;
    };
    const print = await printOf({});
    expect(print).toMatch(/^[\w-]{43}$/);
    expect(await printOf({ after_save: "case", next: "another" })).toBe(print);
    expect(await printOf({ idempotency_key: "other" })).not.toBe(print);
    expect(await printOf({ password: "hush" })).toBe(print);
    expect(await printOf({ title: "ENT " })).not.toBe(print);
    expect(await printOf({ open: "yes" })).not.toBe(print);
  });

  test("with faults comes back whole, one message a field, without its secrets", async () => {
    const form = await read({ title: "", password: "hush", "rows[0].day": "" });
    expect(form.ok).toBe(false);
    expect(form.state.errors).toEqual({ title: ["Enter a title"], "rows[0].day": ["Choose a day"] });
    expect(JSON.stringify(form.state)).not.toContain("hush");
  });

  test("brings no secret back from a row either, and takes nothing else for one", async () => {
    const ofRow = z.object({ password: text({ name: "password", max: 10 }) });
    const answers = z.object({ ...ofRow.shape, rows: z.array(ofRow), case_claim_procedure_code: tick() });
    const fields = { "rows[0].password": "hush", case_claim_procedure_code: "A1", password: "hush" };
    const { state } = await readForm(post(new URLSearchParams(fields)), answers);
    expect(state.values).toEqual({ case_claim_procedure_code: ["A1"] });
  });

  test("comes as urlencoded or multipart and nothing else", async () => {
    const multipart = new FormData();
    multipart.set("title", "ENT");
    expect(await statusOf(post(multipart))).toBe(200);
    expect(await statusOf(post('{"title":"ENT"}', "application/json"))).toBe(415);
    expect(await statusOf(post("title=ENT", "text/plain"))).toBe(415);
    expect(await statusOf(new Request("http://daybook.test/", { method: "POST" }))).toBe(415);
    expect(await statusOf(post("not multipart at all", "multipart/form-data"))).toBe(400);
  });

  test("of more than 1 MiB is refused, however it is declared", async () => {
    const type = "application/x-www-form-urlencoded";
    expect(await statusOf(post(`title=${"x".repeat(1_048_570)}`, type))).toBe(200);
    expect(await statusOf(post(`title=${"x".repeat(1_048_571)}`, type))).toBe(413);
    const endless = new ReadableStream({ type: "bytes", pull: (stream) => stream.enqueue(new Uint8Array(65_536)) });
    expect(await statusOf(post(endless, type))).toBe(413);
  });

  test("of more fields than any form has is refused before they are read", async () => {
    const type = "application/x-www-form-urlencoded";
    const fields = (n: number) => Array.from({ length: n }, (_, at) => `f${at}=1`).join("&");
    expect(await statusOf(post(`title=ENT&${fields(2_499)}`, type))).toBe(200);
    expect(await statusOf(post(`title=ENT&${fields(2_500)}`, type))).toBe(413);
    expect(await statusOf(post(`title=ENT${"&".repeat(120_000)}`, type))).toBe(413);
    const parts = new FormData();
    for (let at = 0; at <= 2_500; at += 1) parts.append(`f${at}`, "1");
    expect(await statusOf(post(parts))).toBe(413);
  });

  test("gives back what was typed under its own names alone", async () => {
    const sent = { title: "ENT", nobody: "x", "open.more": "x", "rows[0].nobody": "x", "rows[1].day": "2" };
    expect((await read(sent)).state.values).toEqual({ title: ["ENT"], "rows[1].day": ["2"] });
    const added = { ...sent, __INTENT__: 'insert({"name":"rows"})' };
    expect(Object.keys((await read(added)).state.values)).not.toContain("nobody");
  });

  test("gives back no more of an answer than any field could take, and all that somebody might paste", async () => {
    const pasted = "x".repeat(90_000);
    expect((await read({ title: pasted })).state.values).toEqual({ title: [pasted] });
    const { values } = (await read({ title: "x".repeat(900_000), "rows[0].day": "y".repeat(120_000) })).state;
    expect(Object.values(values).map(([value]) => value?.length)).toEqual([100_000, 100_000]);
  });

  test("has the names of all parts of its schema", async () => {
    const parts = z
      .preprocess((all) => all, z.object({ one: tick() }))
      .and(z.looseObject({}).pipe(z.object({ two: tick() })))
      .and(z.union([z.object({ three: tick() }), z.object({ four: tick().optional() })]));
    const sent = { one: "1", two: "2", three: "3", four: "4", five: "5" };
    const { state } = await readForm(post(new URLSearchParams(sent)), parts);
    expect(Object.keys(state.values).sort()).toEqual(["four", "one", "three", "two"]);
  });

  test("knows no names but its own", async () => {
    const form = await read({ title: "ENT", level: "10", "user.level": "10" });
    expect(form.ok && Object.keys(form.value).sort()).toEqual(["open", "password", "title"]);
  });

  test.each([
    "__proto__.polluted",
    "constructor.prototype.polluted",
    "rows[0].__proto__.polluted",
    "rows[4294967290].day",
    "rows[200].day",
    `${"a.".repeat(60_000)}a`,
    "rows[",
    "rows[x].day",
  ])("with an absurd name is refused before anything is built from it: %.40s", async (name) => {
    const status = await statusOf(post(new URLSearchParams({ title: "ENT", [name]: "1" })));
    expect([200, 400]).toContain(status);
    if (/__|constructor|\d{3}|a\.a/.test(name)) expect(status).toBe(400);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test("may have a name of 100 characters and a row 200", async () => {
    expect(
      await statusOf(post(new URLSearchParams({ title: "ENT", ["a".repeat(100)]: "1", "rows[199].day": "1" }))),
    ).toBe(200);
    expect(await statusOf(post(new URLSearchParams({ ["a".repeat(101)]: "1" })))).toBe(400);
  });

  test("whose names contradict each other gets an answer", async () => {
    const body = "title=ENT&title.more=x&rows=1&rows[0].day=2&rows[199].day=3&__INTENT__=nonsense";
    expect([200, 400]).toContain(await statusOf(post(body, "application/x-www-form-urlencoded")));
  });

  test("that is refused answers 422 with its state, and a row button 200", async () => {
    const { state } = await read({ title: "ENT" });
    expect(refuse(state, { title: "Taken" })).toMatchObject({
      init: { status: 422 },
      data: { form: { errors: { title: ["Taken"] } } },
    });
    expect(refuse(state)).toMatchObject({ init: { status: 200 } });
    expect(refuse(state, { "": "Changed elsewhere" }, 409)).toMatchObject({ init: { status: 409 } });
  });
});

test("the fingerprint that is kept hangs on the page's key, which is not kept: guesses of encrypted text cannot be tested", async () => {
  const schema = z.object({ idempotency_key: idempotencyKey, notes: text({ name: "notes", max: 100 }) });
  const read = async (key: string) => {
    const form = await readForm(
      post(`idempotency_key=${key}&notes=the+same`, "application/x-www-form-urlencoded"),
      schema,
    );
    if (!form.ok) throw new Error("refused");
    return form;
  };
  const one = await read("a".repeat(22));
  const other = await read("b".repeat(22));
  expect((await read("a".repeat(22))).fingerprint).toBe(one.fingerprint);
  expect(other.fingerprint).not.toBe(one.fingerprint);
  expect(one.value.idempotency_key).not.toContain("a".repeat(22));
});

test("a date without a year is that of its own request's day, whatever another request brings meanwhile", async () => {
  const dated = z.object({ day: date("day") });
  const { readable, writable } = new IdentityTransformStream();
  const init = { method: "POST", headers: { "Content-Type": "application/x-www-form-urlencoded" } };
  const slow = withToday("2026-11-21", () =>
    readForm(new Request("http://daybook.test/", { ...init, body: readable }), dated),
  );
  const other = await withToday("2030-06-01", () => readForm(post(new URLSearchParams({ day: "12 nov" })), dated));
  const writer = writable.getWriter();
  await writer.write(new TextEncoder().encode("day=12+nov"));
  await writer.close();
  expect([await slow, other]).toMatchObject([{ value: { day: "2026-11-12" } }, { value: { day: "2030-11-12" } }]);
});
