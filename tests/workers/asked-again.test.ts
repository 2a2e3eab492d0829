import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openReading } from "../../workers/copies";

const PAGE = "/logbook/";
const read = sql`SELECT 1`;
const write = sql`UPDATE users SET level = 1`;

/** A request of somebody who is logged in, whose database refuses its first trips, and where each trip goes. */
function open(method: string, refused: number) {
  const asked: string[] = [];
  const withSession = (constraint: string) => {
    let to = constraint;
    const answer = async () => {
      asked.push(to);
      to = "same session";
      if (asked.length <= refused) throw new Error(`refused ${asked.length}`);
      return { results: [{ n: asked.length }] };
    };
    const statement = { bind: () => statement, all: answer, run: answer };
    return { prepare: () => statement, getBookmark: () => null };
  };
  const request = new Request(`http://daybook.test${PAGE}`, { method, headers: { Cookie: "login=A" } });
  return { ...openReading(request, PAGE, { withSession } as unknown as D1Database), asked };
}

test("a page that a copy refuses is asked of the primary, once", async () => {
  const { database, asked } = open("GET", 1);
  expect(await database.all(read)).toEqual([{ n: 2 }]);
  expect(asked).toEqual(["first-unconstrained", "first-primary"]);
  const twice = open("GET", 2);
  await expect(twice.database.all(read)).rejects.toThrow();
  expect(twice.asked).toEqual(["first-unconstrained", "first-primary"]);
});

test("what the primary refuses is not asked again", async () => {
  const { database, asked } = open("POST", 1);
  await expect(database.all(read)).rejects.toThrow();
  expect(asked).toEqual(["first-primary"]);
});

test("a write that is refused is not made again, and why is read from the primary", async () => {
  const { database, asked } = open("POST", 2);
  await expect(database.run(write)).rejects.toThrow();
  await expect(database.run(write)).rejects.toThrow();
  expect(await database.all(read)).toEqual([{ n: 3 }]);
  expect(asked).toEqual(["first-primary", "first-primary", "first-primary"]);

  const page = open("GET", 1);
  await expect(page.database.run(write)).rejects.toThrow();
  expect(await page.database.all(read)).toEqual([{ n: 2 }]);
  expect(page.asked).toEqual(["first-unconstrained", "first-primary"]);
});
