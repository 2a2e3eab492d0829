import { css } from "styled-system/css";
import { row, text } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { leavePage } from "~/diary/leave/page";
import { readLeaveYear } from "~/diary/leave/queries.server";
import { LeaveCard, OtherLeave } from "~/diary/leave/views/leave-cards";
import { LeaveList } from "~/diary/leave/views/leave-list";
import { YearCalendar, YearChoice } from "~/diary/leave/views/year-calendar";
import { yearOfQuery } from "~/diary/leave/years";
import { londonToday } from "~/platform/time/london";
import { LinkButton } from "~/ui/layout/button";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/leave";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, now } = requireLevel("diary", args);
  return leavePage(await readLeaveYear(db, user.id, yearOfQuery(args.url.searchParams), londonToday(now)));
}

export default function LeavePage({ loaderData: page }: Route.ComponentProps) {
  const actions = (
    <LinkButton to="/leave/new/" visual="primary">
      Add leave
    </LinkButton>
  );
  return (
    <Page title="Leave" subtitle={page.label} actions={actions} lead={`${page.lead}.`}>
      <div className={`${row({ spread: true, gap: "4" })} ${css({ _print: { display: "none" } })}`}>
        <YearChoice {...page} />
        <div className={row()}>
          <LinkButton to={`/leave/settings/?year=${page.year}`} visual="plain">
            Settings
          </LinkButton>
          <LinkButton to="/leave/lieu/" visual="plain">
            Time in lieu
          </LinkButton>
          <LinkButton to="/leave/bank_days/" visual="plain">
            Bank holidays
          </LinkButton>
        </div>
      </div>
      <LeaveCard title="Annual leave" figures={page.annual} />
      <LeaveCard title="Study and professional leave" figures={page.study} />
      <OtherLeave lines={page.others} />
      <YearCalendar months={page.months} legend={page.legend} today={page.today} />
      <LeaveList lines={page.lines} label={page.label} />
      <p className={`${text({ kind: "hint" })} ${css({ maxWidth: "read" })}`}>
        Leave year {page.dates}. {page.notes.join(" ")}
      </p>
    </Page>
  );
}
