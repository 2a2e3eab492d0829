import { pathTo } from "~/platform/http/path-to";
import { formatCounted } from "~/platform/time/counted";
import { shortDate } from "~/platform/time/dates";
import { domainsOf, formatDomain, GMC_DOMAINS } from "~/reports/appraisal";
import { CPD_HOURS_EXPECTED, CPD_TYPES, cpdHours, doneAndBooked, formatCpdType, minutesOf } from "../cpd/kinds";
import { type CpdTexts, cpdTextsShown, cpdWithin } from "../cpd/queries.server";
import { count, minutes } from "../document/cells";
import { section } from "../document/section.server";
import type { Cell, ReportBlock, ReportEntries, ReportTable, Sentence } from "../document/types";

/** Section: hours of CPD by type and domain, every entry, and the reflections on them. */
export const cpdHoursDone = section(
  "cpd",
  ({ db, userId, bounds }) => [cpdWithin(db, userId, bounds.from, bounds.end)] as const,
  async ([rows], { cipher, today }) => {
    const all = await Promise.all(
      rows.toReversed().map(async (row) => ({ ...row, ...(await cpdTextsShown(cipher, row)) })),
    );
    const { done, booked } = doneAndBooked(all, today);
    const ofDone = [byType(done, booked.length), ...byDomain(done), list(done, ALL), ...reflections(done)];
    const blocks: ReportBlock[] = [
      ...(done.length > 0 ? ofDone : []),
      ...(booked.length > 0 ? [list(booked, BOOKED)] : []),
    ];
    return {
      summary: summary(done, booked.length),
      empty: ["No CPD is recorded in this period.", formatAhead(booked.length)].join(" ").trim(),
      blocks,
    };
  },
);

function summary(done: readonly Entry[], booked: number): Sentence[] {
  const hours = minutes(minutesOf(done));
  const words = ` hours in ${formatCounted(done.length, "entry", "entries")}; at least ${CPD_HOURS_EXPECTED} a year are expected.`;
  return [...(done.length > 0 ? [[hours, words]] : []), ...(booked > 0 ? [[formatAhead(booked)]] : [])];
}

type Entry = Awaited<ReturnType<typeof cpdWithin>>[number] & CpdTexts;

function pathOf({ unique_ref }: Entry): string {
  return pathTo("/reports/cpd/:cpdRef/", { cpdRef: unique_ref });
}

function formatAhead(entries: number): string {
  if (entries === 0) return "";
  return `${formatCounted(entries, "entry", "entries")} ${entries === 1 ? "is" : "are"} still to come and not counted.`;
}

function byType(entries: readonly Entry[], ahead: number): ReportTable {
  const order = Object.keys(CPD_TYPES);
  return {
    kind: "table",
    id: "cpd-by-type",
    caption: "Hours by type",
    heads: ["Type", "Entries", "Hours"],
    rows: [...Map.groupBy(entries, ({ type }) => type)]
      .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
      .map(([type, group]) => [formatCpdType(type), ...cellsOf(group)]),
    foot: ["All", ...cellsOf(entries)],
    note: [`At least ${CPD_HOURS_EXPECTED} hours a year are expected.`, formatAhead(ahead)].join(" ").trim(),
  };
}

/** Empty if no entry has a domain. */
function byDomain(entries: readonly Entry[]): ReportTable[] {
  if (entries.every(({ domains }) => domainsOf(domains).length === 0)) return [];
  return [
    {
      kind: "table",
      id: "cpd-by-domain",
      caption: "Hours by GMC domain",
      heads: ["Domain", "Entries", "Hours"],
      rows: Object.entries(GMC_DOMAINS).map(([domain, words]) => [
        `${domain} ${words}`,
        ...cellsOf(entries.filter(({ domains }) => domainsOf(domains).map(String).includes(domain))),
      ]),
      note: "An entry with several domains counts in each of them.",
    },
  ];
}

function cellsOf(entries: readonly Entry[]): Cell[] {
  return [count(entries.length), minutes(minutesOf(entries))];
}

const ALL = { id: "cpd", caption: "All CPD" };
const BOOKED = {
  id: "cpd-booked",
  caption: "Booked CPD",
  note: "Still to come when this report was made, and not counted.",
};

function list(entries: readonly Entry[], named: Pick<ReportTable, "id" | "caption" | "note">): ReportTable {
  return {
    ...named,
    kind: "table",
    lists: true,
    paths: entries.map(pathOf),
    heads: ["Date", "Title", "Type", "Domains", "Hours"],
    rows: entries.map((entry) => [
      shortDate(entry.day),
      entry.title,
      formatCpdType(entry.type),
      domainsOf(entry.domains).join(", "),
      minutes(entry.minutes),
    ]),
    foot: ["All", "", "", "", minutes(minutesOf(entries))],
  };
}

function reflections(entries: readonly Entry[]): ReportEntries[] {
  const written = entries.filter(({ reflection }) => reflection !== "");
  if (written.length === 0) return [];
  return [
    {
      kind: "entries",
      id: "cpd-reflections",
      caption: "Reflections on CPD",
      labels: ["Type", "Hours", "Domains"],
      entries: written.map((entry) => ({
        title: `${shortDate(entry.day)}, ${entry.title}`,
        path: pathOf(entry),
        facts: [
          { label: "Type", value: formatCpdType(entry.type) },
          { label: "Hours", value: cpdHours(entry.minutes) },
          { label: "Domains", value: formatDomain(entry.domains) || "Not recorded" },
        ],
        text: entry.reflection,
      })),
    },
  ];
}
