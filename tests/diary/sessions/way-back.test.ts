import { expect, test } from "vitest";
import { returnFromCase, returnToDiary, withCaseReturn, withView } from "~/diary/sessions/diary-pages";
import { viewOfImport } from "~/import/stage/list-pages";
import { NOW, TODAY } from "../../support/harness";

const left = new URLSearchParams(viewOfImport({ from: 50, sessions: 20 }));

test("what was opened from the import leads back to the pages of its lists that it was opened from", () => {
  const there = "/import_csv_data/?from=50&sessions=20";
  expect([returnToDiary(left, TODAY, NOW), returnFromCase(left, "ref")]).toEqual([there, there]);
  expect([withView("/a/", left), withCaseReturn("/b/?c=d", left)]).toEqual([
    "/a/?view=import&from=50&sessions=20",
    "/b/?c=d&view=import&from=50&sessions=20",
  ]);
  const first = new URLSearchParams(viewOfImport({ from: 0, sessions: 0 }));
  expect([first.toString(), returnToDiary(first, TODAY, NOW)]).toEqual(["view=import", "/import_csv_data/"]);
});

test("where lists begin is taken from the import alone, and only as a number", () => {
  const odd = new URLSearchParams("view=import&from=//evil.example&sessions=-1");
  expect(returnToDiary(odd, TODAY, NOW)).toBe("/import_csv_data/");
  expect(withView("/a/", new URLSearchParams("view=week&from=50"))).toBe("/a/?view=week");
});
