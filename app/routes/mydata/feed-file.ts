import { appContextOf } from "~/account/guard.server";
import { feedCalendar } from "~/data/calendar-feed/feed.server";
import { CALENDAR_TYPE } from "~/data/export/calendar";
import type { Route } from "./+types/feed-file";

/** For calendar programs, which do not log in: the address alone gives access. */
export async function loader(args: Route.LoaderArgs) {
  const { db, now } = appContextOf(args);
  const calendar = await feedCalendar(db, args.params.feedToken, now);
  if (calendar === null) return new Response("There is no calendar at this address.", { status: 404 });
  return new Response(calendar, { headers: { "Content-Type": CALENDAR_TYPE } });
}
