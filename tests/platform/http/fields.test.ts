import { describe, expect, test } from "vitest";
import { z } from "zod";
import { hashOf } from "~/platform/db/tokens";
import {
  choice,
  chosen,
  clock,
  clockEnd,
  date,
  idempotencyKey,
  nextEnd,
  number,
  reference,
  text,
  texts,
  tick,
  ticks,
  version,
} from "~/platform/http/fields";

/** What a field makes of an answer: its value, or its messages. */
function read(field: z.ZodType, answer: unknown): unknown {
  const result = z.object({ it: field }).safeParse(answer === undefined ? {} : { it: answer });
  return result.success ? result.data.it : result.error.issues.map(({ message }) => message);
}

const TWICE = ["Give one answer only"];
const FILE = new File(["x"], "x.txt");

const EVERY_FIELD: [string, z.ZodType][] = [
  ["text", text({ name: "title", max: 10 })],
  ["choice", choice("an element", ["a", "b"])],
  ["chosen", chosen("an element", ["a", "b"])],
  ["date", date("start date")],
  ["clock", clock()],
  ["number", number({ name: "PAs", min: 0, max: 20, places: 2 })],
  ["tick", tick()],
  ["reference", reference("No such thing")],
];

describe("every field", () => {
  test.each(EVERY_FIELD)("takes one answer only: %s", (_, field) => {
    for (const answer of [["a", "b"], { deep: "x" }, FILE, 7]) expect(read(field, answer)).toEqual(TWICE);
  });

  test.each(EVERY_FIELD)("takes a missing answer for an empty one: %s", (_, field) => {
    expect(read(field, undefined)).toEqual(read(field, ""));
    expect(read(field, null)).toEqual(read(field, ""));
  });
});

describe("text", () => {
  const title = text({ name: "title", max: 10, empty: "Enter a title" });

  test("is trimmed, with plain line ends and no invisible characters", () => {
    expect(read(title, "  On\u200b call\u0000 ")).toBe("On call");
    expect(read(title, "a\r\nb\rc\td")).toBe("a\nb\nc\td");
  });

  test("that is missing or blank says so, where it must be there", () => {
    expect(read(title, undefined)).toEqual(["Enter a title"]);
    expect(read(title, " \ufeff ")).toEqual(["Enter a title"]);
    expect(read(text({ name: "title", max: 10 }), "")).toBe("");
  });

  test("is counted in characters", () => {
    expect(read(title, "🙂".repeat(10))).toBe("🙂".repeat(10));
    expect(read(title, "x".repeat(11))).toEqual(["Title must be 10 characters or fewer"]);
  });
});

test("a choice is one of the list, or nothing where that is allowed", () => {
  expect(read(choice("a basis", ["time", "fixed"]), "fixed")).toBe("fixed");
  expect(read(choice("a basis", ["time", "fixed"]), "")).toBeNull();
  expect(read(chosen("a basis", ["time", "fixed"], "Choose one"), "")).toEqual(["Choose one"]);
  expect(read(choice("a basis", ["time", "fixed"]), "toString")).toEqual(["Choose a basis from the list"]);
  expect(read(chosen("a basis", ["time", "fixed"]), "")).toEqual(["Choose a basis"]);
});

test("a date is a real day", () => {
  expect(read(date("start date"), "3/4/26")).toBe("2026-04-03");
  expect(read(date("start date", "Please choose a date"), "")).toEqual(["Please choose a date"]);
  expect(read(date("start date"), "31/4/2026")).toEqual(["Start date must be a real date: April has 30 days"]);
  expect(read(date("start date"), "today")).toEqual(["Start date must be a real date, such as 27/3/2026"]);
  expect(read(date("date", undefined, "Please choose a date"), "31/02/2026")).toEqual([
    "Please choose a date: February 2026 has 28 days",
  ]);
});

test("a clock time is minutes from midnight", () => {
  expect(read(clock(), "20:30")).toBe(1230);
  expect(read(clock(), "")).toBeNull();
  expect(read(clock(), "24:00")).toEqual(["Please check the time is in the format hh:mm"]);
  expect(read(clockEnd(), "24:00")).toBe(1440);
  expect(read(nextEnd(), "24:00")).toBe(0);
  expect(read(nextEnd(), "")).toBeNull();
  expect(read(nextEnd(), "25:00")).toEqual(["Please check the time is in the format hh:mm"]);
});

describe("a number", () => {
  const pas = number({ name: "PAs", min: -1, max: 20, places: 2, empty: "Enter the PAs" });

  test.each([
    ["2.5", 2.5],
    [" £1 2 ", 12],
    ["0.10000", 0.1],
    [".25", 0.25],
    ["−0.5", -0.5],
    ["-1", -1],
    ["20.00", 20],
    ["1.25", 1.25],
  ])("typed as %s is read", (typed, value) => {
    expect(read(pas, typed)).toBe(value);
  });

  test.each([
    ["", "Enter the PAs"],
    ["two", "PAs must be a number"],
    ["1,5", "Write PAs with a point, such as 1.5"],
    ["1e1", "PAs must be a number"],
    ["Infinity", "PAs must be a number"],
    ["NaN", "PAs must be a number"],
    ["0x10", "PAs must be a number"],
    ["1.2.3", "PAs must be a number"],
    ["1.255", "PAs must be a number with up to 2 decimal places"],
    ["20.01", "PAs must be between -1 and 20"],
    ["-1.01", "PAs must be between -1 and 20"],
    ["9".repeat(400), "PAs must be between -1 and 20"],
  ])("typed as %s is refused in words", (typed, message) => {
    expect(read(pas, typed)).toEqual([message]);
  });

  test("that may be left out is then none", () => {
    expect(read(number({ name: "age", min: 0, max: 120, places: 0 }), "")).toBeNull();
  });

  test("that must be whole says so", () => {
    expect(read(number({ name: "age", min: 0, max: 120, places: 0 }), "1.5")).toEqual(["Age must be a whole number"]);
  });
});

test("ticks are a list of texts, each once, and not too many", () => {
  expect(read(ticks("options", 3), undefined)).toEqual([]);
  expect(read(ticks("options", 3), "a")).toEqual(["a"]);
  expect(read(ticks("options", 3), ["a", "a", "", "b"].slice(0, 3))).toEqual(["a"]);
  expect(read(ticks("options", 3), ["a", "b", "c", "d"])).toEqual(["Choose options from the list"]);
  expect(read(ticks("options", 3), [FILE])).toEqual(["Choose options from the list"]);
  expect(read(ticks("options", 3), { a: "b" })).toEqual(["Choose options from the list"]);
});

test("a tick is there or not", () => {
  expect([read(tick(), "yes"), read(tick(), "")]).toEqual([true, false]);
});

test("texts are a list of what was typed, without what was left empty, and not too many", () => {
  const names = texts({ name: "name", max: 3, maxCount: 2 });
  const answers = [undefined, "", " a ", ["a", "b"], ["", "abc"], ["a", "", "b"], ["a", "abcd"], [FILE]];
  expect(answers.map((answer) => read(names, answer))).toEqual([
    ...[[], [], ["a"], ["a", "b"], ["abc"], ["Give 2 answers at most"]],
    ...[["Name must be 3 characters or fewer"], TWICE],
  ]);
});

test("hidden keys and versions that are not ours ask for the page again", async () => {
  expect(await idempotencyKey.parseAsync("A".repeat(22))).toBe(await hashOf("A".repeat(22)));
  const faulty = await idempotencyKey.safeParseAsync("A".repeat(23));
  expect(faulty.error?.issues.map(({ message }) => message)).toEqual(["Reload this page, then send the form again"]);
  expect(read(reference("No such thing"), "../../etc/passwd/abcde")).toEqual(["No such thing"]);
  expect(read(version, "3")).toBe(3);
  expect(read(version, "")).toEqual(["Reload this page, then make your change again"]);
  expect(read(version, "0")).toHaveLength(1);
});
