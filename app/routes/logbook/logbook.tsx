import { data } from "react-router";
import { column, row } from "styled-system/recipes";
import { requireLevel } from "~/accounts/guard.server";
import { caseCountsBetween } from "~/cases/of-session.server";
import { diarySpan, diaryWeeks } from "~/sessions/diary";
import {
  anyPlan,
  noteLines,
  sessionAfter,
  sessionBefore,
  sessionsOfPage,
  weeklyPlansOfPage,
} from "~/sessions/diary.server";
import { diaryLinks, readGoTo } from "~/sessions/diary-pages";
import { DiaryNavigation, GoToDate } from "~/sessions/views/diary-navigation";
import { DiaryWeekSection } from "~/sessions/views/diary-week";
import { EmptyDiary } from "~/sessions/views/empty-diary";
import { LogbookFoot } from "~/sessions/views/quick-acts";
import { londonToday } from "~/time/london";
import { LinkButton } from "~/ui/button";
import { formView } from "~/ui/form-state";
import { Page } from "~/ui/page";
import type { Route } from "./+types/logbook";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, vault, now } = requireLevel("diary", args);
  const today = londonToday(now);
  const goTo = readGoTo(args.url.searchParams);
  const span = diarySpan(goTo.date ?? today);
  const [sessions, counts, plans, before, after, planned] = await db.batch([
    sessionsOfPage(db, user.unique_ref, span),
    caseCountsBetween(db, user.unique_ref, span.from, span.until),
    weeklyPlansOfPage(db, user.unique_ref, span),
    sessionBefore(db, user.unique_ref, span),
    sessionAfter(db, user.unique_ref, span),
    anyPlan(db, user.unique_ref),
  ]);
  const notes = await noteLines(vault, user.unique_ref, sessions);
  const empty = sessions.length + before.length + after.length === 0;
  const page = {
    weeks: empty && !goTo.date ? [] : diaryWeeks({ span, today, sessions, counts, plans, notes }),
    links: diaryLinks(span, before[0]?.start_at ?? null, after[0]?.start_at ?? null, now),
    hasPlan: planned.length > 0,
    form: goTo.form,
  };
  return data(page, { status: goTo.form ? 422 : 200 });
}

export default function Logbook({ loaderData }: Route.ComponentProps) {
  const { weeks, links, hasPlan } = loaderData;
  const form = formView({}, loaderData.form);
  return (
    <Page
      title="Logbook"
      form={form}
      actions={
        <LinkButton to="/logbook/session/new/" visual="primary">
          Add session
        </LinkButton>
      }
    >
      {weeks.length === 0 && <EmptyDiary hasPlan={hasPlan} />}
      {weeks.length > 0 && (
        <div className={column({ gap: "5" })}>
          <div className={row({ gap: "4", spread: true, align: "end" })}>
            <DiaryNavigation links={[links.later, links.today]} />
            <GoToDate form={form} />
          </div>
          {weeks.map((week) => (
            <DiaryWeekSection key={week.monday} week={week} />
          ))}
          <DiaryNavigation links={[links.earlier]} />
        </div>
      )}
      <LogbookFoot />
    </Page>
  );
}
