import { data } from "react-router";
import { column, row } from "styled-system/recipes";
import { requireLevel } from "~/accounts/guard.server";
import { diaryPath, diarySpan } from "~/sessions/diary";
import { sessionsAcrossPage, timedElementsOfPage, weeklyPlansOfPage } from "~/sessions/diary.server";
import { readGoTo, weekLinks } from "~/sessions/diary-pages";
import { DiaryNavigation, GoToDate } from "~/sessions/views/diary-navigation";
import { LogbookFoot } from "~/sessions/views/quick-acts";
import { ViewSwitch } from "~/sessions/views/view-switch";
import { CalendarOfWeek } from "~/sessions/views/week-calendar";
import { weekCalendar } from "~/sessions/week-calendar";
import { londonToday, mondayOf } from "~/time/london";
import { LinkButton } from "~/ui/button";
import { formView } from "~/ui/form-state";
import { Page } from "~/ui/page";
import type { Route } from "./+types/week";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, now } = requireLevel("diary", args);
  const goTo = readGoTo(args.url.searchParams);
  const monday = mondayOf(goTo.date ?? londonToday(now));
  const span = diarySpan(monday, 1);
  const [sessions, timed, plans] = await db.batch([
    sessionsAcrossPage(db, user.unique_ref, span),
    timedElementsOfPage(db, user.unique_ref, span),
    weeklyPlansOfPage(db, user.unique_ref, span),
  ]);
  const page = {
    week: weekCalendar({ monday, now, sessions, timed, plans }),
    links: weekLinks(monday, now),
    list: diaryPath(monday, now),
    form: goTo.form,
  };
  return data(page, { status: goTo.form ? 422 : 200 });
}

function Week({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
  const { week, links, list } = loaderData;
  const form = formView({}, loaderData.form);
  return (
    <Page
      title="Logbook"
      subtitle={week.heading}
      form={form}
      actions={
        <>
          <LinkButton to="/logbook/search/">Search</LinkButton>
          <LinkButton to="/logbook/session/new/?view=week" visual="primary">
            Add session
          </LinkButton>
        </>
      }
    >
      <div className={column({ gap: "5" })}>
        <div className={row({ gap: "4", spread: true, align: "end" })}>
          <div className={row()}>
            <ViewSwitch here="week" list={list} week="" />
            <DiaryNavigation links={links} label="Other weeks" />
          </div>
          <GoToDate form={form} action="/logbook/week/" />
        </div>
        <CalendarOfWeek week={week} />
      </div>
      <LogbookFoot />
    </Page>
  );
}

/** Dialogs are shown over it. */
export const handle = { behind: Week };

export default Week;
