import { data } from "react-router";
import { css } from "styled-system/css";
import { column } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { mayOpen } from "~/account/levels";
import { grantedLeaveOf } from "~/diary/leave/rules";
import { plansOfDays, weekBatch } from "~/diary/list/batches.server";
import { noteLines } from "~/diary/list/diary.server";
import { diaryFigures } from "~/diary/list/figures";
import { FiguresStrip } from "~/diary/list/views/diary-figures";
import { DiaryControls, DiaryNavigation, LogbookFoot } from "~/diary/list/views/diary-navigation";
import { StickyTotals } from "~/diary/list/views/sticky-totals";
import {
  dayOfFigures,
  diaryPath,
  diarySpan,
  listPath,
  readGoTo,
  roundUpPath,
  weekLinks,
} from "~/diary/sessions/diary-pages";
import { asPlannedLines } from "~/diary/week/as-planned-lines";
import { CalendarOfWeek } from "~/diary/week/views/week-calendar";
import { alike, weekCalendar } from "~/diary/week/week-calendar";
import { londonToday, mondayOf } from "~/platform/time/london";
import { DEFAULT_PROFILE } from "~/profile/queries.server";
import { balanceFigures, goingBalances } from "~/progress/balance.server";
import { balanceBatch } from "~/progress/balance-batch.server";
import { formView } from "~/ui/forms/form-state";
import { LinkButton } from "~/ui/layout/button";
import { Page } from "~/ui/layout/page";
import { behindDialogs } from "~/ui/overlays/page-behind";
import type { Route } from "./+types/week";

export async function loader(args: Route.LoaderArgs) {
  const context = requireLevel("diary", args);
  const { db, user, now } = context;
  const goTo = readGoTo(args.url.searchParams);
  const today = londonToday(now);
  const seesProgress = mayOpen("progress", user.level);
  const monday = mondayOf(goTo.date ?? today);
  const span = diarySpan(monday, 1);
  const day = dayOfFigures(span, today);
  const [
    [profile],
    sessions,
    counts,
    [unpaid],
    leave,
    cancelled,
    locks,
    workPlans,
    workElements,
    workTimes,
    ownHolidays,
    leaveSettings,
    leaveYears,
    ...balance
  ] = await db.batch([
    ...weekBatch(db, { userId: user.id, span }),
    ...(seesProgress ? balanceBatch(db, user.id, today) : []),
  ]);
  const balances = balanceFigures(await goingBalances(db, user.id, balance, today));
  const { plans, timed, values, asPlanned } = plansOfDays(
    [workPlans, workElements, workTimes, ownHolidays, leaveSettings, leaveYears],
    { span, leave },
  );
  const begun = sessions.filter(({ start_at }) => start_at >= span.from);
  const notes = await noteLines(context, alike(begun));
  const page = {
    week: weekCalendar({
      ...{ monday, now, sessions, timed, plans, asPlanned, cancelled, notes, locks },
      leave: grantedLeaveOf(leave),
      values,
    }),
    unlogged: asPlannedLines({ monday, today, plans, asPlanned, begun, cancelled, locks }),
    shown: diaryFigures({ sessions: begun, counts, plans, asPlanned, balances, unpaid, locks, weeks: 1, day, today }),
    links: weekLinks(monday, now),
    roundUp: roundUpPath(monday, now),
    list: listPath(diaryPath(monday, now), (profile ?? DEFAULT_PROFILE).first_view),
    form: goTo.form,
  };
  return data(page, { status: goTo.form ? 422 : 200 });
}

function Week({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
  const { week, unlogged, shown, links, list, roundUp } = loaderData;
  const form = formView({}, loaderData.form);
  return (
    <Page
      title="Logbook"
      subtitle={week.heading}
      form={form}
      actions={
        <LinkButton to="/logbook/session/new/?view=week" visual="primary">
          Add session
        </LinkButton>
      }
    >
      <div className={column({ gap: "5" })}>
        <div className={css({ _print: { display: "none" } })}>
          <FiguresStrip shown={shown} />
        </div>
        <DiaryControls here="week" list={list} week="" form={form}>
          <DiaryNavigation links={links} label="Other weeks" />
        </DiaryControls>
        <CalendarOfWeek week={week} unlogged={unlogged} />
        <StickyTotals figures={shown.figures} />
      </div>
      <LogbookFoot roundUp={roundUp} />
    </Page>
  );
}

/** Dialogs are shown over it. */
export const handle = { behind: true };

export default behindDialogs(Week);
