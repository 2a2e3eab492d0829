import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { filesBelow, textOf } from "./source";

const PAPERS = ["README.md", "CONTRIBUTING.md", ...filesBelow("docs")];

test("the README is read in one go, and its map has every room there is, and no other", () => {
  const readme = textOf("README.md");
  expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(12_000);
  const map = /^app\/$([\s\S]*?)^workers\//m.exec(readme)?.[1] ?? "";
  const named = [...map.matchAll(/^ {2}([\w-]+)\/ /gm)].map(([, name]) => name as string);
  const rooms = readdirSync("app", { withFileTypes: true }).filter((each) => each.isDirectory());
  expect(named.sort()).toEqual(rooms.map(({ name }) => name).sort());
});

/** Of the project, by its whole path; or of a slice, from app/. Patterns and addresses have signs that no file has. */
function isThere(path: string): boolean {
  return ["", "app"].some((folder) => existsSync(join(folder, path)));
}

test.each(PAPERS)("%s leads to files that are there", (paper) => {
  const text = textOf(paper);
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, path]) =>
    join(dirname(paper), path ?? ""),
  );
  const named = [...text.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:tsx?|mjs|sql|json))`/g)].map(
    ([, path]) => path as string,
  );
  // The ends of addresses look like folders.
  const folders =
    paper === "docs/addresses.md" ? [] : [...text.matchAll(/`((?:[\w.-]+\/){2,})`/g)].map(([, path]) => path as string);
  // What is written as a path has to lead somewhere: a room that is renamed is renamed here too.
  expect([
    ...links.filter((path) => !existsSync(path)),
    ...[...named, ...folders].filter((path) => !isThere(path)),
  ]).toEqual([]);
});

test("every page has its line among the addresses", () => {
  const table = textOf("docs/addresses.md");
  const firsts = [...textOf("app/routes.ts").matchAll(/route\("([^"]+)"/g)].map(([, path]) => path as string);
  const pages = firsts.filter((path) => !/^(dev|api)\/|\*/.test(path));
  const lasts = pages.map(
    (path) =>
      path
        .replace(/:\w+\??/g, ":ref")
        .split("/")
        .filter(Boolean)
        .at(-1) ?? "",
  );
  expect(lasts.filter((last) => last !== ":ref" && !table.includes(last))).toEqual([]);
});
