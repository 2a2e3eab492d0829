import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { filesBelow, textOf } from "./source";

/** A slice may import only slices to its left; what joins slices otherwise is composed in a route. */
const SLICES = [
  ...["mail", "accounts", "identifiers", "diary", "claims", "job-plans", "profile", "leave", "sessions", "cases"],
  ...["undo", "search", "csv-import", "data", "reports", "backups", "admin"],
];
const GROUND = ["db", "time", "vault"];

/** The room of a path below app/ or workers/: `app/diary/sessions/form.ts` is in `sessions`. */
function roomOf(path: string): string {
  const [top, second = ""] = path.split("/");
  return top === "app" ? second : (top ?? "");
}

function importsOf(path: string): string[] {
  // What ui calls things may be said anywhere: a type puts nothing into a build.
  const text = textOf(path).replace(/^import type [^;]*? from "~\/ui\/[^"]+";$/gm, "");
  const found = [...text.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1] as string);
  return found
    .filter((name) => name.startsWith("~/") || name.startsWith("."))
    .map((name) => (name.startsWith("~/") ? `app/${name.slice(2)}` : join(dirname(path), name)))
    .filter((name) => !name.includes("+types"));
}

function mayImport(from: string, to: string): boolean {
  const [room, target] = [roomOf(from), roomOf(to)];
  // The local world's data is compiled only into local builds.
  if (target === "dev") return room === "dev" || from.startsWith("app/routes/dev/");
  if (room === target || room === "routes" || room === "workers" || room === "dev") return true;
  if (room === "root.tsx" || room === "entry.server.tsx") return true;
  if (!SLICES.includes(room)) return room === "http" ? [...GROUND, "ui"].includes(target) : GROUND.includes(target);
  if (GROUND.includes(target)) return true;
  if (from.includes("/views/") && target === "ui") return true;
  // The catalogue of tables and the writer of the diary name those of every room.
  if (["data", "diary"].includes(room) && /(^|[/-])table\.server$/.test(to)) return true;
  // The atoms of forms, and the cookies and redirects of logins, are http's.
  if (target === "http") return true;
  return SLICES.indexOf(target) !== -1 && SLICES.indexOf(target) < SLICES.indexOf(room);
}

test("imports run one way: routes, slices, ground; views draw on ui; no slice reaches to its right", () => {
  const wrong = [...filesBelow("app"), ...filesBelow("workers")]
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => importsOf(path).map((target) => ({ path, target })))
    .filter(({ path, target }) => !mayImport(path, target))
    .map(({ path, target }) => `${path} imports ${target}`);
  expect(wrong).toEqual([]);
});

test.each([
  ["app/routes/logbook/logbook.tsx", "app/dev/seed.server"],
  ["workers/app.ts", "app/dev/seed.server"],
  ["app/diary/sessions/rules.ts", "app/diary/cases/rules"],
  ["app/diary/sessions/rules.ts", "app/ui/button"],
  ["app/diary/sessions/views/diary-week.tsx", "app/routes/home"],
  ["app/platform/db/columns.server.ts", "app/account/levels"],
  ["app/data/deletion.server.ts", "app/data/usage/quota"],
])("%s may not import %s", (from, to) => {
  expect(mayImport(from, to)).toBe(false);
});

test("only the worker's entry reads bindings", () => {
  const readers = filesBelow("app").filter((path) => textOf(path).includes("cloudflare:workers"));
  expect(readers).toEqual([]);
});

test("only app/platform/time asks the machine for dates", () => {
  const readers = filesBelow("app")
    .filter((path) => !path.startsWith("app/platform/time/"))
    .filter((path) => /new Date\(|Date\.now\(|date-fns/.test(textOf(path)));
  expect(readers).toEqual([]);
});

test("routes hold no SQL, no tables and no schemas", () => {
  const wrong = filesBelow("app/routes")
    .filter((path) => !path.startsWith("app/routes/dev/"))
    .filter((path) => /from "(drizzle-orm|zod)|table\.server"/.test(textOf(path)));
  expect(wrong).toEqual([]);
});
