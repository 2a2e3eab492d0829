import { redirect } from "react-router";
import { requireLevel } from "~/account/guard.server";
import { csvResponse } from "~/platform/http/csv";
import { londonToday } from "~/platform/time/london";
import { readChoice } from "~/progress/choice";
import { barsCsv, csvName, elementsCsv } from "~/progress/csv";
import { progressFigures } from "~/progress/figures.server";
import type { Route } from "./+types/csv";

/**
 * Returns what the page shows as a CSV file: its weeks or months, or with `?table=elements` its categories and
 * elements.
 */
export async function loader(args: Route.LoaderArgs) {
  const { db, user, now } = requireLevel("progress", args);
  const params = args.url.searchParams;
  const requested = readChoice(params);
  const { choice, shown } = await progressFigures(db, user.id, requested, londonToday(now), true);
  // Without a job plan there is nothing to save: the page says what to do.
  if (shown === null) return redirect("/progress/");
  const { report, bars } = shown;
  if (params.get("table") === "elements") return csvResponse(csvName(report, "element"), elementsCsv(report));
  return csvResponse(csvName(report, choice.bars), barsCsv(report, bars));
}
