import { ownValue } from "~/platform/http/own-value";

/** Types of continuing professional development, by code. */
export const CPD_TYPES = {
  course: "Course or workshop",
  conference: "Conference or scientific meeting",
  local: "Departmental teaching or meeting",
  online: "E-learning or webinar",
  reading: "Reading",
  teaching: "Teaching or examining",
  quality: "Audit or quality improvement",
  simulation: "Simulation or skills",
  other: "Other",
} as const;

export type CpdType = keyof typeof CPD_TYPES;

/** The type in words; a code from another source is returned as it is. */
export function formatCpdType(type: string): string {
  return ownValue(CPD_TYPES, type) ?? type;
}

/** Hours a year that are expected of a doctor who is appraised (RCoA). */
export const CPD_HOURS_EXPECTED = 50;

/** Splits entries into those done by today and those booked for a later day, which do not count yet. */
export function doneAndBooked<Entry extends { day: string }>(entries: readonly Entry[], today: string) {
  return { done: entries.filter(({ day }) => day <= today), booked: entries.filter(({ day }) => day > today) };
}

export function minutesOf(entries: readonly { minutes: number }[]): number {
  return entries.reduce((sum, { minutes }) => sum + minutes, 0);
}

/** Hours with two decimals, half up, in hundredths. */
export function hundredthsOfHours(minutes: number): number {
  return Math.round((minutes * 100) / 60);
}

/** `1.5`: hours with two decimals at most. */
export function cpdHours(minutes: number): string {
  return String(hundredthsOfHours(minutes) / 100);
}
