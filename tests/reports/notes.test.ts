import { expect, test } from "vitest";
import { inOrderOf, readNotesChoice, type ShownNote } from "~/reports/reflections/notes";

test("a form that came back finds its notes in another order", () => {
  const note = (case_ref: string): ShownNote => ({
    ...{ case_ref, version: 1, day: "", element: "", to: "", text: "", isReadable: true },
    ...{ type: null, domains: [] },
  });
  const state = {
    values: {
      ...{ "notes[0].case_ref": ["b"], "notes[0].version": ["1"], "notes[0].type": ["cpd"], "notes[0].domains": ["2"] },
      ...{ "notes[1].case_ref": ["gone"], "notes[1].version": ["1"], "notes[1].type": ["event"] },
    },
    errors: { "": ["Said"], "notes[0].type": ["Changed"] },
    link: { path: "/reports/locks/", words: "Show locked periods" },
  };
  const { values, errors, link } = inOrderOf([note("a"), note("b")], state);
  expect(values["notes[0].case_ref"]).toEqual(["a"]);
  expect(values["notes[0].type"]).toEqual([]);
  expect(values["notes[1].type"]).toEqual(["cpd"]);
  expect(values["notes[1].domains"]).toEqual(["2"]);
  expect(errors).toEqual({ "": ["Said"], "notes[1].type": ["Changed"] });
  expect(link).toEqual(state.link);
});

test("what an address says wrongly is as if it were not there", () => {
  const read = (query: string) => readNotesChoice(new URLSearchParams(query));
  expect(read("year=12&show=all&page=0")).toEqual({ year: null, open: false, page: 1 });
  expect(["1899", "1900", "2099", "2100", "x"].map((year) => read(`year=${year}`).year)).toEqual([
    ...[null, 1900, 2099, null, null],
  ]);
});
