import { data } from "react-router";
import { requireLevel } from "~/account/guard.server";
import { londonToday } from "~/platform/time/london";
import { chartFile } from "~/progress/chart-file.server";
import { readChoice } from "~/progress/choice";
import { chartName, drawnProgress } from "~/progress/drawn.server";
import { progressFigures } from "~/progress/figures.server";
import type { Route } from "./+types/chart";

/**
 * Returns the chart of a view as an SVG file, for papers and slides.
 * @throws 404 without a job plan
 */
export async function loader(args: Route.LoaderArgs) {
  const { db, user, now } = requireLevel("progress", args);
  const asked = readChoice(args.url.searchParams);
  const { choice, plans, shown } = await progressFigures(db, user.id, asked, londonToday(now));
  if (!shown) throw data(null, { status: 404 });
  return new Response(chartFile(shown.report, drawnProgress({ ...shown, plans, choice })), {
    headers: {
      "Content-Type": "image/svg+xml; charset=utf-8",
      "Content-Disposition": `attachment; filename="${chartName(shown.report)}.svg"`,
    },
  });
}
