import type { Section } from "./section.server";
import { cpdHoursDone } from "./work/cpd.server";
import { extraWork } from "./work/extra-work.server";
import { gapsAndQuality } from "./work/gaps.server";
import { jobPlanCompared } from "./work/job-plan.server";
import { leaveTaken } from "./work/leave.server";
import { scopeOfWork } from "./work/scope.server";

/** The sections that are made from work, leave, fees and learning. */
export const WORK_SECTIONS: readonly Section[] = [
  scopeOfWork,
  jobPlanCompared,
  leaveTaken,
  cpdHoursDone,
  extraWork,
  gapsAndQuality,
];
