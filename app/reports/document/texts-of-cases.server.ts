import { type CaseText, UNREADABLE_TEXT } from "~/diary/cases/encrypted-text.server";
import { domainsOf, GMC_DOMAINS, REFLECTION_TYPES } from "~/reports/appraisal";
import { caseCounts, type WrittenCase, writtenCases } from "./case-rows.server";
import { CASE_FACTS, caseFacts, casePath, caseTitle, leftOut, type OpenedCase, openedCases } from "./case-texts.server";
import { cases, grouped, shareOfCases } from "./cells";
import { ALL_CASES, type Axis, nameOf, shareTable } from "./cross-table";
import { type ReportWorld, section } from "./section.server";
import type { Counted, ReportEntries, ReportEntry, ReportFacts, ReportTable, Sentence } from "./types";

/** Section: every complication of the period in the user's words, and the share of cases with one. */
export const complications = section(
  "complications",
  (scope) => [writtenCases(scope), caseCounts(scope)] as const,
  async ([rows, [counts]], world) => {
    const opened = await openedCases(rows, world);
    const listed = withText(opened, "complications");
    const left = leftOut(rows, world, counts);
    // If only a part of the cases was read, the share is of that part: a share of all would be too low.
    const all = left === 0 ? { name: ALL_CASES, value: counts?.all ?? 0 } : { name: "checked", value: rows.length };
    const note = formatLeftOut(rows, left);
    const list: ReportEntries = {
      ...{ kind: "entries", id: "complications-list", caption: "Complications", ofCases: true },
      labels: CASE_FACTS,
      entries: listed.map((each) => entryOf(each, each.text.complications, world)),
      note,
    };
    return {
      empty: `No complications are recorded ${world.inPeriod}.${note}`,
      inShort: complicationsInShort(listed, all),
      blocks: listed.length === 0 ? [] : [complicationFigures(listed, all), list],
    };
  },
);

/** Section: every reflective note of the period, with its type and domains. */
export const reflections = section(
  "reflections",
  (scope) => [writtenCases(scope), caseCounts(scope)] as const,
  async ([rows, [counts]], world) => {
    const listed = withText(await openedCases(rows, world), "reflective_notes");
    const found = listed.filter(({ isReadable }) => isReadable);
    const left = formatLeftOut(rows, leftOut(rows, world, counts));
    const list: ReportEntries = {
      ...{ kind: "entries", id: "reflections-list", caption: "Reflective notes", ofCases: true },
      labels: [...CASE_FACTS, "Type", "Domains"],
      entries: listed.map((each) => {
        const entry = entryOf(each, each.text.reflective_notes, world);
        return { ...entry, facts: [...entry.facts, ...sortedUnder(each)] };
      }),
      note: left,
    };
    const names = { id: "reflections-by-type", caption: "Reflective notes by type", counts: "Notes", all: NOTES };
    return {
      empty: `No reflective notes are kept ${world.inPeriod}.${left}`,
      inShort: notesInShort(found),
      blocks: listed.length === 0 ? [] : [shareTable(names, BY_TYPE, found), byDomain(found), list],
    };
  },
);

/** The cases with a text of this kind. A case whose text cannot be decrypted is included, since it may have one. */
function withText(opened: readonly OpenedCase[], kind: Exclude<keyof CaseText, "case_description">): OpenedCase[] {
  return opened.filter(({ text, isReadable }) => !isReadable || text[kind] !== "");
}

/** Note on cases whose texts were not read, with a space before it; empty if there are none. */
function formatLeftOut(rows: readonly WrittenCase[], left: number): string {
  if (left === 0) return "";
  const [read, more] = [grouped(rows.length), grouped(left)];
  return ` Only the first ${read} cases were checked. Choose a shorter period to include the other ${more}.`;
}

function complicationsInShort(listed: readonly OpenedCase[], all: Counted): Sentence[] {
  const found = complicationsIn(listed);
  if (found.value === 0) return [];
  const words = found.value === 1 ? " case" : " cases";
  return [[cases(found), `${words} with a complication (`, shareOfCases(found, all), ")."]];
}

function complicationsIn(listed: readonly OpenedCase[]): Counted {
  return { name: "complications", value: listed.filter(({ isReadable }) => isReadable).length };
}

function complicationFigures(listed: readonly OpenedCase[], all: Counted): ReportFacts {
  const found = complicationsIn(listed);
  const readable = found.value;
  const unreadable = { name: "unreadable", value: listed.length - readable };
  return {
    kind: "facts",
    id: "complications",
    caption: "Complications in figures",
    facts: [
      { label: "Cases with a complication", value: cases(found) },
      { label: all.name === ALL_CASES ? "Cases" : "Cases checked", value: cases(all) },
      { label: `Share of ${all.name === ALL_CASES ? "all cases" : "these"}`, value: shareOfCases(found, all) },
      ...(unreadable.value > 0 ? [{ label: "Cases whose text could not be opened", value: cases(unreadable) }] : []),
    ],
  };
}

const NOTES = "notes";

function notesInShort(found: readonly OpenedCase[]): Sentence[] {
  if (found.length === 0) return [];
  const unsorted = found.filter(({ reflection_type }) => reflection_type === null).length;
  const [words, end] = [found.length === 1 ? " note" : " notes", " without a type yet."];
  const all: Sentence = [cases({ name: NOTES, value: found.length }), `${words}.`];
  return unsorted === 0 ? [all] : [all, [cases({ name: nameOf([BY_TYPE, ""]), value: unsorted }), end]];
}

const BY_TYPE: Axis<OpenedCase> = {
  head: "Type",
  places: Object.entries(REFLECTION_TYPES).map(([value, label]) => ({ value, label })),
  keyOf: ({ reflection_type }) => reflection_type ?? "",
  rest: "No type yet",
  onlyUsed: true,
};

const DOMAINS = { head: "Domain of Good medical practice" };

function byDomain(found: readonly OpenedCase[]): ReportTable {
  const under = found.map(({ reflection_domains }) => domainsOf(reflection_domains));
  const none = { name: nameOf([DOMAINS, ""]), value: under.filter(({ length }) => length === 0).length };
  const lines = ([1, 2, 3, 4] as const).map((domain) => {
    const value = under.filter((domains) => domains.includes(domain)).length;
    return { label: `${domain} ${GMC_DOMAINS[domain]}`, number: { name: nameOf([DOMAINS, String(domain)]), value } };
  });
  const rows = lines.map(({ label, number }) => [label, cases(number)]);
  return {
    kind: "table",
    id: "reflections-by-domain",
    caption: "Reflective notes by domain",
    heads: [DOMAINS.head, "Notes"],
    rows: none.value === 0 ? rows : [...rows, ["No domain yet", cases(none)]],
    note: "A note can have several domains.",
  };
}

function sortedUnder({ reflection_type, reflection_domains }: OpenedCase): { label: string; value: string }[] {
  const domains = domainsOf(reflection_domains).map((domain) => GMC_DOMAINS[domain]);
  return [
    { label: "Type", value: reflection_type ? REFLECTION_TYPES[reflection_type] : "" },
    { label: "Domains", value: domains.join("; ") },
  ].filter(({ value }) => value !== "");
}

function entryOf(row: OpenedCase, text: string, world: ReportWorld): ReportEntry {
  return {
    ...{ title: caseTitle(row), path: casePath(row) },
    ...{ facts: caseFacts(row, world), text: row.isReadable ? text : UNREADABLE_TEXT },
  };
}
