import { airway, procedures } from "./airway-and-procedures.server";
import { caseList } from "./case-list.server";
import { caseload } from "./caseload.server";
import type { Section } from "./section.server";
import { supervision } from "./supervision.server";
import { complications, reflections } from "./texts-of-cases.server";

/** The sections that are made from cases. */
export const CASE_SECTIONS: readonly Section[] = [
  ...[caseload, airway, procedures, supervision],
  ...[complications, reflections, caseList],
];
