import { redirect } from "react-router";
import type { Asker } from "~/platform/context";
import { readChoices, writeChoices } from "./choices";
import { readReport } from "./read.server";
import type { Report } from "./types";

/** The page of the report whose files an address asks for: where a proof leads back to. */
export function printViewOf(search: URLSearchParams): string {
  const choices = new URLSearchParams(search);
  choices.delete("table");
  return `/reports/paper/?${choices}`;
}

/**
 * The report that an address asks to have as files. Dates that are no dates are for the page of choices to say, and a
 * text that looks as if it identified somebody for the page of the report.
 * @throws the way there; 404 for a plan that is not the user's
 */
export async function reportForFiles(asked: Asker, search: URLSearchParams): Promise<Report> {
  const { choices, problems } = readChoices(search);
  if (Object.keys(problems).length > 0) throw redirect(`/reports/?${search}`);
  const report = await readReport(asked, choices);
  const { found, confirmed } = report.head.identifiers;
  if (found > 0 && !confirmed) throw redirect(`/reports/paper/?${writeChoices(choices)}`);
  return report;
}
