import { expect, test } from "vitest";
import { sortedByDate, suggestMapping } from "~/import/parse/columns";

/** Columns with these headings, each with values if there are some. */
function columns(headings: Record<string, string[]>) {
  return Object.entries(headings).map(([heading, samples], index) => {
    return { index, letter: "", heading, label: heading, samples };
  });
}

/** The field that is suggested for one column alone. */
function fieldFor(heading: string, ...samples: string[]): string | undefined {
  return Object.keys(suggestMapping(columns({ [heading]: samples })))[0];
}

test("a heading that is the very word goes before one that has it among others", () => {
  expect(suggestMapping(columns({ "Procedure planned": [], Operation: [] }))).toEqual({ case_description: 1 });
});

test("of the headings with a word for the procedure, one of a text is suggested", () => {
  expect(suggestMapping(columns({ "Procedure planned": [], "Procedure text": [] }))).toEqual({ case_description: 1 });
  expect(suggestMapping(columns({ "ASA planned": [], "ASA text": [] }))).toEqual({ asa: 0 });
});

test("techniques are blocks where more than half of them are", () => {
  expect(fieldFor("Technique", "Femoral", "TIVA", "Sciatic")).toBe("regional");
  expect(fieldFor("Technique", "Femoral", "TIVA")).toBe("airway");
});

test("techniques are how blocks were done where none is a block", () => {
  expect(fieldFor("Technique", "Ultrasound", "Landmark")).toBe("block_technique");
  expect(fieldFor("Technique", "Ultrasound", "TIVA", "GA", "Femoral")).toBe("airway");
});

/** Records with this text in the twelfth column. */
function records(...cells: string[]) {
  return cells.map((cell, line) => ({ line, cells: [...Array(11).fill("x"), cell] }));
}

const lines = (...cells: string[]) => sortedByDate(records(...cells)).map(({ line }) => line);

test("rows are sorted by the dates of the twelfth column where four fifths are dates, and stay in order on a day", () => {
  expect(lines("03/02/2026", "01/02/2026", "?", "01/02/2026", "01/02/2026 08:00")).toEqual([1, 3, 4, 0, 2]);
  expect(lines("03/02/2026", "01/02/2026", "?", "01/02/2026")).toEqual([0, 1, 2, 3]);
});
