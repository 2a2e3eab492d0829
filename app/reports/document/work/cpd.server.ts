import { pathTo } from "~/platform/http/path-to";
import { counted } from "~/platform/time/counted";
import { shortDate } from "~/platform/time/dates";
import { CPD_HOURS_EXPECTED, CPD_TYPES, cpdHours, doneAndBooked, formatCpdType } from "../../cpd/kinds";
import { cpdWithin } from "../../cpd/queries.server";
import { type CpdTexts, cpdTextsShown } from "../../cpd/texts.server";
import { domainsOf, formatDomain, GMC_DOMAINS } from "../../domains";
import { count, minutes } from "../cells";
import { section } from "../section.server";
import { type ReportBlock, type ReportEntries, type ReportTable, SECTIONS } from "../types";
import { addedUp, tallied } from "./tally";

/** Hours of CPD by type and domain, every entry, and what was thought about them. */
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
    const empty = ["No CPD is recorded in this period.", formatAhead(booked.length)].join(" ").trim();
    return { name: "cpd", title: SECTIONS.cpd, empty, blocks };
  },
);

interface Entry extends CpdTexts {
  unique_ref: string;
  day: string;
  minutes: number;
  type: string;
  domains: string;
}

function pathOf({ unique_ref }: Entry): string {
  return pathTo("/reports/cpd/:cpdRef/", { cpdRef: unique_ref });
}

const NOTHING = { entries: 0, minutes: 0 };

function sumsOf(entry: Entry): typeof NOTHING {
  return { entries: 1, minutes: entry.minutes };
}

function formatAhead(entries: number): string {
  if (entries === 0) return "";
  return `${counted(entries, "entry", "entries")} ${entries === 1 ? "is" : "are"} still to come and not counted.`;
}

function byType(entries: readonly Entry[], ahead: number): ReportTable {
  const lines = tallied(entries, ({ type }) => type, sumsOf);
  const order = Object.keys(CPD_TYPES);
  const all = addedUp([...lines.values()], NOTHING);
  return {
    kind: "table",
    id: "cpd-by-type",
    caption: "Hours by type",
    heads: ["Type", "Entries", "Hours"],
    rows: [...lines]
      .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
      .map(([type, sums]) => [formatCpdType(type), count(sums.entries), minutes(sums.minutes)]),
    foot: ["All", count(all.entries), minutes(all.minutes)],
    note: [`At least ${CPD_HOURS_EXPECTED} hours a year are expected.`, formatAhead(ahead)].join(" ").trim(),
  };
}

/** Only where domains are said of any entry. */
function byDomain(entries: readonly Entry[]): ReportTable[] {
  const pairs = entries.flatMap((entry) => domainsOf(entry.domains).map((domain) => ({ domain, entry })));
  if (pairs.length === 0) return [];
  const lines = tallied(
    pairs,
    ({ domain }) => String(domain),
    ({ entry }) => sumsOf(entry),
  );
  return [
    {
      kind: "table",
      id: "cpd-by-domain",
      caption: "Hours by GMC domain",
      heads: ["Domain", "Entries", "Hours"],
      rows: Object.entries(GMC_DOMAINS).map(([domain, words]) => {
        const sums = lines.get(domain) ?? NOTHING;
        return [`${domain} ${words}`, count(sums.entries), minutes(sums.minutes)];
      }),
      foot: null,
      note: "An entry of several domains counts in each of them.",
    },
  ];
}

const ALL = { id: "cpd", caption: "All CPD", note: null };
const BOOKED = {
  id: "cpd-booked",
  caption: "Booked CPD",
  note: "Still to come when this report was made, and not counted.",
};

function list(entries: readonly Entry[], named: Pick<ReportTable, "id" | "caption" | "note">): ReportTable {
  return {
    ...named,
    kind: "table",
    paths: entries.map(pathOf),
    heads: ["Date", "Title", "Type", "Domains", "Hours"],
    rows: entries.map((entry) => [
      shortDate(entry.day),
      entry.title,
      formatCpdType(entry.type),
      domainsOf(entry.domains).join(", "),
      minutes(entry.minutes),
    ]),
    foot: ["All", "", "", "", minutes(addedUp(entries.map(sumsOf), NOTHING).minutes)],
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
      note: null,
    },
  ];
}
