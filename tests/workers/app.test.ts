import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { deadJobs } from "~/mail/table.server";
import { newRef } from "~/platform/db/columns.server";
import worker from "../../workers/app";
import { db } from "../support/harness";

const MIB = 1024 * 1024;
/** So much of a body is read at once. */
const STEP = 65_536;
const execution = { waitUntil: () => {}, passThroughOnException: () => {} } as unknown as ExecutionContext;

function answer(url: string, init: RequestInit = {}): Promise<Response> {
  return worker.fetch(new Request(url, init) as never, env, execution);
}

test("a local build answers nobody who calls it by another name than this machine's", async () => {
  expect((await answer("http://localhost/healthz")).status).toBe(200);
  expect((await answer("https://daybook.example/healthz")).status).toBe(403);
});

/** Sends a form from another site, which is refused unread. @returns how many bytes of it were read all the same */
async function drained(...chunks: number[]): Promise<{ status: number; bytes: number; isWhole: boolean }> {
  let [bytes, isWhole] = [0, false];
  const body = new ReadableStream({
    type: "bytes",
    pull(controller) {
      const length = chunks.shift();
      if (length === undefined) {
        isWhole = true;
        controller.close();
      } else {
        bytes += length;
        controller.enqueue(new Uint8Array(length));
      }
    },
  });
  const headers = { Origin: "https://evil.example" };
  const { status } = await answer("http://localhost/login/", { method: "POST", headers, body });
  return { status, bytes, isWhole };
}

test("what a refused form sends is read to its end, up to the size of the largest form", async () => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  expect(await drained(10, 20)).toEqual({ status: 403, bytes: 30, isWhole: true });
  expect(await drained(MIB)).toEqual({ status: 403, bytes: MIB, isWhole: true });
  expect(await drained(MIB, STEP, STEP)).toEqual({ status: 403, bytes: MIB + STEP, isWhole: false });
});

test("what sends nothing waits for nothing", async () => {
  const wait = vi.spyOn(scheduler, "wait");
  expect((await answer("http://localhost/healthz")).status).toBe(200);
  expect(wait).not.toHaveBeenCalled();
});

test("a message that is no job is recorded, and not delivered again", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const [id, acked] = [newRef(), vi.fn()];
  const message = { id, body: { kind: "unknown" }, attempts: 1, ack: acked, retry: () => {} };
  await worker.queue({ queue: "daybook-jobs", messages: [message] } as never, env, execution);
  expect(acked).toHaveBeenCalledOnce();
  expect(await db.$count(deadJobs, eq(deadJobs.unique_ref, id))).toBe(1);
});
