import { redirect } from "react-router";
import { requireLevel } from "~/accounts/guard.server";
import { csvAnswer } from "~/http/csv";
import { readChoice } from "~/reports/progress/choice";
import { barsCsv, csvName, elementsCsv } from "~/reports/progress/csv";
import { progressFigures } from "~/reports/progress/figures.server";
import { londonToday } from "~/time/london";
import type { Route } from "./+types/csv";

/** What the page shows as a file: its weeks or months, or with `?table=elements` its categories and elements. */
export async function loader(args: Route.LoaderArgs) {
  const { db, user, now } = requireLevel("progress", args);
  const params = args.url.searchParams;
  const asked = readChoice(params);
  const { choice, shown } = await progressFigures(db, user.id, asked, londonToday(now));
  // Without a job plan there is nothing to save: the page says what to do.
  if (shown === null) return redirect("/progress/");
  const { report, bars } = shown;
  if (params.get("table") === "elements") return csvAnswer(csvName(report, "element"), elementsCsv(report));
  return csvAnswer(csvName(report, choice.bars), barsCsv(report, bars));
}
