import { data } from "react-router";
import { requireLevel } from "~/account/guard.server";
import { londonToday } from "~/platform/time/london";
import { chartFile } from "~/progress/chart-file.server";
import { readChoice } from "~/progress/choice";
import { progressFigures } from "~/progress/figures.server";
import { chartName, renderProgress } from "~/progress/render-progress.server";
import type { Route } from "./+types/chart";

/**
 * Returns the chart of a view as an SVG file, for papers and slides.
 * @throws 404 without a job plan
 */
export async function loader(args: Route.LoaderArgs) {
  const { db, user, now } = requireLevel("progress", args);
  const requested = readChoice(args.url.searchParams);
  const { choice, plans, shown } = await progressFigures(db, user.id, requested, londonToday(now));
  if (!shown) throw data(null, { status: 404 });
  return new Response(chartFile(shown.report, renderProgress({ ...shown, plans, choice })), {
    headers: {
      "Content-Type": "image/svg+xml; charset=utf-8",
      "Content-Disposition": `attachment; filename="${chartName(shown.report)}.svg"`,
    },
  });
}
