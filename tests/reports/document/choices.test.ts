import { expect, test } from "vitest";
import { newRef } from "~/platform/db/columns.server";
import {
  PERIODS,
  PRESETS,
  type ReportChoices,
  readChoices,
  reportTitle,
  writeChoices,
} from "~/reports/document/choices";
import { SECTION_NAMES } from "~/reports/document/types";
import fc from "../../support/property";

function read(query: string) {
  return readChoices(new URLSearchParams(query));
}

test("what is written is read back alike", () => {
  const names = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 40 }), { maxLength: 3 });
  const choices = fc.record({
    period: fc.constantFrom("appraisal", "last_appraisal", "tax", "last_tax", "plan", "custom"),
    section: fc.subarray(SECTION_NAMES, { minLength: 1 }),
    ...{ employers: names, sites: names, specialties: names, refs: fc.nat(3), small: fc.boolean() },
  });
  fc.assert(
    fc.property(choices, ({ period, section, employers, sites, specialties, refs, small }) => {
      const dated = period === "custom";
      const asked: ReportChoices = {
        period: period as ReportChoices["period"],
        plan: period === "plan" && refs > 1 ? newRef() : "",
        ...{ from: dated ? "2026-04-01" : null, until: dated ? "2026-11-30" : null },
        ...{ sections: section, employers, sites, specialties, small, confirmed: false },
        elements: Array.from({ length: refs }, newRef),
      };
      const text = writeChoices(asked).toString();
      expect(read(text)).toEqual({ choices: asked, problems: {} });
    }),
  );
});

test("nothing said is the report for appraisal, of this appraisal year", () => {
  const { choices, problems } = read("");
  expect(problems).toEqual({});
  expect(choices.period).toBe("appraisal");
  expect(choices.sections).toEqual(SECTION_NAMES.filter((name) => name !== "extra-work" && name !== "cases"));
});

test("a preset fills what is not said beside it", () => {
  expect(read("preset=extra-work").choices).toMatchObject({ period: "last_tax", sections: ["extra-work"] });
  expect(read("preset=logbook&period=tax&section=airway").choices).toMatchObject({
    period: "tax",
    sections: ["airway"],
  });
  for (const name of Object.keys(PRESETS)) expect(read(`preset=${name}`).choices.sections).not.toEqual([]);
});

test("the sections come in their own order, whatever order they are asked in", () => {
  expect(read("section=cases&section=scope&section=nonsense").choices.sections).toEqual(["scope", "cases"]);
});

test.each([
  ["from=&until=1/4/2026", { from: "Enter the first day of the report" }],
  ["from=1/4/2026", { until: "Enter the last day of the report" }],
  ["from=31/2/2026&until=1/4/2026", { from: "Enter a date, such as 27/3/2026" }],
  ["from=2/4/2026&until=1/4/2026", { until: "The last day must be on or after the first day" }],
  ["from=1/4/2026&until=2026-04-01", {}],
])("dates of one's own: %s", (dates, problems) => {
  expect(read(`period=custom&${dates}`).problems).toEqual(problems);
});

test("dates say nothing where the period has its own", () => {
  const { choices, problems } = read("period=tax&from=nonsense&until=1/4/2026");
  expect([choices.from, choices.until, problems]).toEqual([null, null, {}]);
});

test.each([
  "period=__proto__",
  "period=plan:<script>",
  "preset=constructor",
  "period=plan:../../x&element='--",
])("what it does not know is as if it were not there: %s", (query) => {
  const { choices } = read(query);
  expect(Object.keys(PERIODS)).toContain(choices.period);
  expect([choices.plan, choices.elements]).toEqual(["", []]);
});

test("a filter takes fifty names of two hundred letters at most, and none without any", () => {
  const search = new URLSearchParams([
    ["site", ""],
    ["site", "x".repeat(201)],
    ["site", "y".repeat(200)],
    ...Array.from({ length: 80 }, (_, at) => ["site", `Site ${at}`] as [string, string]),
  ]);
  const sites = Array.from({ length: 49 }, (_, at) => `Site ${at}`);
  expect(readChoices(search).choices.sites).toEqual(["y".repeat(200), ...sites]);
});

test("a job plan is named by the period of a plan alone", () => {
  const ref = newRef();
  expect(Object.keys(PERIODS).map((kind) => read(`period=${kind}:${ref}`).choices.plan)).toEqual(
    Object.keys(PERIODS).map((kind) => (kind === "plan" ? ref : "")),
  );
});

test("a report is called by what is in it, whatever its period", () => {
  const titleOf = (query: string) => reportTitle(readChoices(new URLSearchParams(query)).choices);
  expect(titleOf("")).toBe("Appraisal report");
  expect(titleOf("preset=job-plan&period=last_tax")).toBe("Job plan review");
  expect(titleOf("preset=everything")).toBe("Full report");
  expect(titleOf("section=procedures")).toBe("Procedures");
  expect(titleOf("section=procedures&section=cpd")).toBe("Report of work");
});
