import { describe, expect, test } from "vitest";
import { readBytes, stepsOf } from "~/platform/http/read-body.server";
import { readUpload } from "~/platform/http/read-upload.server";

const BOUNDARY = "----form7MA4YWxk";

/** A body whose sender cuts it into pieces of one byte. */
function inBytes(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    type: "bytes",
    pull(controller) {
      controller.enqueue(bytes.slice(at, at + 1));
      at += 1;
      if (at === bytes.length) controller.close();
    },
  });
}

function post(body: BodyInit, type = "text/plain"): Request {
  return new Request("http://daybook.test/", { method: "POST", body, headers: { "Content-Type": type } });
}

async function lengthsOf(pieces: AsyncIterable<Uint8Array>): Promise<number[]> {
  const lengths: number[] = [];
  for await (const { length } of pieces) lengths.push(length);
  return lengths;
}

describe("a body that comes in pieces of one byte", () => {
  test("is gathered into steps, as many as its length asks for", async () => {
    expect(await lengthsOf(stepsOf(post(inBytes("x".repeat(150_000))).body))).toEqual([65_536, 65_536, 18_928]);
    expect(await lengthsOf(stepsOf(post(inBytes("x".repeat(65_536))).body))).toEqual([65_536]);
    expect(await lengthsOf(stepsOf(null))).toEqual([]);
  });

  test("is as it was sent, and is refused once it is too long", async () => {
    const text = Array.from({ length: 20_000 }, (_, at) => at).join();
    const bytes = await readBytes(post(inBytes(text)), text.length);
    expect(new TextDecoder().decode(bytes ?? undefined)).toBe(text);
    expect(await readBytes(post(inBytes(text)), text.length - 1)).toBeNull();
  });

  test("hands its file on in steps too: the line of a file is not joined byte by byte", async () => {
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n`;
    const body = inBytes(`${head}${"x".repeat(150_000)}\r\n--${BOUNDARY}--\r\n`);
    const { file } = await readUpload(post(body, `multipart/form-data; boundary=${BOUNDARY}`), "file", 200_000);
    const lengths = await lengthsOf(file ?? expect.unreachable());
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(150_000);
    expect(lengths.length).toBeLessThan(10);
  });
});

test("a body that nobody reads to its end is cancelled", async () => {
  let isCancelled = false;
  const endless = new ReadableStream({
    type: "bytes",
    pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
    cancel: () => {
      isCancelled = true;
    },
  });
  for await (const _ of stepsOf(endless)) break;
  expect(isCancelled).toBe(true);
});
