import { expect, test } from "vitest";
import {
  type DiaryLink,
  returnFromCase,
  returnToDiary,
  roundUpLinks,
  weekLinks,
  withCaseReturn,
  withView,
} from "~/diary/sessions/diary-pages";
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

test("no page of a week leads to one before 1900 or after 2099, whose address would be refused", () => {
  const there = (links: (DiaryLink | null)[]) => links.map((link) => link?.to);
  expect(there(weekLinks("1900-01-01", NOW))).toEqual([undefined, "/logbook/week/", "/logbook/week/?date=1900-01-08"]);
  expect(there(weekLinks("2099-12-28", NOW))).toEqual(["/logbook/week/?date=2099-12-21", "/logbook/week/", undefined]);
  expect(there(roundUpLinks("1900-01-01", NOW))[0]).toBeUndefined();
});
