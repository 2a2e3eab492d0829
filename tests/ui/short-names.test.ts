import { expect, test } from "vitest";
import { shortNames } from "~/ui/styles/style-sheet";

const hash = (text: string) => `hash-${text.length}`;

test("a class has the last four letters of its hash, as often as it is named", () => {
  const nameOf = shortNames();
  expect([nameOf(["wide", "w_1"], () => "abcdefgh"), nameOf(["wide", "w_1"], () => "abcdefgh")]).toEqual([
    "efgh",
    "efgh",
  ]);
  expect(nameOf(["w_1"], () => "xefgi")).toBe("efgi");
});

test("two classes that meet in four letters end the build, which says which two", () => {
  const nameOf = shortNames();
  nameOf(["w_1"], hash);
  expect(() => nameOf(["wide", "d_flex"], () => "other-sh-3")).toThrow(
    "Two classes are both called sh-3: “w_1” and “wide:d_flex”. Write one of them another way",
  );
  // Another style sheet begins anew.
  expect(shortNames()(["wide", "d_flex"], () => "other-sh-3")).toBe("sh-3");
});

test("the styling code is given a function that stands by itself", () => {
  expect(String(shortNames())).toMatch(/^\(path, toHash\) => toHash\(path\.join\(":"\)\)\.slice\(-4\);?$/);
});
