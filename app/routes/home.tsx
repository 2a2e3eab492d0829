import { appContextOf, pageUser } from "~/account/guard.server";
import { mayOpen } from "~/account/levels";
import { Landing } from "~/account/views/landing";
import { Welcome } from "~/account/views/welcome";
import { firstStepsBatch, setupProgressOf } from "~/diary/first-steps/queries.server";
import { firstSteps } from "~/diary/first-steps/rules";
import { FirstSteps } from "~/diary/first-steps/views/first-steps";
import { figuresBatch, plansOfDays } from "~/diary/list/batches.server";
import { diaryFigures } from "~/diary/list/figures";
import { FiguresStrip } from "~/diary/list/views/diary-figures";
import { diarySpan, WEEKS_SHOWN } from "~/diary/sessions/diary-pages";
import { londonToday } from "~/platform/time/london";
import { balanceFigures, goingBalances } from "~/progress/balance.server";
import { balanceBatch } from "~/progress/balance-batch.server";
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
  const [
    sessions,
    counts,
    leave,
    before,
    planned,
    [unpaid],
    locks,
    workPlans,
    workElements,
    workTimes,
    ownHolidays,
    leaveSettings,
    leaveYears,
    begun,
    list,
    ...balance
  ] = await db.batch([
    ...figuresBatch(db, { userId: user.id, span }),
    ...firstStepsBatch(db, { userId: user.id, now }),
    ...(welcome.seesProgress ? balanceBatch(db, user.id, today) : []),
  ]);
  const steps = firstSteps(setupProgressOf([begun, list]), level >= site.csvImportMinLevel);
  // An empty account has no figures.
  if (sessions.length + before.length + planned.length + (unpaid?.pence ?? 0) === 0)
    return { ...welcome, steps, shown: null };
  const balances = balanceFigures(await goingBalances(db, user.id, balance, today));
  const { plans, asPlanned } = plansOfDays(
    [workPlans, workElements, workTimes, ownHolidays, leaveSettings, leaveYears],
    { span, leave },
  );
  const of = { sessions, counts, plans, asPlanned, balances, unpaid, locks, weeks: WEEKS_SHOWN, day: today, today };
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
