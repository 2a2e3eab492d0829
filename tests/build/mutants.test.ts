import { expect, test } from "vitest";
import { isPlanted, placesIn, REASONED } from "../../scripts/mutants/places.mjs";
import { textOf } from "./source";

/** How the places of one kind read once a bug is planted in them. */
function planted(kind: string, text: string): string[] {
  return placesIn("app/cases/act.server.ts", text)
    .filter((place) => place.kind === kind)
    .map(({ to }) => to);
}

test("an owner check is left out of conditions, of a where and of SQL", () => {
  expect(planted("owner check", "find(and(eq(cases.user_id, userId), eq(cases.unique_ref, ref)));")).toEqual([
    "find(and(eq(cases.unique_ref, ref)));",
  ]);
  expect(planted("owner check", "find(and(own(userId), late));")).toEqual(["find(and(late));"]);
  expect(planted("owner check", "find(and(own(userRef), late));")).toEqual(["find(and(late));"]);
  expect(planted("owner check", "db.delete(cases).where(eq(cases.user_id, userId));")).toEqual([
    "db.delete(cases).where(undefined);",
  ]);
  expect(planted("owner check", "db.delete(logins).where(eq(logins.user_ref, userRef));")).toEqual([
    "db.delete(logins).where(undefined);",
  ]);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template.
  const ofDiary = "sql`SELECT 1 FROM cases AS c WHERE c.user_id = ${userId} AND c.user_id = s.user_id`;";
  expect(planted("owner check", ofDiary)).toEqual([
    "sql`SELECT 1 FROM cases AS c WHERE TRUE AND c.user_id = s.user_id`;",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template.
    "sql`SELECT 1 FROM cases AS c WHERE c.user_id = ${userId} AND TRUE`;",
  ]);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template.
  const ofAccount = "sql`SELECT 1 FROM backups AS b WHERE b.user_ref = ${userRef} AND b.user_ref = u.user_ref`;";
  expect(planted("owner check", ofAccount)).toEqual([
    "sql`SELECT 1 FROM backups AS b WHERE TRUE AND b.user_ref = u.user_ref`;",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template.
    "sql`SELECT 1 FROM backups AS b WHERE b.user_ref = ${userRef} AND TRUE`;",
  ]);
});

test("a version is not asked for, or not raised", () => {
  expect(planted("version check", "find(and(ours, eq(cases.version, version)));")).toEqual(["find(and(ours));"]);
  expect(planted("version check", "if (now.version !== version) gone();")).toEqual(["if (false) gone();"]);
  const text = `import { sql } from "drizzle-orm";\nedit({ asa, version: nextVersion(cases.version, 3) });`;
  expect(planted("version check", text)).toEqual([
    "edit({ asa });",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template.
    "edit({ asa, version: sql<number>`${cases.version} + 1` });",
  ]);
});

test("a bound takes in one more or one fewer, and a step of one is not made", () => {
  expect(planted("off by one", "first = from < until;")).toEqual(["first = from <= until;"]);
  expect(planted("off by one", "first = from < until ? from : until;")).toEqual([]);
  expect(planted("off by one", "last = days.length - 1;")).toEqual(["last = days.length;"]);
  expect(planted("off by one", "sql`a.start_at >= b.end_at`;")).toEqual(["sql`a.start_at > b.end_at`;"]);
  expect(planted("off by one", 'import { lt, lte } from "drizzle-orm";\nlt(at, now);')).toEqual(["lte(at, now);"]);
});

test("equal stands for unequal, one for both, no for yes", () => {
  expect(planted("wrong comparison", "late = a === b;")).toEqual(["late = a !== b;"]);
  expect(planted("wrong comparison", "late = a && b;")).toEqual(["late = a || b;"]);
  expect(planted("wrong comparison", "if (late) go();")).toEqual(["if (!late) go();"]);
  expect(planted("wrong comparison", "if (!late) go();")).toEqual(["if (late) go();"]);
});

test("a column is left out of what is stored or mapped", () => {
  expect(planted("dropped column", "db.insert(cases).values({ asa, ...age });")).toEqual([
    "db.insert(cases).values({ ...age });",
    "db.insert(cases).values({ asa });",
  ]);
  expect(planted("dropped column", "rows.map((row) => ({ day: row.day, asa: row.asa }));")).toHaveLength(2);
  expect(planted("dropped column", "show({ asa, age });")).toEqual([]);
});

test("a fault is not thrown, and a refusal is not given", () => {
  const act = (line: string) => `function act() { ${line} }`;
  expect(planted("swallowed error", act("if (!row) throw data(null);"))).toEqual([act("if (!row) {}")]);
  expect(planted("swallowed error", act("throw error;"))).toEqual([act("return null as never;")]);
  expect(planted("swallowed error", act("if (late) return { errors, status: 422 };"))).toEqual([act("if (late) {}")]);
  expect(planted("swallowed error", act("if (late) return row;"))).toEqual([]);
});

test("a statement is left out of a batch, but none whose answer is read by its place", () => {
  expect(planted("dropped statement", "await db.batch([audit, remove]);")).toEqual([
    "await db.batch([remove]);",
    "await db.batch([audit]);",
  ]);
  expect(planted("dropped statement", "const [made] = await db.batch([add, audit]);")).toEqual([
    "const [made] = await db.batch([add]);",
  ]);
  expect(planted("dropped statement", "await tell(owner);")).toEqual(["{}"]);
});

test("nothing is planted in what is drawn, logged or only typed", () => {
  const view = "function Page() { return a === b ? <p>{c === d}</p> : null; }";
  expect(placesIn("app/routes/leave/leave.tsx", view)).toEqual([]);
  expect(placesIn("app/cases/act.server.ts", 'logError(a === b); type Late = "a" | "b";')).toEqual([]);
  expect(
    ["app/diary/cases/views/chips.tsx", "app/dev/seed.server.ts", "app/ui/layout/page.tsx"].filter(isPlanted),
  ).toEqual([]);
  expect(isPlanted("app/routes/leave/leave.tsx")).toBe(true);
});

test("each bug that is said to change nothing can still be planted", () => {
  const stale = REASONED.filter(({ file, kind, from, to }) => {
    const places = placesIn(file, textOf(file));
    return !places.some((place) => place.kind === kind && place.from === from && place.to === to);
  });
  expect(stale).toEqual([]);
});

test("nothing is planted in what only a browser runs: components, hooks, and actions of the browser", () => {
  const body = "{ return first === last; }";
  for (const name of ["Weeks", "useWeeks", "clientAction"]) {
    expect(placesIn("app/routes/weeks.tsx", `export function ${name}(first, last) ${body}`)).toEqual([]);
  }
  expect(placesIn("app/routes/weeks.tsx", `export function user(first, last) ${body}`)).toHaveLength(1);
});
