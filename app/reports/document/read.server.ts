import { eq, sql } from "drizzle-orm";
import { data } from "react-router";
import { users } from "~/account/table.server";
import { formatWorkKind, workKind } from "~/diary/fees/kinds";
import { lockedPeriodsOf } from "~/diary/locks/queries.server";
import { daysToLock } from "~/diary/locks/rules";
import { sessions as sessionsTable } from "~/diary/sessions/table.server";
import { plansOf } from "~/planning/job-plans/queries.server";
import type { Actor } from "~/platform/context";
import { londonToday } from "~/platform/time/london";
import { DEFAULT_PROFILE, profileRow } from "~/profile/queries.server";
import { airway, procedures } from "../sections/airway-and-procedures.server";
import { caseList } from "../sections/case-list.server";
import { caseload } from "../sections/caseload.server";
import { complications, reflections } from "../sections/complications-and-reflections.server";
import { cpdHoursDone } from "../sections/cpd.server";
import { extraWork } from "../sections/extra-work.server";
import { gapsAndQuality } from "../sections/gaps.server";
import { jobPlanCompared } from "../sections/job-plan.server";
import { leaveTaken } from "../sections/leave.server";
import { scopeOfWork } from "../sections/scope.server";
import { supervision } from "../sections/supervision.server";
import { filtersOf, type ReportChoices, reportTitle } from "./choices";
import { checkIdentifiers } from "./identifiers";
import { formatPeriod, periodOfReport } from "./period";
import {
  chosenElements,
  formatInPeriod,
  formatReach,
  formatToCome,
  type ReportContext,
  type ReportScope,
  type Section,
  scopeOf,
} from "./section.server";
import { suppressSmallNumbers } from "./small-numbers";
import { type Report, type ReportSection, SECTIONS } from "./types";

/** In the order of `SECTIONS`. */
const ALL: readonly Section[] = [
  ...[scopeOfWork, jobPlanCompared, leaveTaken],
  ...[caseload, airway, procedures, supervision, complications, reflections],
  ...[cpdHoursDone, extraWork, gapsAndQuality, caseList],
];

/**
 * Reads a report in two batches: what its period goes by, then everything in the period.
 * @throws 404 for a plan that is not the user's
 */
export async function readReport(by: Actor, choices: ReportChoices): Promise<Report> {
  const { db, cipher, userId, now } = by;
  const [[head], [profile = DEFAULT_PROFILE], plans] = await db.batch([
    db.select({ first_name: users.first_name, last_name: users.last_name }).from(users).where(eq(users.id, userId)),
    profileRow(db, userId),
    plansOf(db, userId),
  ]);
  const period = periodOfReport(choices, { ...profile, plans, today: londonToday(now) });
  if (!head || !period) throw data(null, { status: 404 });
  const scope = scopeOf(by, choices, period);
  const asked = ALL.filter(({ name }) => choices.sections.includes(name)).map(({ name, make, statements }) => {
    return { name, make, statements: statements(scope) };
  });
  // A statement that several sections share is the same object: it is in the batch once.
  const wanted = [...new Set(asked.flatMap(({ statements }) => statements))];
  const [named, [ahead], locked, ...answers] = await db.batch([
    chosenElements(scope),
    upcomingSessionCount(scope),
    lockedPeriodsOf(db, userId),
    ...wanted,
  ]);
  const toCome = ahead?.n ?? 0;
  const inPeriod = formatInPeriod(filtersOf(choices) > 0, toCome > 0);
  const context: ReportContext = { ...scope, cipher, profile, inPeriod };
  const sections: ReportSection[] = [];
  for (const { name, make, statements } of asked) {
    const own = statements.map((statement) => answers[wanted.indexOf(statement)]);
    const reach = formatReach(name, choices);
    const made = await make(own, context);
    sections.push({ name, title: SECTIONS[name], ...made, ...(reach === "" ? {} : { reach }) });
  }
  const shown = choices.small ? suppressSmallNumbers(sections) : sections;
  return {
    head: {
      title: reportTitle(choices),
      name: `${head.first_name} ${head.last_name}`.trim(),
      gmc_number: profile.gmc_number,
      grade: profile.grade,
      specialty: profile.specialty,
      period,
      period_words: formatPeriod(period),
      made_on: scope.today,
      filters: formatFilter(choices, named),
      to_come: formatToCome(toCome, choices.sections),
      small: choices.small,
      identifiers: checkIdentifiers(shown, choices.confirmed, scope.today),
    },
    sections: shown,
    days: daysToLock({ date_start: period.from, date_end: period.until }, locked, scope.today),
  };
}

/** Statement: the number of sessions of the period that are still to come. */
function upcomingSessionCount({ db, toCome }: ReportScope) {
  return db
    .select({ n: sql<number>`count(*)`.mapWith(Number).as("to_come_n") })
    .from(sessionsTable)
    .where(toCome);
}

function formatFilter(
  { employers, sites, specialties, elements: chosen }: ReportChoices,
  elements: readonly { description: string }[],
): string[] {
  return [
    ...employers.map((name) => `Employer: ${name}`),
    ...elements.map(({ description }) => `Element: ${description}`),
    ...chosen.filter(workKind).map((kind) => `Outside the plan: ${formatWorkKind(kind)}`),
    ...specialties.map((name) => `Specialty: ${name}`),
    ...sites.map((name) => `Site: ${name}`),
  ];
}
