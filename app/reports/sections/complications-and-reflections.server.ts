import type { CaseText } from "~/diary/cases/encrypted-text.server";
import { UNREADABLE_TEXT } from "~/platform/crypto/vault.server";
import { domainsOf, GMC_DOMAINS, REFLECTION_TYPES } from "~/reports/appraisal";
import { caseCounts, listedOf, type WrittenCase, writtenCases } from "../document/case-rows.server";
import {
  CASE_FACTS,
  caseFacts,
  casePath,
  caseTitle,
  type DecryptedCase,
  decryptedCases,
  leftOut,
} from "../document/case-texts.server";
import { cases, grouped, shareOfCases } from "../document/cells";
import { type Axis, shareTable } from "../document/cross-table";
import { type ReportContext, section } from "../document/section.server";
import type { ReportEntries, ReportEntry, ReportFacts, ReportTable, Sentence } from "../document/types";

/** Section: every complication of the period in the user's words, and the share of cases with one. */
export const complications = section(
  "complications",
  (scope) => [writtenCases(scope), caseCounts(scope)] as const,
  async ([read, [counts]], context) => {
    const rows = listedOf(read);
    const opened = await decryptedCases(rows, context);
    const listed = withText(opened, "complications");
    const left = leftOut(rows, context, counts);
    // If only a part of the cases was read, the share is of that part: a share of all would be too low.
    const all = left === 0 ? (counts?.all ?? 0) : rows.length;
    const note = formatLeftOut(rows, left, context);
    const list: ReportEntries = {
      ...{ kind: "entries", id: "complications-list", caption: "Complications", ofCases: true },
      labels: CASE_FACTS,
      entries: listed.map((each) => entryOf(each, each.text.complications, context)),
      note,
    };
    return {
      empty: `No complications are recorded ${context.inPeriod}.${note}`,
      summary: complicationsInShort(listed, all),
      blocks: listed.length === 0 ? [] : [complicationFigures(listed, all, left), list],
    };
  },
);

/** Section: every reflective note of the period, with its type and domains. */
export const reflections = section(
  "reflections",
  (scope) => [writtenCases(scope), caseCounts(scope)] as const,
  async ([read, [counts]], context) => {
    const rows = listedOf(read);
    const listed = withText(await decryptedCases(rows, context), "reflective_notes");
    const found = listed.filter(({ isReadable }) => isReadable);
    const left = formatLeftOut(rows, leftOut(rows, context, counts), context);
    const list: ReportEntries = {
      ...{ kind: "entries", id: "reflections-list", caption: "Reflective notes", ofCases: true },
      labels: [...CASE_FACTS, "Type", "Domains"],
      entries: listed.map((each) => {
        const entry = entryOf(each, each.text.reflective_notes, context);
        return { ...entry, facts: [...entry.facts, ...sortedUnder(each)] };
      }),
      note: left,
    };
    const names = { id: "reflections-by-type", caption: "Reflective notes by type", counts: "Notes" };
    return {
      empty: `No reflective notes are kept ${context.inPeriod}.${left}`,
      summary: notesInShort(found),
      blocks: listed.length === 0 ? [] : [shareTable(names, BY_TYPE, found), byDomain(found), list],
    };
  },
);

/** The cases with a text of this kind. A case whose text cannot be decrypted is included, since it may have one. */
function withText(
  opened: readonly DecryptedCase[],
  kind: Exclude<keyof CaseText, "case_description">,
): DecryptedCase[] {
  return opened.filter(({ text, isReadable }) => !isReadable || text[kind] !== "");
}

/** Note on cases whose texts were not read, with a space before it; empty if there are none. */
function formatLeftOut(rows: readonly WrittenCase[], left: number, { choices }: ReportContext): string {
  if (left === 0) return "";
  // A text is not rounded.
  const more = choices.small ? "others" : `other ${grouped(left)}`;
  return ` Only the first ${grouped(rows.length)} cases were checked. Choose a shorter period to include the ${more}.`;
}

function complicationsInShort(listed: readonly DecryptedCase[], all: number): Sentence[] {
  const found = complicationsIn(listed);
  if (found === 0) return [];
  return [[cases(found, "case"), " with a complication", shareOfCases(found, all), "."]];
}

function complicationsIn(listed: readonly DecryptedCase[]): number {
  return listed.filter(({ isReadable }) => isReadable).length;
}

function complicationFigures(listed: readonly DecryptedCase[], all: number, left: number): ReportFacts {
  const found = complicationsIn(listed);
  const unreadable = listed.length - found;
  return {
    kind: "facts",
    id: "complications",
    caption: "Complications in figures",
    facts: [
      { label: "Cases with a complication", value: cases(found) },
      { label: left === 0 ? "Cases" : "Cases checked", value: cases(all) },
      { label: `Share of ${left === 0 ? "all cases" : "these"}`, value: shareOfCases(found, all) },
      ...(unreadable > 0 ? [{ label: "Cases whose text could not be opened", value: cases(unreadable) }] : []),
    ],
  };
}

function notesInShort(found: readonly DecryptedCase[]): Sentence[] {
  if (found.length === 0) return [];
  const unsorted = found.filter(({ reflection_type }) => reflection_type === null).length;
  const all: Sentence = [cases(found.length, "note"), "."];
  return unsorted === 0 ? [all] : [all, [cases(unsorted), " without a type yet."]];
}

const BY_TYPE: Axis<DecryptedCase> = {
  head: "Type",
  places: Object.entries(REFLECTION_TYPES).map(([value, label]) => ({ value, label })),
  keyOf: ({ reflection_type }) => reflection_type ?? "",
  rest: "No type yet",
  onlyUsed: true,
};

function byDomain(found: readonly DecryptedCase[]): ReportTable {
  const under = found.map(({ reflection_domains }) => domainsOf(reflection_domains));
  const none = under.filter(({ length }) => length === 0).length;
  const rows = ([1, 2, 3, 4] as const).map((domain) => [
    `${domain} ${GMC_DOMAINS[domain]}`,
    cases(under.filter((domains) => domains.includes(domain)).length),
  ]);
  return {
    kind: "table",
    id: "reflections-by-domain",
    caption: "Reflective notes by domain",
    heads: ["Domain of Good medical practice", "Notes"],
    rows: none === 0 ? rows : [...rows, ["No domain yet", cases(none)]],
    note: "A note can have several domains.",
  };
}

function sortedUnder({ reflection_type, reflection_domains }: DecryptedCase): { label: string; value: string }[] {
  const domains = domainsOf(reflection_domains).map((domain) => GMC_DOMAINS[domain]);
  return [
    { label: "Type", value: reflection_type ? REFLECTION_TYPES[reflection_type] : "" },
    { label: "Domains", value: domains.join("; ") },
  ].filter(({ value }) => value !== "");
}

function entryOf(row: DecryptedCase, text: string, context: ReportContext): ReportEntry {
  return {
    ...{ title: caseTitle(row), path: casePath(row) },
    ...{ facts: caseFacts(row, context), text: row.isReadable ? text : UNREADABLE_TEXT },
  };
}
