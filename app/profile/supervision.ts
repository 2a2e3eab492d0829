/**
 * Codes of the people whom a consultant supervises (specification, section 3.6). The codes are fixed; users may set
 * their own labels.
 */
export const SUPERVISION_LABELS = {
  "2": "Staff Grade",
  "3": "ST 5-7 Trainee",
  "4": "ST 3-4 Trainee",
  "5": "CT 1-2 Trainee",
  "6": "FY Trainee",
  "7": "Med Student",
  "8": "Paramedic",
  "9": "Non Anaes Trainee",
  "20": "Second Consultant Present",
} as const;

export const SUPERVISION_CODES = Object.keys(SUPERVISION_LABELS) as (keyof typeof SUPERVISION_LABELS)[];

/** The profile form's field for the user's own label of a code. */
export function labelField(code: string): string {
  return `supervision_${code}`;
}

/** The codes with their labels: the user's own label where there is one. */
export function supervisionsOf(own: Readonly<Record<string, string>> = {}): { value: string; label: string }[] {
  return SUPERVISION_CODES.map((value) => ({ value, label: own[value] || SUPERVISION_LABELS[value] }));
}
