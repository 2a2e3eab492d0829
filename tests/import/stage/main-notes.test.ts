import { createElement } from "react";
import { button } from "styled-system/recipes";
import { expect, test } from "vitest";
import { HiddenRows, PlaceAll } from "~/import/stage/views/main-notes";
import { rendered } from "../../support/rendered";

/** What is read of a part of the main view, and the words of its primary buttons. */
function drawn(part: typeof PlaceAll | typeof HiddenRows, counts: object) {
  const html = rendered({ default: () => createElement(part as never, counts) }, {}, null).replaceAll("<!-- -->", "");
  const links = [...html.matchAll(/<a [^>]*class="([^"]*)"[^>]*>([^<]*)</g)];
  return {
    text: html
      .replace(/<[^>]+>/g, " ")
      .replace(/\s+/g, " ")
      .trim(),
    primary: links.filter(([, names]) => names === button({ visual: "primary" })).map(([, , words]) => words),
  };
}

test("cases that lie in sessions are placed first; sessions are made first only for cases that have none", () => {
  const both = drawn(PlaceAll, { available: 33, placeable: 21, homeless: 12 });
  expect(both.text).toContain("Place all 21… Make sessions for 12 cases…");
  expect(both.primary).toEqual(["Place all 21…"]);
  expect(drawn(PlaceAll, { available: 12, placeable: 0, homeless: 12 }).primary).toEqual([
    "Make sessions for 12 cases…",
  ]);
});

test.each([
  [{ placed: 25, matching: 0 }, "25 cases of the file are in sessions."],
  [
    { placed: 1, matching: 2 },
    "1 case of the file is in sessions; 2 cases of the file are hidden: your logbook has cases with the same start, end, age and gender.",
  ],
  [{ placed: 0, matching: 0 }, ""],
])("of %j it is said why the list is shorter than the file", (counts, expected) => {
  expect(drawn(HiddenRows, counts).text).toBe(expected);
});
