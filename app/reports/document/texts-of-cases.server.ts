import { domainsOf, GMC_DOMAINS } from "../domains";
import { REFLECTION_TYPES } from "../reflections/kinds";
import { countedCases, writtenCases } from "./case-rows.server";
import { caseFacts, caseTitle, type OpenedCase, openedCases } from "./case-texts.server";
import { cases, shareOfCases } from "./cells";
import { type Axis, shareTable } from "./cross-table";
import { type ReportWorld, section } from "./section.server";
import { type ReportTable, SECTIONS } from "./types";

/** Every complication of the period in its own words, and how often there was one. */
export const complications = section(
  "complications",
  (scope) => [writtenCases(scope), countedCases(scope)] as const,
  async ([rows, counted], world) => {
    const found = (await openedCases(rows, world)).filter(({ text }) => text.complications !== "");
    return {
      name: "complications",
      title: SECTIONS.complications,
      empty: "No complications are recorded in this period.",
      blocks:
        found.length === 0
          ? []
          : [
              {
                kind: "facts",
                id: "complications",
                caption: "Complications in figures",
                facts: [
                  { label: "Cases with a complication", value: cases(found.length) },
                  { label: "Cases", value: cases(counted.length) },
                  { label: "Share of all cases", value: shareOfCases(found.length, counted.length) },
                ],
                note: null,
              },
              {
                kind: "entries",
                id: "complications-list",
                caption: "Complications",
                entries: found.map((each) => entryOf(each, each.text.complications, world)),
                note: null,
              },
            ],
    };
  },
);

/** Every reflective note of the period, with what it is of and the domains that it is kept under. */
export const reflections = section(
  "reflections",
  (scope) => [writtenCases(scope)] as const,
  async ([rows], world) => {
    const found = (await openedCases(rows, world)).filter(({ text }) => text.reflective_notes !== "");
    return {
      name: "reflections",
      title: SECTIONS.reflections,
      empty: "No reflective notes are kept in this period.",
      blocks:
        found.length === 0
          ? []
          : [
              shareTable(
                { id: "reflections-by-type", caption: "Reflective notes by type", counts: "Notes" },
                BY_TYPE,
                found,
              ),
              byDomain(found),
              {
                kind: "entries",
                id: "reflections-list",
                caption: "Reflective notes",
                entries: found.map((each) => {
                  const entry = entryOf(each, each.text.reflective_notes, world);
                  return { ...entry, facts: [...entry.facts, ...sortedUnder(each)] };
                }),
                note: null,
              },
            ],
    };
  },
);

const BY_TYPE: Axis<OpenedCase> = {
  head: "Type",
  places: Object.entries(REFLECTION_TYPES).map(([key, label]) => ({ key, label })),
  keyOf: ({ reflection_type }) => reflection_type ?? "",
  rest: "No type yet",
  onlyUsed: true,
};

function byDomain(found: readonly OpenedCase[]): ReportTable {
  const under = found.map(({ reflection_domains }) => domainsOf(reflection_domains));
  const none = under.filter(({ length }) => length === 0).length;
  const rows = ([1, 2, 3, 4] as const).map((domain) => {
    return [`${domain} ${GMC_DOMAINS[domain]}`, cases(under.filter((domains) => domains.includes(domain)).length)];
  });
  return {
    kind: "table",
    id: "reflections-by-domain",
    caption: "Reflective notes by domain",
    heads: ["Domain of Good medical practice", "Notes"],
    rows: none === 0 ? rows : [...rows, ["No domain yet", cases(none)]],
    foot: null,
    note: "A note can be of several domains.",
  };
}

function sortedUnder({ reflection_type, reflection_domains }: OpenedCase): { label: string; value: string }[] {
  const domains = domainsOf(reflection_domains).map((domain) => GMC_DOMAINS[domain]);
  return [
    { label: "Type", value: reflection_type ? REFLECTION_TYPES[reflection_type] : "" },
    { label: domains.length === 1 ? "Domain" : "Domains", value: domains.join("; ") },
  ].filter(({ value }) => value !== "");
}

function entryOf(row: OpenedCase, text: string, world: ReportWorld) {
  return { title: caseTitle(row), facts: caseFacts(row, world), text };
}
