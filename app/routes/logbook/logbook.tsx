import { data, redirect } from "react-router";
import { css } from "styled-system/css";
import { column, row, text } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { mayOpen } from "~/account/levels";
import { firstStepsBatch, setupProgressOf } from "~/diary/first-steps/queries.server";
import { firstSteps } from "~/diary/first-steps/rules";
import { FirstSteps } from "~/diary/first-steps/views/first-steps";
import { grantedLeaveOf } from "~/diary/leave/rules";
import { besideListBatch, listBatch, plansOfDays } from "~/diary/list/batches.server";
import { diaryWeeks } from "~/diary/list/diary";
import { noteLines } from "~/diary/list/diary.server";
import { diaryFigures } from "~/diary/list/figures";
import { FiguresStrip } from "~/diary/list/views/diary-figures";
import { DiaryList } from "~/diary/list/views/diary-list";
import { DiaryControls, DiaryNavigation, LogbookFoot } from "~/diary/list/views/diary-navigation";
import { TodaySection } from "~/diary/list/views/diary-week";
import { StickyTotals } from "~/diary/list/views/sticky-totals";
import { useWeekChunks } from "~/diary/list/views/use-week-chunks";
import { keptEntriesOf, keptLines } from "~/diary/no-signal/kept.server";
import { KeptLines } from "~/diary/no-signal/views/kept-lines";
import { formatRotaChanges } from "~/diary/rota/changes";
import { rotaChangesOf } from "~/diary/rota/queries.server";
import {
  dayOfFigures,
  diaryLinks,
  diarySpan,
  opensAsWeek,
  readGoTo,
  WEEKS_SHOWN,
  weekPath,
} from "~/diary/sessions/diary-pages";
import { londonToday } from "~/platform/time/london";
import { DEFAULT_PROFILE } from "~/profile/queries.server";
import { balanceFigures, goingBalances } from "~/progress/balance.server";
import { balanceBatch } from "~/progress/balance-batch.server";
import { formView } from "~/ui/forms/form-state";
import { LinkButton } from "~/ui/layout/button";
import { Page } from "~/ui/layout/page";
import { behindDialogs } from "~/ui/overlays/page-behind";
import type { Route } from "./+types/logbook";

export async function loader(args: Route.LoaderArgs) {
  const context = requireLevel("diary", args);
  const { db, user, now, site } = context;
  const today = londonToday(now);
  const seesProgress = mayOpen("progress", user.level);
  const goTo = readGoTo(args.url.searchParams);
  if (goTo.place) throw redirect(goTo.place);
  const span = diarySpan(goTo.date ?? today);
  const day = dayOfFigures(span, today);
  const [
    sessions,
    counts,
    lastCase,
    before,
    leave,
    cancelled,
    locks,
    workPlans,
    workElements,
    workTimes,
    ownHolidays,
    leaveSettings,
    leaveYears,
    [profile],
    after,
    planned,
    [unpaid],
    begun,
    list,
    [rota],
    kept,
    ...balance
  ] = await db.batch([
    ...listBatch(db, { userId: user.id, span }),
    ...besideListBatch(db, { userId: user.id, span }),
    ...firstStepsBatch(db, { userId: user.id, now }),
    rotaChangesOf(db, user.unique_ref),
    keptEntriesOf(db, user.unique_ref),
    ...(seesProgress ? balanceBatch(db, user.id, today) : []),
  ]);
  const { first_view } = profile ?? DEFAULT_PROFILE;
  if (opensAsWeek(first_view, args.url.searchParams, args.request.headers.get("Referer")))
    throw redirect("/logbook/week/");
  const balances = balanceFigures(await goingBalances(db, user.id, balance, today));
  const notes = await noteLines(context, sessions);
  const { plans, timed, values, asPlanned } = plansOfDays(
    [workPlans, workElements, workTimes, ownHolidays, leaveSettings, leaveYears],
    { span, leave },
  );
  const empty = sessions.length + before.length + after.length === 0;
  const shown = {
    span,
    today,
    sessions,
    counts,
    hasCase: lastCase.length > 0,
    plans,
    asPlanned,
    notes,
    leave: grantedLeaveOf(leave),
    values,
    timed,
    cancelled,
    locks,
  };
  // Without sessions there may be some that a plan expects.
  const weeks = empty && !goTo.date && timed.length === 0 ? [] : diaryWeeks(shown);
  const { earlier, ...links } = diaryLinks(
    span,
    before[0]?.start_at ?? null,
    after[0]?.start_at ?? null,
    now,
    first_view,
  );
  const page = {
    kept: await keptLines(context, kept),
    steps: firstSteps(setupProgressOf([begun, list]), user.level >= site.csvImportMinLevel),
    stretch: { weeks, earlier },
    opensOnToday: goTo.date === null,
    shown: diaryFigures({
      sessions,
      counts,
      plans,
      asPlanned,
      balances,
      unpaid,
      rota: formatRotaChanges(rota?.changes),
      locks,
      weeks: WEEKS_SHOWN,
      day,
      today,
    }),
    links,
    week: weekPath(day, now),
    hasPlan: planned.length > 0,
    mayImport: user.level >= site.csvImportMinLevel,
    // Without sessions there may be a plan to compare with, and fees of work without a session.
    hasFigures: !empty || planned.length > 0 || (unpaid?.pence ?? 0) > 0,
    form: goTo.form,
  };
  return data(page, { status: goTo.form ? 422 : 200 });
}

function Logbook({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
  const { kept, steps, stretch, opensOnToday, shown, links, week, hasPlan, mayImport, hasFigures } = loaderData;
  const form = formView({}, loaderData.form);
  const empty = stretch.weeks.length === 0;
  const { links: shownLinks, ...weeks } = useWeekChunks(stretch, { opensOnToday, links });
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
      <KeptLines lines={kept} />
      {steps && <FirstSteps steps={steps} page="logbook" />}
      {hasFigures && <FiguresStrip shown={shown} />}
      {empty && (hasPlan || !steps) && <EmptyDiary hasPlan={hasPlan} mayImport={mayImport} />}
      {!empty && (
        <div className={`${column({ gap: "5" })} ${nearer}`}>
          {weeks.today && <TodaySection row={weeks.today} />}
          <DiaryControls here="list" list="/logbook/" week={week} form={form}>
            <DiaryNavigation links={[shownLinks.later, shownLinks.today]} />
          </DiaryControls>
          <DiaryList {...weeks} />
          <StickyTotals figures={shown.figures} />
        </div>
      )}
      <LogbookFoot />
    </Page>
  );
}

/** On a phone, whose first sight is to show today. */
const nearer = css({ marginTop: { base: "[-12px]", wide: "0" } });

/** Dialogs are shown over it. */
export const handle = { behind: true };

export default behindDialogs(Logbook);

/** The logbook of a user without sessions. */
function EmptyDiary({ hasPlan, mayImport }: { hasPlan: boolean; mayImport: boolean }) {
  return (
    <section className={column({ gap: "4" })}>
      <h2>Nothing is logged yet</h2>
      {hasPlan ? (
        <p className={text({ kind: "read" })}>
          Add the sessions that you work: each is tagged with an element of your job plan, so that its PAs are worked
          out and counted.
        </p>
      ) : (
        <p className={text({ kind: "read" })}>
          Set up a job plan first: its elements become the tags of your sessions, so that PAs are counted against what
          is planned. Then add the sessions that you work.
        </p>
      )}
      <div className={row()}>
        {!hasPlan && <LinkButton to="/job_plans/new/">Set up a job plan</LinkButton>}
        <LinkButton to="/logbook/session/new/">Add session</LinkButton>
        {hasPlan && mayImport && <LinkButton to="/import_csv_data/rota/">Import a rota</LinkButton>}
      </div>
    </section>
  );
}
