import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { REQUIREMENTS } from "./asvs-requirements";
import { filesBelow, textOf } from "./source";

interface Row {
  number: string;
  level: number;
  state: string;
  /** How and where it is met, or why it is not. */
  how: string;
  tests: string;
}

const ROWS: Row[] = textOf("docs/security/asvs.md")
  .split("\n")
  .filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
  .map((line) => {
    const [number = "", level, , state = "", how = "", tests = "", ...more] = line
      .replace(/^\| | \|$/g, "")
      .split(" | ");
    expect(more, line).toEqual([]);
    return { number, level: Number(level), state, how, tests };
  });

/** Files that are named, `like/this.ts`, and wrong ones among them. */
function filesIn(text: string): string[] {
  return [...text.matchAll(/`([\w./-]+\.[a-z]+|public\/_headers)`/g)].map(([, path]) => path as string);
}

test("the list of requirements is the one of the standard: 70 of level 1, 183 of level 2, 92 of level 3", () => {
  expect([1, 2, 3].map((level) => REQUIREMENTS.filter((each) => each.level === level).length)).toEqual([70, 183, 92]);
});

test("every requirement of levels 1 and 2 stands in the table once, in order, with its level", () => {
  const wanted = REQUIREMENTS.filter(({ level }) => level < 3);
  expect(ROWS.map(({ number, level }) => ({ number, level }))).toEqual(wanted);
});

test("each requirement is met, does not apply, or is a deviation", () => {
  const known = ["met", "not applicable", "deviation"];
  expect(ROWS.filter(({ state }) => !known.includes(state))).toEqual([]);
  const [met, no, open] = known.map((each) => ROWS.filter(({ state }) => state === each).length);
  expect(textOf("docs/security/asvs.md")).toContain(`**${met} met, ${no} not applicable, ${open} deviations**`);
});

test("what is met names where, and a test with a title that is there", () => {
  const wrong = ROWS.filter(({ state }) => state === "met").flatMap(({ number, how, tests }) => {
    const [places, proofs] = [filesIn(how), filesIn(tests)];
    const isProof = (path: string) => /^tests\/.+\.(test|spec)\.tsx?$/.test(path);
    const titles = [...tests.matchAll(/“([^”]+)”/g)].map(([, title]) => title as string);
    const texts = proofs.filter((path) => existsSync(path)).map(textOf);
    return [
      ...(places.length === 0 ? [`${number} names no place`] : []),
      ...(proofs.some(isProof) ? [] : [`${number} names no test`]),
      ...[...places, ...proofs].filter((path) => !existsSync(path)).map((path) => `${number} names ${path}`),
      ...titles.filter((title) => !texts.some((text) => text.includes(title))).map((title) => `${number}: “${title}”`),
    ];
  });
  expect(wrong).toEqual([]);
});

test("what does not apply, and each deviation, has its reason; a deviation says what would close it", () => {
  const others = ROWS.filter(({ state }) => state !== "met");
  expect(others.filter(({ how }) => how.split(" ").length < 4).map(({ number }) => number)).toEqual([]);
  const open = others.filter(({ state, how }) => state === "deviation" && !/\bCloses?\b.{10}/.test(how));
  expect(open.map(({ number }) => number)).toEqual([]);
});

const SERVER = ["app", "workers"]
  .flatMap(filesBelow)
  .filter((path) => /\.tsx?$/.test(path) && !/^app\/(routes\/)?dev\//.test(path));

function filesWith(pattern: RegExp, files = SERVER): string[] {
  return files.filter((path) => pattern.test(textOf(path))).sort();
}

test("every file that uses cryptography is in the inventory", () => {
  const inventory = textOf("docs/security/cryptography.md");
  const users = filesWith(/crypto\.(subtle|getRandomValues|randomUUID)|node:crypto|@oslojs|@simplewebauthn/);
  expect(users.length).toBeGreaterThan(10);
  expect(users.filter((path) => !inventory.includes(`\`${path}\``))).toEqual([]);
  expect(filesWith(/Math\.random\(/)).toEqual([]);
});

test("every kind of log line is in the inventory", () => {
  const inventory = textOf("docs/security/logs.md");
  const lines = SERVER.flatMap((path) => [
    ...textOf(path).matchAll(/console\.\w+\(\s*JSON\.stringify\(\{\s*kind: "([\w-]+)"/g),
  ]);
  const kinds = new Set(lines.map(([, kind]) => kind as string));
  expect(kinds.size).toBeGreaterThan(4);
  expect([...kinds].filter((kind) => !inventory.includes(`\`${kind}\``))).toEqual([]);
  // Nothing is logged in another way.
  const others = SERVER.filter((path) => /console\.\w+\((?!\s*JSON\.stringify\(\{\s*kind: ")/.test(textOf(path)));
  expect(others).toEqual([]);
});

test("the Worker calls one address outside", () => {
  const callers = filesWith(
    /(?<![.\w])(fetch|fetcher)\(/,
    SERVER.filter((path) => /\.server\.ts$|^workers\//.test(path)),
  );
  expect(callers).toEqual(["app/account/bot-check/bot-check.server.ts", "workers/app.ts"]);
  expect(textOf("app/account/bot-check/bot-check.server.ts")).toContain('redirect: "manual"');
});

test("nothing is kept in a store of the browser, but what waits without signal and its page", () => {
  expect(
    filesWith(/\b(localStorage|sessionStorage|indexedDB|cacheStorage)\b|\bcaches\.(open|default|match)\b/),
  ).toEqual(["app/ui/no-signal/outbox.ts", "app/ui/no-signal/worker.ts"]);
});

test("no text of a user is drawn as HTML or run as script, and no other site is let read", () => {
  expect(filesWith(/dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write/)).toEqual([]);
  expect(filesWith(/\beval\(|\bnew Function\(|set(Timeout|Interval)\(\s*["'`]/)).toEqual([]);
  expect(filesWith(/Access-Control-/i)).toEqual([]);
});
