import { expect, test } from "vitest";
import { filesBelow, textOf } from "./source";

test("the length of a minute, an hour, a day and a week is written once", () => {
  const files = ["app", "workers"].flatMap(filesBelow).filter((path) => /\.tsx?$/.test(path));
  const again = files.filter((path) =>
    /\bconst (MINUTE|HOUR|DAY|WEEK)_(MS|S) =|\b(60_000|3_600_000|86_400(_000)?)\b/.test(textOf(path)),
  );
  expect(again).toEqual(["app/platform/time/durations.ts"]);
});
