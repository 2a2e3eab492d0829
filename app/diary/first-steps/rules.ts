import { pathTo } from "~/platform/http/path-to";
import { shortDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";

/** The latest session that has begun and may have cases. */
export interface LastList {
  unique_ref: string;
  start_at: number;
  element: string | null;
}

/** How far a user is with the first steps. */
export interface SetupProgress {
  /** Reference of the newest plan. */
  plan_ref: string | null;
  has_sessions: boolean;
  has_cases: boolean;
  hides_first_steps: boolean;
  list: LastList | null;
}

interface StepLink {
  to: string;
  label: string;
}

export interface FirstStep {
  title: string;
  about: string;
  done: boolean;
  /** Links to where it is done, the usual one first. */
  links: StepLink[];
}

/**
 * The three steps of a new user, each done once the diary has an entry that it leads to.
 * @param mayImport whether the user's level allows the import
 * @returns null when all are done, or hidden
 */
export function firstSteps(begun: SetupProgress, mayImport: boolean): FirstStep[] | null {
  const { plan_ref, has_sessions, has_cases, hides_first_steps, list } = begun;
  const steps: FirstStep[] = [
    {
      title: "Set up your job plan",
      about: "Choose the template nearest to your week, and the day it counts from. You can change all of it later.",
      done: plan_ref !== null,
      links: [{ to: "/job_plans/start/", label: "Choose a template" }],
    },
    {
      title: "Fill your logbook from the plan",
      about: "Your regular sessions are added up to the end of the plan. Change any that are different.",
      done: has_sessions,
      links: plan_ref === null ? [] : [linkToDiary(plan_ref)],
    },
    {
      title: "Log last week’s list",
      about: "Log the cases of a list that you have done, or import a file of them.",
      done: has_cases,
      links: [linkToList(list), ...(mayImport ? [{ to: "/import_csv_data/", label: "Import a file" }] : [])],
    },
  ];
  return hides_first_steps || steps.every(({ done }) => done) ? null : steps;
}

function linkToDiary(planRef: string): StepLink {
  return { to: pathTo("/job_plans/:planRef/diary/", { planRef }), label: "Fill my logbook" };
}

/** The link to the page that logs cases of the last list as lines; without a list, to a new session. */
function linkToList(list: LastList | null): StepLink {
  if (list === null) return { to: "/logbook/session/new/", label: "Add session" };
  const { unique_ref: sessionRef, start_at, element } = list;
  const day = shortDate(londonMoment(start_at).date, false);
  const to = pathTo("/logbook/session/:sessionRef/cases/", { sessionRef });
  return { to, label: `Log the cases of ${day}${element === null ? "" : `, ${element}`}` };
}
