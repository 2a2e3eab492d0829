import { expect, test } from "vitest";
import { drainUpload, mayBeKind, readUpload } from "~/platform/http/read-upload.server";
import fc from "../../support/property";

const BOUNDARY = "----form7MA4YWxk";

function multipart(fields: Record<string, string>, file: Uint8Array | null): Uint8Array {
  const utf8 = new TextEncoder();
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\nContent-Type: application/json\r\n\r\n`;
  const pieces = file
    ? [utf8.encode(texts.join("") + head), file, utf8.encode(`\r\n--${BOUNDARY}--\r\n`)]
    : [utf8.encode(`${texts.join("")}--${BOUNDARY}--\r\n`)];
  return new Uint8Array(pieces.flatMap((piece) => [...piece]));
}

/** As it comes in over a network: in pieces of these sizes, again and again. */
function requestOf(bytes: Uint8Array, sizes: readonly number[] = [1000]): Request {
  let at = 0;
  let turn = 0;
  const body = new ReadableStream({
    type: "bytes",
    pull(controller) {
      const size = sizes[turn++ % sizes.length] ?? 1;
      if (at < bytes.length) controller.enqueue(bytes.slice(at, at + size));
      else controller.close();
      at += size;
    },
  });
  const headers = { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` };
  return new Request("http://daybook.test/", { method: "POST", body, headers });
}

async function whole(file: AsyncIterable<Uint8Array> | null): Promise<Uint8Array | null> {
  if (!file) return null;
  const bytes: number[] = [];
  for await (const piece of file) bytes.push(...piece);
  return new Uint8Array(bytes);
}

test("fields and file come as they were sent, whatever they hold and however the network cuts them", async () => {
  const awkward = fc.constantFrom("\r\n", "--", `\r\n--${BOUNDARY.slice(0, 9)}`, "\r", "\r\n\r\n", "x");
  const file = fc.array(awkward, { maxLength: 30 }).map((parts) => new TextEncoder().encode(parts.join("")));
  const sizes = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(file, sizes, fc.string({ unit: "grapheme", maxLength: 20 }), async (sent, cuts, value) => {
      const upload = await readUpload(
        requestOf(multipart({ way: "add", password: value }, sent), cuts),
        "file",
        10_000,
      );
      expect({ ...upload.fields }).toEqual({ way: "add", password: value });
      expect(await whole(upload.file)).toEqual(sent);
    }),
    { numRuns: 200 },
  );
});

test("what stands before the first part belongs to none", async () => {
  const before = new TextEncoder().encode('For old readers: name="way"\r\n\r\nremove\r\n');
  const bytes = new Uint8Array([...before, ...multipart({ way: "add" }, null)]);
  expect({ ...(await readUpload(requestOf(bytes), "file", 100)).fields }).toEqual({ way: "add" });
});

test("a file may be called whatever its owner calls it", async () => {
  for (const called of ["Daybook – März.json", "日記.json", "a;b.json", "it's %22mine%22.json"]) {
    const form = new FormData();
    form.set("way", "add");
    form.set("file", new File(["{}"], called, { type: "application/json" }));
    const { fields, file } = await readUpload(
      new Request("http://daybook.test/", { method: "POST", body: form }),
      "file",
      9,
    );
    expect([called, fields.way, await whole(file)]).toEqual([called, "add", new TextEncoder().encode("{}")]);
  }
});

test("of a long file nothing is brought in before somebody reads it", async () => {
  const bytes = multipart({ way: "add" }, new Uint8Array(3_000_000).fill(65));
  let at = 0;
  const body = new ReadableStream({
    type: "bytes",
    pull(controller) {
      controller.enqueue(bytes.slice(at, at + 50_000));
      at += 50_000;
      if (at >= bytes.length) controller.close();
    },
  });
  const headers = { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` };
  const request = new Request("http://daybook.test/", { method: "POST", body, headers });
  const { file } = await readUpload(request, "file", 3_000_000);
  const first = await file?.next();
  expect(first?.done).toBe(false);
  expect(at).toBeLessThan(1_000_000);
  await drainUpload(file);
  expect(at).toBeGreaterThanOrEqual(bytes.length);
});

test("a connection that breaks within the file is told to whoever reads it", async () => {
  const bytes = multipart({ way: "add" }, new Uint8Array(200_000).fill(65)).slice(0, 100_000);
  let turn = 0;
  const body = new ReadableStream({
    type: "bytes",
    pull(controller) {
      turn += 1;
      if (turn === 1) controller.enqueue(bytes);
      else controller.error(new Error("Gone"));
    },
  });
  const headers = { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` };
  const { file } = await readUpload(
    new Request("http://daybook.test/", { method: "POST", body, headers }),
    "file",
    200_000,
  );
  await expect(whole(file)).rejects.toMatchObject({ status: 400 });
});

test("a form without a file, or with an empty field for it, has none", async () => {
  expect((await readUpload(requestOf(multipart({ way: "add" }, null)), "file", 10)).file).toBeNull();
  const empty = new TextDecoder().decode(multipart({}, new Uint8Array())).replace("a.json", "");
  expect((await readUpload(requestOf(new TextEncoder().encode(empty)), "file", 10)).file).toBeNull();
});

test("the file is that of its own field, and the first of it", async () => {
  const form = new FormData();
  for (const [name, text] of [
    ["other", "no"],
    ["file", "yes"],
    ["file", "no"],
  ] as const)
    form.append(name, new File([text], `${name}-${text}.json`));
  const upload = await readUpload(new Request("http://daybook.test/", { method: "POST", body: form }), "file", 9);
  expect([upload.fileName, await whole(upload.file)]).toEqual(["file-yes.json", new TextEncoder().encode("yes")]);
});

test.each([
  ["work.ndjson", true],
  ["WORK.NDJSON ", true],
  ["work", true],
  ["work 3.2026", true],
  ["work.ics", false],
  ["work.ndjson.txt", false],
])("whether %j may be a file of Daybook's own: %s", (name, may) => {
  expect(mayBeKind(name, ".ndjson")).toBe(may);
});

test("a file that is cut off, or too long, is refused as it comes in", async () => {
  const bytes = multipart({ way: "add" }, new Uint8Array(500).fill(65));
  const cut = await readUpload(requestOf(bytes.slice(0, -20)), "file", 1000);
  await expect(whole(cut.file)).rejects.toMatchObject({ status: 400 });
  const long = await readUpload(requestOf(bytes, [50]), "file", 100);
  await expect(whole(long.file)).rejects.toMatchObject({ status: 413 });
  const refused = await readUpload(requestOf(bytes.slice(0, -20)), "file", 1000);
  await expect(drainUpload(refused.file)).resolves.toBeUndefined();
});

test.each([
  ["another type", new Request("http://daybook.test/", { method: "POST", body: "{}" }), 415],
  [
    "a boundary by another name",
    new Request("http://daybook.test/", {
      ...{ method: "POST", body: "torn", headers: { "Content-Type": "multipart/form-data; x-boundary=x" } },
    }),
    400,
  ],
  ["no end at all", requestOf(new TextEncoder().encode("--x\r\ntorn")), 400],
  ["a field that is too long", requestOf(multipart({ way: "x".repeat(9000) }, null)), 413],
  [
    "too many fields",
    requestOf(multipart(Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${at}`, ""])), null)),
    400,
  ],
])("%s is refused", async (_, request, status) => {
  await expect(readUpload(request, "file", 10)).rejects.toMatchObject({ status });
});
