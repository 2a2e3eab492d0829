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
