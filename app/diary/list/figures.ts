import type { AsPlanned } from "~/diary/expected/as-planned";
import type { UnpaidFees } from "~/diary/fees/queries.server";
import type { LockedPeriod } from "~/diary/locks/rules";
import { lockOf } from "~/diary/locks/rules";
import { ROTA_CHANGES } from "~/diary/rota/changes";
import { showPa } from "~/planning/job-plans/pa-rules";
import { pathTo } from "~/platform/http/path-to";
import { shortMoney } from "~/platform/money";
import { formatCounted } from "~/platform/time/counted";
import { weekHeading } from "~/platform/time/dates";
import { type LondonDate, londonMoment, mondayOf } from "~/platform/time/london";
import {
  type CountedSession,
  formatNotCounted,
  sumsOf,
  type WeekFigures,
  type WeeklyPlan,
  weekFigures,
} from "../sessions/sums";
import type { CaseCount } from "./diary";

/** One figure of the strip of figures. */
export interface Figure {
  label: string;
  value: string;
  more: string;
  /** One line each: work that does not count, or the state of the unpaid fees. */
  beside: string[];
  /** Label of one or two words where the figures of PAs stay in sight; null for a figure that does not. */
  short: string | null;
  /** In place of its label on a phone, if it does not stay in sight. */
  narrow?: string;
  /** Address of the page that explains it; null when only this page does. */
  to: string | null;
  /** Shown as a warning. */
  warns?: boolean;
}

/** Missing details in the sessions shown, with a link to the newest of them. */
export interface Missing {
  words: string;
  to: string;
}

export interface DiaryFigures {
  figures: Figure[];
  missing: Missing[];
  /** `To complete these weeks`. */
  missingLabel: string;
}

/** The columns of a session that the figures use. */
interface FigureSession extends CountedSession {
  unique_ref: string;
  /** null: its element is missing. */
  element: string | null;
}

interface Shown {
  /** Sessions of the weeks shown, in any order, including the week of `day`. */
  sessions: readonly FigureSession[];
  counts: readonly CaseCount[];
  plans: readonly WeeklyPlan[];
  /** Work of the weeks shown that counts as planned. */
  asPlanned?: readonly AsPlanned[];
  /** Balances of the plans that cover today; empty for users without a progress page. */
  balances: readonly Figure[];
  unpaid: UnpaidFees | undefined;
  /** What the rota at its address has to look at, in words. */
  rota?: string | null;
  /** The locked periods: what is missing in them cannot be added. */
  locks?: readonly LockedPeriod[];
  /** Number of weeks shown. */
  weeks: number;
  /** The day that the figures are calculated to. */
  day: LondonDate;
  today: LondonDate;
}

/** Returns the figures of day, week, balance and fees, and missing details: for any page that has read these. */
export function diaryFigures(shown: Shown): DiaryFigures {
  const { sessions, counts, plans, asPlanned = [], balances, unpaid, rota, locks = [], weeks, day, today } = shown;
  const dated = sessions.map((session) => ({ ...session, date: londonMoment(session.start_at).date }));
  const ofDay = dated.filter(({ date }) => date === day);
  const ofWeek = dated.filter(({ date }) => mondayOf(date) === mondayOf(day));
  return {
    figures: [
      ...(day === today ? [dayFigure(ofDay, plans)] : []),
      weekFigure(weekFigures(mondayOf(day), ofWeek, plans, asPlanned), day, today, weeks),
      ...balances,
      feeFigure(unpaid),
    ],
    missing: [
      ...(rota ? [{ words: rota, to: ROTA_CHANGES }] : []),
      ...missingOf(
        dated.filter(({ date }) => lockOf(locks, date) === null),
        counts,
      ),
    ],
    missingLabel: weeks === 1 ? "To complete this week" : "To complete these weeks",
  };
}

function dayFigure(sessions: readonly CountedSession[], plans: readonly WeeklyPlan[]): Figure {
  const sums = sumsOf(sessions, plans);
  const count = sessions.filter(({ outcome = "held" }) => outcome === "held").length;
  const more = sessions.length === 0 ? "PA, nothing logged" : `PA in ${formatCounted(count, "session")}`;
  return { label: "Today", short: "Today", value: showPa(sums.done), more, beside: formatNotCounted(sums), to: null };
}

function weekFigure(week: WeekFigures, day: LondonDate, today: LondonDate, weeks: number): Figure {
  const monday = mondayOf(day);
  const { done, planned, asPlanned } = week;
  const beside = [...(asPlanned === null ? [] : [`${asPlanned} as planned`]), ...week.beside];
  const isNow = monday === mondayOf(today);
  const label = isNow ? "This week" : weekHeading(monday);
  const calendar = isNow ? "/logbook/week/" : `/logbook/week/?date=${monday}`;
  // A page of a single week is its calendar already.
  const to = weeks === 1 ? null : calendar;
  return { label, short: "Week", value: done, more: planned ? `of ${planned} PA` : "PA", beside, to };
}

function feeFigure(unpaid: UnpaidFees | undefined): Figure {
  const { pence, notClaimed, waiting, short } = unpaid ?? { pence: 0, notClaimed: 0, waiting: 0, short: 0 };
  const parts = [
    notClaimed > 0 && `${notClaimed} to claim`,
    waiting > 0 && `${waiting} waiting`,
    short > 0 && `${short} paid short`,
  ];
  const where = parts.filter(Boolean).join(", ") || "You are owed nothing";
  return {
    label: "Unpaid fees",
    narrow: "Owed",
    short: null,
    value: shortMoney(pence),
    more: "",
    beside: [where],
    to: "/extras/",
  };
}

/** Missing details, of all kinds: `2 cases have no ASA`, `1 session has no element`. */
function missingOf(sessions: readonly FigureSession[], counts: readonly CaseCount[]): Missing[] {
  const bySession = new Map(counts.map((count) => [count.session_ref, count]));
  const newestFirst = sessions.toSorted((one, other) => other.start_at - one.start_at);
  const kinds = [
    { of: ({ unique_ref: ref }: FigureSession) => bySession.get(ref)?.without_asa ?? 0, thing: "case", lacks: "ASA" },
    {
      of: ({ unique_ref: ref }: FigureSession) => bySession.get(ref)?.without_end ?? 0,
      thing: "case",
      lacks: "end time",
    },
    { of: (session: FigureSession) => (session.element === null ? 1 : 0), thing: "session", lacks: "element" },
  ];
  return kinds.flatMap(({ of, thing, lacks }) => {
    const incomplete = newestFirst.filter((session) => of(session) > 0);
    const count = incomplete.reduce((sum, session) => sum + of(session), 0);
    const first = incomplete[0];
    if (!first) return [];
    const words = `${count} ${thing}${count === 1 ? " has" : "s have"} no ${lacks}`;
    const to = pathTo("/logbook/session/:sessionRef/", { sessionRef: first.unique_ref });
    // A detail that the session itself lacks is one of its fields, so that they are opened.
    return [{ words, to: thing === "session" ? `${to}?edit=yes` : to }];
  });
}
