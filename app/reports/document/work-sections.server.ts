import type { Section } from "./section.server";

/** The sections that are made from work, leave, fees and learning. */
export const WORK_SECTIONS: readonly Section[] = [];
