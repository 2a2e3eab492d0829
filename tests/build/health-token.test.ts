import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { replaceSecret, settleToken } from "../../scripts/deploy/secrets.mjs";
import { textOf } from "./source";

const [OLD, NEW] = ["o".repeat(32), "n".repeat(32)];
const known = ["HEALTH_TOKEN"];

let folder = "";
let settings = { path: "" };
let file = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "daybook-"));
  settings = { path: join(folder, "trial.toml") };
  file = join(folder, "trial.health-token");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a token that --secrets replaces is replaced in its file, too, so that the next deployment asks with it", () => {
  writeFileSync(file, `${OLD}\n`);
  const { token, isSent, isReplaced } = settleToken(settings, { HEALTH_TOKEN: NEW }, { known });
  expect([token, isSent, isReplaced]).toEqual([NEW, true, true]);
  replaceSecret(file, NEW);
  expect(textOf(file).trim()).toBe(NEW);
  expect(settleToken(settings, { HEALTH_TOKEN: NEW }, { known })).toMatchObject({ isReplaced: false });
  const next = { token: NEW, from: file, isSent: false, isMade: false, isReplaced: false, wrong: [] };
  expect(settleToken(settings, {}, { known })).toEqual(next);
});

test("a file of the token that somebody has removed is not made again for a token that they give", () => {
  expect(settleToken(settings, { HEALTH_TOKEN: NEW }, { known })).toMatchObject({ isMade: false, isReplaced: false });
  expect(settleToken(settings, {}, { known })).toMatchObject({ token: undefined, isMade: false });
  expect(existsSync(file)).toBe(false);
});
