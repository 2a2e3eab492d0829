/**
 * The four domains of Good medical practice (GMC, 2024) under which supporting information for an appraisal is sorted,
 * by code.
 */
export const GMC_DOMAINS = {
  1: "Knowledge, skills and development",
  2: "Patients, partnership and communication",
  3: "Colleagues, culture and safety",
  4: "Trust and professionalism",
} as const;

type GmcDomain = keyof typeof GMC_DOMAINS;

/** @param stored codes as in the column: `1,3` */
export function domainsOf(stored: string): GmcDomain[] {
  const codes = stored.split(",");
  return ([1, 2, 3, 4] as const).filter((domain) => codes.includes(String(domain)));
}

/** `1 Knowledge, skills and development; 3 Colleagues, culture and safety`; "" for none. */
export function formatDomain(stored: string): string {
  return domainsOf(stored)
    .map((domain) => `${domain} ${GMC_DOMAINS[domain]}`)
    .join("; ");
}

/** Types of reflective notes: the kinds of supporting information that an appraisal asks for. */
export const REFLECTION_TYPES = {
  cpd: "CPD",
  quality: "Quality improvement",
  event: "Significant event",
  colleagues: "Feedback from colleagues",
  patients: "Feedback from patients",
  compliment: "Compliment",
  complaint: "Complaint",
} as const;
export type ReflectionType = keyof typeof REFLECTION_TYPES;
