import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addLock, lookAtLocks, type Need } from "../../scripts/deploy/locks.mjs";
import { Wrangler } from "../../scripts/deploy/wrangler.mjs";

let folder = "";
let wrangler = new Wrangler();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "daybook-"));
  wrangler = Object.assign(new Wrangler(resolve("tests/build/stand-in-wrangler.mjs")), {
    env: { STAND_IN_STATE: join(folder, "account.json") },
  });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const NAME = "daybook-objects";
const OURS = { name: "backups", prefix: "users/", days: 30 };

function hasLocks(rules: object[]): void {
  writeFileSync(join(folder, "account.json"), JSON.stringify({ locks: { [NAME]: rules } }));
}

function bucket(lockedDays: number, id: string | null = NAME): Need {
  return { kind: "bucket", name: NAME, id, place: { jurisdiction: "eu" }, lockedDays };
}

test("a lock is added where the settings name days and the bucket has none, and is then as they say", async () => {
  expect(await lookAtLocks(wrangler, [bucket(0)])).toEqual({ locks: [], wrong: [] });
  for (const each of [bucket(30), bucket(30, null)]) {
    expect(await lookAtLocks(wrangler, [each])).toEqual({ locks: [each], wrong: [] });
  }
  await addLock(wrangler, bucket(30));
  expect(await lookAtLocks(wrangler, [bucket(30)])).toEqual({ locks: [], wrong: [] });
});

test("days that contradict the lock of the bucket are refused, and so is a lock on more than the backups", async () => {
  const wrongOf = async (rules: object[], lockedDays: number) => {
    hasLocks(rules);
    return (await lookAtLocks(wrangler, [bucket(lockedDays)])).wrong;
  };
  expect(await wrongOf([OURS], 0)).toEqual([
    "daybook-objects has the lock backups on users/, after 30 days, and locked_days of its region is 0: change locked_days, " +
      "or end the lock (npx wrangler r2 bucket lock remove daybook-objects --name backups --jurisdiction eu)",
  ]);
  expect(await wrongOf([OURS], 7)).toHaveLength(1);
  expect(await wrongOf([{ ...OURS, enabled: "No" }], 30)).toEqual([expect.stringContaining("switched off")]);
  expect(await wrongOf([OURS, { ...OURS, name: "all", prefix: "(all prefixes)" }], 30)).toEqual([
    expect.stringContaining("the lock all on (all prefixes)"),
  ]);
  expect(await wrongOf([OURS], 30)).toEqual([]);
});
