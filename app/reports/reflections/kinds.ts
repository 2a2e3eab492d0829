/** What a reflective note is of: the kinds of supporting information that an appraisal asks for. */
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

/** The four domains of Good medical practice (2024), by the number under which they are kept. */
export const GMC_DOMAINS = {
  1: "Knowledge, skills and development",
  2: "Patients, partnership and communication",
  3: "Colleagues, culture and safety",
  4: "Trust and professionalism",
} as const;

export const DOMAIN_KEYS: readonly string[] = Object.keys(GMC_DOMAINS);

/** `1,3` as a list of its keys. */
export function domainKeys(kept: string): string[] {
  return DOMAIN_KEYS.filter((key) => kept.split(",").includes(key));
}

/** `1,3` in words. */
export function domainNames(kept: string): string[] {
  return domainKeys(kept).map((key) => GMC_DOMAINS[Number(key) as keyof typeof GMC_DOMAINS]);
}
