import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { release } from "../../scripts/deploy/release.mjs";

const ORIGIN = "https://daybook-staging.surgeons.workers.dev";

/** Releases with a wrangler that fails at these words, to an address where only the file of the version is served. */
async function releaseWith({
  worker = null as { version: string } | null,
  targets = [] as string[],
  failing = "nothing fails",
}) {
  const server = createServer(({ url }, response) => response.writeHead(url === "/mark" ? 200 : 500).end());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const wrangler = {
    say: async (...args: string[]) => {
      if (args.join(" ").includes(failing)) throw new Error("The API is away");
      return "";
    },
    upload: async () => ({ version_id: "new", said: "", targets }),
  };
  const configuration = { name: "daybook-staging", workers_dev: true, vars: { APP_ORIGIN: ORIGIN, CONTROLLER: "" } };
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const more = { path: "wrangler.json", build: ".", secrets: {}, mark: "/mark", at };
  try {
    return await release(wrangler, { worker, configuration, ...more }).catch((error: Error) => error.message);
  } finally {
    server.close();
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
