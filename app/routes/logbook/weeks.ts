import { data } from "react-router";
import { requireLevel } from "~/account/guard.server";
import { grantedLeaveOf } from "~/diary/leave/rules";
import { listBatch, plansOfDays } from "~/diary/list/batches.server";
import { diaryWeeks } from "~/diary/list/diary";
import { noteLines } from "~/diary/list/diary.server";
import { trimmed, WEEKS_PER_CHUNK } from "~/diary/list/week-chunks";
import { diarySpan, earlierLink } from "~/diary/sessions/diary-pages";
import { readDate } from "~/platform/time/dates";
import { londonToday } from "~/platform/time/london";
import type { Route } from "./+types/weeks";

/**
 * Answers with more weeks of the list as JSON, for the script that loads them on scrolling: `?top=` is a date in the
 * newest of them, `weeks` their number.
 */
export async function loader(args: Route.LoaderArgs) {
  const context = requireLevel("diary", args);
  const { db, user, now } = context;
  const date = readDate(args.url.searchParams.get("top") ?? "");
  if (!date) throw data(null, { status: 404 });
  const asked = Number(args.url.searchParams.get("weeks") ?? WEEKS_PER_CHUNK);
  const weeks = Number.isInteger(asked) && asked >= 1 ? Math.min(asked, WEEKS_PER_CHUNK) : WEEKS_PER_CHUNK;
  const today = londonToday(now);
  const span = diarySpan(date, weeks);
  const [sessions, counts, lastCase, before, leave, cancelled, locks, ...worth] = await db.batch(
    listBatch(db, { userId: user.id, span }),
  );
  const notes = await noteLines(context, sessions);
  const shown = {
    span,
    today,
    sessions,
    counts,
    hasCase: lastCase.length > 0,
    notes,
    leave: grantedLeaveOf(leave),
    ...plansOfDays(worth, { span, leave }),
    cancelled,
    locks,
  };
  const drawn = diaryWeeks(shown);
  const earlier = earlierLink(before[0]?.start_at ?? null);
  return Response.json(trimmed({ weeks: drawn, earlier }));
}
