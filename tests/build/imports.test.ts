import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { filesBelow, textOf } from "./source";

/**
 * Each room sees only what stands before it; routes, workers and the local world see all. `changes`, which writes what
 * every later room declares, sees their tables.
 */
const ROOMS = [
  ...[
    "platform",
    "ui",
    "mail",
    "account",
    "changes",
    "planning",
    "profile",
    "diary",
    "progress",
    "import",
    "reports",
    "data",
  ],
  ...["backups", "admin"],
];

/** The room of a path below app/ or workers/: `app/diary/sessions/form.ts` is in `diary`. */
function roomOf(path: string): string {
  const [top, second = ""] = path.split("/");
  return top === "app" ? second : (top ?? "");
}

function importsOf(path: string): string[] {
  const found = [...textOf(path).matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1] as string);
  return found
    .filter((name) => name.startsWith("~/") || name.startsWith("."))
    .map((name) => (name.startsWith("~/") ? `app/${name.slice(2)}` : join(dirname(path), name)))
    .filter((name) => !name.includes("+types"));
}

function mayImport(from: string, to: string): boolean {
  const [room, target] = [roomOf(from), roomOf(to)];
  // The local world's data is compiled only into local builds.
  if (target === "dev") return room === "dev" || from.startsWith("app/routes/dev/");
  if (!ROOMS.includes(room) || (room === "changes" && to.endsWith("/table.server"))) return true;
  return ROOMS.includes(target) && ROOMS.indexOf(target) <= ROOMS.indexOf(room);
}

test("imports run one way: no room sees one that stands after it", () => {
  const wrong = [...filesBelow("app"), ...filesBelow("workers")]
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => importsOf(path).map((target) => ({ path, target })))
    .filter(({ path, target }) => !mayImport(path, target))
    .map(({ path, target }) => `${path} imports ${target}`);
  expect(wrong).toEqual([]);
});

/** The files that lead from a file back to it, if any do. */
function circleOf(start: string, graph: ReadonlyMap<string, readonly string[]>): string[] {
  const ways = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const next of graph.get(way.at(-1) ?? "") ?? []) {
      if (next === start) return [...way, start];
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  }
  return [];
}

test("no files import each other in a circle, types included", () => {
  const files = [...filesBelow("app"), ...filesBelow("workers")].filter((path) => /\.tsx?$/.test(path));
  const byName = new Map(files.map((path) => [path.replace(/\.tsx?$/, ""), path]));
  const graph = new Map(files.map((path) => [path, importsOf(path).flatMap((name) => byName.get(name) ?? [])]));
  expect(files.map((path) => circleOf(path, graph).join(" imports ")).filter(Boolean)).toEqual([]);
});

test.each([
  ["app/routes/logbook/logbook.tsx", "app/dev/seed.server"],
  ["workers/app.ts", "app/dev/seed.server"],
  ["app/planning/job-plans/rules.ts", "app/diary/sessions/rules"],
  ["app/diary/list/views/diary-week.tsx", "app/routes/home"],
  ["app/platform/db/columns.server.ts", "app/account/levels"],
  ["app/reports/builder/page.server.ts", "app/data/deletion.server"],
])("%s may not import %s", (from, to) => {
  expect(mayImport(from, to)).toBe(false);
});
