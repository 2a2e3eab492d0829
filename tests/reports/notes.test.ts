import { expect, test } from "vitest";
import { readNotesChoice, type ShownNote } from "~/reports/reflections/notes";
import { answersTo } from "~/reports/reflections/views/notes";
import { formView } from "~/ui/forms/form-state";

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
  };
  const form = formView({}, state);
  const [first, second] = [answersTo(note("a"), 0, form), answersTo(note("b"), 1, form)];
  expect([first.value("notes[0].type"), first.values("notes[0].domains")]).toEqual(["", []]);
  expect([second.value("notes[1].type"), second.values("notes[1].domains")]).toEqual(["cpd", ["2"]]);
  expect(answersTo(note("b"), 0, form).error("notes[0].type")).toBe("Changed");
});

test("what an address says wrongly is as if it were not there", () => {
  const read = (query: string) => readNotesChoice(new URLSearchParams(query));
  expect(read("year=12&show=all&page=0")).toEqual({ year: null, open: false, page: 1 });
  expect(["1899", "1900", "2099", "2100", "x"].map((year) => read(`year=${year}`).year)).toEqual([
    ...[null, 1900, 2099, null, null],
  ]);
});
