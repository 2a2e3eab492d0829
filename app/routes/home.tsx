import { appContextOf, pageUser } from "~/account/guard.server";
import { mayOpen } from "~/account/levels";
import { Landing } from "~/account/views/landing";
import { Welcome } from "~/account/views/welcome";
import { caseCountsBetween } from "~/diary/cases/queries.server";
import { unpaidFees } from "~/diary/fees/queries.server";
import { firstStepsBatch, setupProgressOf } from "~/diary/first-steps/queries.server";
import { firstSteps } from "~/diary/first-steps/rules";
import { FirstSteps } from "~/diary/first-steps/views/first-steps";
import { anyPlan, sessionBefore, sessionsOfPage, weeklyPlansOfPage } from "~/diary/list/diary.server";
import { diaryFigures } from "~/diary/list/figures";
import { FiguresStrip } from "~/diary/list/views/diary-figures";
import { locksOf } from "~/diary/locks/locked-days.server";
import { diarySpan, WEEKS_SHOWN } from "~/diary/sessions/diary-pages";
import { londonToday } from "~/platform/time/london";
import { balanceBatch, balanceFigures, balancesOf } from "~/progress/balance.server";
import type { Route } from "./+types/home";

/** Plain HTML: script would improve nothing here. */
export const handle = { script: false };

export async function loader(args: Route.LoaderArgs) {
  const user = pageUser(args);
  if (!user) return null;
  const { first_name, level } = user;
  const welcome = { first_name, keepsDiary: mayOpen("diary", level), seesProgress: mayOpen("progress", level) };
  if (!welcome.keepsDiary) return { ...welcome, steps: null, shown: null };
  const { db, now, site } = appContextOf(args);
  const today = londonToday(now);
  const span = diarySpan(today);
  const [sessions, counts, plans, before, planned, [unpaid], locks, begun, list, ...balance] = await db.batch([
    sessionsOfPage(db, user.id, span),
    caseCountsBetween(db, user.id, span.from, span.until),
    weeklyPlansOfPage(db, user.id, span),
    sessionBefore(db, user.id, span),
    anyPlan(db, user.id),
    unpaidFees(db, user.id),
    locksOf(db, user.id),
    ...firstStepsBatch(db, user.id, now),
    ...(welcome.seesProgress ? balanceBatch(db, user.id, today) : []),
  ]);
  const steps = firstSteps(setupProgressOf([begun, list]), level >= site.csvImportMinLevel);
  // An empty account has no figures.
  if (sessions.length + before.length + planned.length + (unpaid?.pence ?? 0) === 0)
    return { ...welcome, steps, shown: null };
  const balances = balanceFigures(balancesOf(balance, today));
  const of = { sessions, counts, plans, balances, unpaid, locks, weeks: WEEKS_SHOWN, day: today, today };
  return { ...welcome, steps, shown: diaryFigures(of) };
}

export default function Home({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <Landing />;
  const { steps, shown, ...welcome } = loaderData;
  return (
    <Welcome {...welcome}>
      {steps && <FirstSteps steps={steps} page="home" />}
      {shown && <FiguresStrip shown={shown} />}
    </Welcome>
  );
}
