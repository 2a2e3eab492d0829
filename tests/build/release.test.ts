import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Need } from "../../scripts/deploy/locks.mjs";
import { release } from "../../scripts/deploy/release.mjs";

const ORIGIN = "https://daybook-staging.surgeons.workers.dev";

/** What the smoke journey looks at, as it wants it. */
const WELL = {
  "content-type": "text/html",
  "content-security-policy": "default-src 'none'",
  "strict-transport-security": "max-age=63072000",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cache-control": "immutable",
};

function answerWell({ url, method }: IncomingMessage, response: ServerResponse): void {
  const status = method === "POST" ? 422 : url === "/no-such-page/" ? 404 : 200;
  response.writeHead(status, WELL).end('<form id="f" method="post">');
}

/**
 * Releases with a wrangler that fails at these words, to an address where only the file of the version is served, or all
 * is well.
 */
async function releaseWith({
  worker = null as { version: string } | null,
  targets = [] as string[],
  failing = "nothing fails",
  isWell = false,
  locks = [] as Need[],
  said = [] as string[],
}) {
  const server = createServer((request, response) => {
    if (isWell) answerWell(request, response);
    else response.writeHead(request.url === "/mark" ? 200 : 500).end();
  });
  const build = mkdtempSync(join(tmpdir(), "daybook-"));
  mkdirSync(join(build, "client/assets"), { recursive: true });
  writeFileSync(join(build, "client/assets/page.css"), "");
  await once(server.listen(0, "127.0.0.1"), "listening");
  const wrangler = {
    say: async (...args: string[]) => {
      said.push(args.join(" "));
      if (args.join(" ").includes(failing)) throw new Error("The API is away");
      return "";
    },
    upload: async () => ({ version_id: "new", said: "", targets }),
  };
  const configuration = { name: "daybook-staging", workers_dev: true, vars: { APP_ORIGIN: ORIGIN, CONTROLLER: "" } };
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const more = { path: "wrangler.json", build, secrets: {}, mark: "/mark", locks, at };
  try {
    return await release(wrangler, { worker, configuration, ...more }).catch((error: Error) => error.message);
  } finally {
    server.close();
    rmSync(build, { recursive: true });
  }
}

test("a first Worker at another subdomain than the settings say is told at once, not after a quarter of an hour", async () => {
  const told = await releaseWith({ targets: ["https://daybook-staging.others.workers.dev"] });
  expect(told).toMatch(/^The Worker is at https:\/\/daybook-staging\.others\.workers\.dev, and APP_ORIGIN is /);
  expect(await releaseWith({ targets: [ORIGIN] })).toContain("steps of the smoke journey failed");
});

test("why a version failed is told even where the running one cannot be given its requests again", async () => {
  const worker = { version: "old" };
  const told = await releaseWith({ worker, failing: "deploy old@100%" });
  expect(told).toMatch(/steps of the smoke journey failed\nThe API is away\n/);
  expect(told).toContain("npx wrangler rollback old --name daybook-staging");
  expect(await releaseWith({ worker })).toContain("Nobody got version new: old has all requests as before");
});

test("a version that passed and could not be given all requests is told as such, with the way back", async () => {
  const worker = { version: "old" };
  expect(await releaseWith({ worker, isWell: true })).toBe("new");
  const told = await releaseWith({ worker, isWell: true, failing: "deploy new@100%" });
  expect(told).toMatch(/^The API is away\nVersion new passed the smoke journey, but was not given all requests/);
  expect(told).toContain("npx wrangler rollback old --name daybook-staging");
});

test("backups are locked once everybody has a version that knows of it, and not for one that was refused", async () => {
  const locks: Need[] = [{ kind: "bucket", name: "daybook-objects", id: "1", place: {}, lockedDays: 30 }];
  const lock = /^r2 bucket lock add daybook-objects backups users\/ --retention-days 30/;
  for (const worker of [null, { version: "old" }]) {
    const said: string[] = [];
    await releaseWith({ worker, locks, said });
    expect(said.filter((each) => lock.test(each))).toEqual([]);
    said.length = 0;
    expect(await releaseWith({ worker, locks, said, isWell: true })).toBe("new");
    expect(said.findIndex((each) => lock.test(each))).toBe(said.length - 1);
  }
  const told = await releaseWith({ worker: { version: "old" }, locks, isWell: true, failing: "lock add" });
  expect(told).toMatch(/^The API is away\nVersion new has all requests, but daybook-objects is not locked/);
});
