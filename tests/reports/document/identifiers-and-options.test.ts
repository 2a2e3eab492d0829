import { expect, test } from "vitest";
import { cases, count } from "~/reports/document/cells";
import { checkIdentifiers } from "~/reports/document/identifiers";
import { countOptions, flagged, optionLabels, recordedOf, withFlags } from "~/reports/document/options.server";
import type { ReportBlock, ReportEntries, ReportFacts, ReportTable } from "~/reports/document/types";

const TABLE: ReportTable = {
  ...{ kind: "table", id: "asa", caption: "By ASA", heads: ["ASA", "Cases"], rows: [["ASA 1", cases(3)]] },
};
const FACTS: ReportFacts = {
  ...{ kind: "facts", id: "facts", caption: "Facts", facts: [{ label: "Sessions", value: count(2) }] },
};
const ENTRIES: ReportEntries = {
  ...{ kind: "entries", id: "notes", caption: "Notes", labels: ["Kind"] },
  entries: [{ title: "Tue 17 Nov 2026, List", facts: [{ label: "Kind", value: "Airway" }], text: "A note" }],
};

const NUMBER = "NHS 943 476 5919";

test("each text is looked through, and its place is told once, with its day and where it is changed", () => {
  const paths = ["/a/", "/b/"];
  const table: ReportTable = {
    ...TABLE,
    paths,
    rows: [
      ["17/11/2026", NUMBER],
      ["ASA 1", cases(3)],
    ],
  };
  const facts: ReportFacts = { ...FACTS, facts: [{ label: "Note", value: NUMBER }] };
  const entry = (more: object) => ({ title: "Tue 17 Nov 2026, List", facts: [], text: "", ...more });
  const entries: ReportEntries = {
    ...ENTRIES,
    entries: [
      entry({ text: NUMBER, path: "/note/" }),
      entry({ facts: [{ label: "Kind", value: NUMBER }] }),
      entry({ title: `List, ${NUMBER}` }),
      entry({ text: "Nothing" }),
    ],
  };
  const check = (confirmed: boolean, ...blocks: ReportBlock[]) =>
    checkIdentifiers([{ name: "caseload", title: "Caseload", blocks, empty: "" }], confirmed, "2026-11-21");
  const place = (day: string, path: string) => ({ section: "Caseload", day, path });
  expect(check(false, table, facts, facts, entries)).toEqual({
    ...{ found: 6, confirmed: false },
    places: [
      place("17/11/2026", "/a/"),
      place("", "/job_plans/"),
      place("Tue 17 Nov 2026", "/note/"),
      place("Tue 17 Nov 2026", "/job_plans/"),
    ],
    words: "Checked for patterns of identifiers on 21 November 2026: 6 texts look like one",
  });
  expect(check(true, facts).words).toBe(
    "Checked for patterns of identifiers on 21 November 2026: 1 text looks like one; its owner confirmed that no patient can be identified",
  );
  expect(check(false, TABLE, FACTS, ENTRIES)).toEqual({
    ...{ found: 0, confirmed: false, places: [] },
    words: "Checked for patterns of identifiers on 21 November 2026: none found",
  });
});

test("options are counted in the order of their list, one's own after all others and unlisted ones last", () => {
  const custom = [
    { unique_ref: "mine", label: "Mine", kind: "procedure" },
    { unique_ref: "other", label: "Other kind", kind: "airway" },
  ] as unknown as Parameters<typeof optionLabels>[1];
  const labels = optionLabels("procedure", custom);
  const [[first = "", standard] = []] = [...labels];
  expect(labels.get("mine")).toEqual({ label: "Mine", group: "Custom", place: labels.size - 1 });
  expect(labels.has("other")).toBe(false);
  const row = (id: string, flags: string, cases: number, kind = "procedure") => ({ kind, id, flags, cases });
  const counts = [
    ...[row("gone", "", 1), row("mine", "us", 2), row("mine", "us,catheter", 3), row(first, "", 4)],
    row(first, "", 9, "airway"),
  ] as unknown as Parameters<typeof countOptions>[1];
  const counted = countOptions("procedure", counts, custom);
  expect(counted.map(({ flags, ...option }) => ({ ...option, flags: [...flags] }))).toEqual([
    { ...standard, id: first, cases: 4, flags: [] },
    {
      label: "Mine",
      group: "Custom",
      place: labels.size - 1,
      id: "mine",
      cases: 5,
      flags: [
        ["us", 5],
        ["catheter", 3],
      ],
    },
    { label: "An option that is no longer listed", group: "", place: labels.size, id: "gone", cases: 1, flags: [] },
  ]);
  expect(counted.map((option) => flagged(option, "catheter"))).toEqual([0, 3, 0]);
  const recorded = [
    { kind: "airway", cases: 2 },
    { kind: "procedure", cases: 7 },
  ] as Parameters<typeof recordedOf>[1];
  expect([recordedOf("procedure", recorded), recordedOf("procedure", [])]).toEqual([7, 0]);
  expect(withFlags("Femoral", "")).toBe("Femoral");
});
