import { eq } from "drizzle-orm";
import type { RequestContext } from "~/account/guard.server";
import { users } from "~/account/table.server";
import { readableCaseText } from "~/diary/cases/encrypted-text.server";
import { caseLines } from "~/diary/cases/facts.server";
import { cases } from "~/diary/cases/table.server";
import { formatWorkKind } from "~/diary/fees/kinds";
import { whatOf } from "~/diary/fees/ledger/lines";
import { keptEntriesOf, keptLines } from "~/diary/no-signal/kept.server";
import { plannedPath } from "~/diary/planned/planned";
import { formatRotaChanges } from "~/diary/rota/changes";
import { rotaChangesOf } from "~/diary/rota/queries.server";
import { roundUpLinks } from "~/diary/sessions/diary-pages";
import { timesText } from "~/diary/sessions/times";
import { instantsOf, occurrenceUnits } from "~/diary/sessions/week-due";
import { showPa } from "~/planning/job-plans/pa-rules";
import { withTexts } from "~/platform/db/near-texts.server";
import { pathTo } from "~/platform/http/path-to";
import { moneyText } from "~/platform/money";
import { clockTime } from "~/platform/time/clock-time";
import { shortDate, weekHeading } from "~/platform/time/dates";
import { type LondonDate, londonMoment, londonToday, mondayOf } from "~/platform/time/london";
import { countsOf, unlockedPart, type Week, weekOf, weekQueries } from "./queries.server";
import { countOf, formatMissing } from "./rules";

type By = Pick<RequestContext, "db" | "userId" | "user" | "cipher" | "now">;

/** All data of a week's round-up page. */
export async function roundUpPage(by: By, monday: LondonDate) {
  const { db, userId, user, now } = by;
  const [[account], [rota], kept, ...rows] = await db.batch([
    db.select({ email: users.email }).from(users).where(eq(users.unique_ref, user.unique_ref)),
    rotaChangesOf(db, user.unique_ref),
    keptEntriesOf(db, user.unique_ref),
    ...weekQueries(db, userId, monday),
  ]);
  const week = unlockedPart(weekOf(rows, monday, now));
  const today = londonToday(now);
  return {
    heading: weekHeading(monday),
    isThisWeek: monday === mondayOf(today),
    links: roundUpLinks(monday, now),
    total: countOf(countsOf(week)) + kept.length,
    kept: await keptLines(by, kept),
    locked: week.locked,
    logged: {
      sessions: week.begun.filter(({ outcome }) => outcome === "held").length,
      pas: showPa(week.begun.reduce((sum, { pa_units }) => sum + pa_units, 0)),
    },
    unlogged: unloggedLines(week),
    cases: await caseRows(by, week),
    sessions: week.untagged.map(sessionRow),
    fees: await feeRows(by, week),
    rota: formatRotaChanges(rota?.changes),
    mail: { address: account?.email ?? null, on: week.profile.round_up_mailed !== null },
  };
}

export type RoundUpPage = Awaited<ReturnType<typeof roundUpPage>>;

function unloggedLines({ unlogged, timed }: Week) {
  return unlogged.map((each) => {
    const span = instantsOf(each);
    const { row, date } = each;
    const [start, end] = [clockTime(row.start_minute), clockTime(row.end_minute % 1440)];
    const asked = new URLSearchParams({ date, element: row.element_ref, start, end, view: "round-up" });
    return {
      path: `${plannedPath(row.element_ref, date, row.start_minute)}&view=round-up`,
      to: `/logbook/session/new/?${asked}`,
      leave: `/leave/new/?date=${date}`,
      element: each.row.element,
      category: each.row.category,
      when: whenOf({ start_at: span.startAt, end_at: span.endAt }),
      pa: showPa(occurrenceUnits(each.row, timed)),
    };
  });
}

/** `Tue 17 Nov, 08:00 – 18:00`. */
function whenOf({ start_at, end_at }: { start_at: number; end_at: number }): string {
  const { times, ends } = timesText({ startAt: start_at, endAt: end_at });
  return [shortDate(londonMoment(start_at).date, false), times, ends].filter(Boolean).join(", ");
}

async function caseRows({ cipher }: By, { monday, lacking, begun, plans }: Week) {
  const elements = new Map(plans.flatMap((plan) => plan.elements.map((each) => [each.unique_ref, each.description])));
  const lines = await caseLines(lacking, cipher, []);
  return lacking.map((row, at) => {
    const session = begun.find(({ unique_ref }) => unique_ref === row.session_ref);
    const { summary = "", time = "" } = lines[at] ?? {};
    return {
      ...{ summary, missing: formatMissing(row) },
      when: [
        shortDate(londonMoment(row.start_at ?? row.session_start_at).date, false),
        time,
        elements.get(session?.element_ref ?? "") ?? formatWorkKind(session?.work_kind ?? null),
      ]
        .filter(Boolean)
        .join(", "),
      to: `${pathTo("/logbook/session/:sessionRef/case/:caseRef/", { sessionRef: row.session_ref, caseRef: row.unique_ref })}?view=round-up&found=${monday}`,
    };
  });
}

function sessionRow(session: Week["untagged"][number]) {
  const here = pathTo("/logbook/session/:sessionRef/", { sessionRef: session.unique_ref });
  return { when: whenOf(session), pa: showPa(session.pa_units), to: `${here}?edit=yes&view=round-up` };
}

function feeRows({ db, userId, cipher }: By, { unclaimed }: Week) {
  return withTexts(
    db,
    { table: cases, userId },
    unclaimed,
    ({ case_ref }) => case_ref,
    async ({ text_encrypted, ...fee }) => {
      const text =
        fee.case_ref === null ? null : await readableCaseText(cipher, { unique_ref: fee.case_ref, text_encrypted });
      return {
        what: whatOf(fee, text?.case_description ?? ""),
        facts: [shortDate(fee.work, false), fee.payer, fee.site].filter(Boolean).join(", "),
        amount: moneyText(fee.amount_pence),
        to: pathTo("/extras/:feeRef/", { feeRef: fee.unique_ref }),
      };
    },
  );
}
