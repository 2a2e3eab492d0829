import type { Section } from "./section.server";

/** The sections that are made from cases. */
export const CASE_SECTIONS: readonly Section[] = [];
