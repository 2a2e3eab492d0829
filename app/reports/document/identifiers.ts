import { formatCounted } from "~/platform/time/counted";
import { longDate } from "~/platform/time/dates";
import type { LondonDate } from "~/platform/time/london";
import { findIdentifiers } from "~/ui/identifiers/rules";
import type { FoundPlace, IdentifierCheck, ReportBlock, ReportSection, SectionName } from "./types";

/** Checks every text of the user in the sections, with the current patterns of identifiers. */
export function checkIdentifiers(
  sections: readonly ReportSection[],
  confirmed: boolean,
  today: LondonDate,
): IdentifierCheck {
  const texts = sections.flatMap(textsOf).filter(({ text }) => findIdentifiers(text).length > 0);
  const found = texts.length;
  const looks = `${formatCounted(found, "text looks", "texts look")} like one`;
  const said = confirmed ? `${looks}; its owner confirmed that no patient can be identified` : looks;
  const words = found === 0 ? "none found" : said;
  return {
    ...{ found, confirmed, places: placesOf(texts) },
    words: `Checked for patterns of identifiers on ${longDate(today)}: ${words}`,
  };
}

interface ShownText extends FoundPlace {
  text: string;
}

function placesOf(texts: readonly ShownText[]): FoundPlace[] {
  const places = texts.map(({ section, day, path }) => [`${section} ${day} ${path}`, { section, day, path }] as const);
  return [...new Map(places).values()];
}

/** Address where the content of a section is edited, unless its row has an address. */
const CHANGED_AT: Partial<Record<SectionName, string>> = {
  scope: "/job_plans/",
  "job-plan": "/job_plans/",
  leave: "/leave/",
  caseload: "/job_plans/",
  airway: "/logbook/options/",
  procedures: "/logbook/options/",
  supervision: "/profile/",
  "extra-work": "/extras/",
};
const CHANGED_ELSEWHERE = "/mydata/case_data/";

function textsOf({ name, title: section, blocks }: ReportSection): ShownText[] {
  const where = { section, day: "", path: CHANGED_AT[name] ?? CHANGED_ELSEWHERE };
  return blocks.flatMap((block) => [{ ...where, text: block.caption }, ...textsIn(block, where)]);
}

function textsIn(block: ReportBlock, where: FoundPlace): ShownText[] {
  if (block.kind === "entries") {
    return block.entries.map(({ title, facts, text, path = where.path }) => ({
      ...{ ...where, path, day: dayIn(title) },
      text: [title, ...facts.map(({ value }) => value), text].join("\n"),
    }));
  }
  const rows = block.kind === "facts" ? block.facts.map(({ value }) => [value]) : block.rows;
  const paths = block.kind === "table" ? block.paths : undefined;
  return rows.flatMap((cells, at) => {
    const place = {
      ...where,
      path: paths?.[at] ?? where.path,
      day: typeof cells[0] === "string" ? dayIn(cells[0]) : "",
    };
    return cells.filter((cell) => typeof cell === "string").map((text) => ({ ...place, text }));
  });
}

/**
 * The date with which a text begins: `17/11/2026`, or `Tue 17 Nov 2026`, alone or before a comma; empty if there is
 * none.
 */
function dayIn(text: string): string {
  return /^(\d\d\/\d\d\/\d{4}|\w{3} \d{1,2} \w{3} \d{4})(?=,|$)/.exec(text)?.[0] ?? "";
}
