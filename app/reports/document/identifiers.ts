import { findIdentifiers } from "~/identifiers/rules";
import { longDate } from "~/time/dates";
import type { LondonDate } from "~/time/london";
import type { IdentifierCheck, ReportSection } from "./types";

/** Looks at every text of the user's that the sections show, by today's patterns. */
export function checkIdentifiers(
  sections: readonly ReportSection[],
  confirmed: boolean,
  today: LondonDate,
): IdentifierCheck {
  const found = sections.flatMap(textsOf).filter((text) => findIdentifiers(text).length > 0).length;
  const looks = `${found === 1 ? "1 text looks" : `${found} texts look`} like one`;
  const said = confirmed ? `${looks}; its owner confirmed that no patient can be identified` : looks;
  const words = found === 0 ? "none found" : said;
  return { found, confirmed, words: `Checked for patterns of identifiers on ${longDate(today)}: ${words}` };
}

function textsOf({ blocks }: ReportSection): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === "entries") {
      const words = block.entries.map(({ title, facts, text }) =>
        [title, ...facts.map(({ value }) => value), text].join("\n"),
      );
      return [block.caption, ...words];
    }
    const cells = block.kind === "facts" ? block.facts.map(({ value }) => value) : block.rows.flat();
    return [block.caption, ...cells.filter((cell) => typeof cell === "string")];
  });
}
