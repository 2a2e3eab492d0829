import type { Choice } from "~/ui/forms/choice-fields";

/** A column of a table of data. */
export interface Column {
  id: string;
  label: string;
  /** Right-aligned figures. */
  figures?: true;
  /** Shown unless others are chosen. */
  first?: true;
  /** The table can be sorted by it. */
  sorts?: true;
  /** Encrypted text, decrypted only if the column is shown. */
  text_encrypted?: true;
}

/** One of the two tables: its columns and its filters. */
export interface TableKind {
  path: string;
  title: string;
  /** The word for one row, and for several. */
  one: "session" | "case";
  many: string;
  columns: readonly Column[];
  statuses: readonly Choice[];
  faults: readonly Choice[];
}

export const SESSION_DATA = {
  path: "/mydata/session_data/",
  title: "Session data",
  one: "session",
  many: "sessions",
  columns: [
    { id: "date", label: "Date", first: true, sorts: true },
    { id: "times", label: "Times", first: true },
    { id: "element", label: "Job plan element", first: true, sorts: true },
    { id: "site", label: "Site", sorts: true },
    { id: "hours", label: "Time worked", figures: true, first: true, sorts: true },
    { id: "basis", label: "PA basis", first: true },
    { id: "pa", label: "PA", figures: true, first: true, sorts: true },
    { id: "cases", label: "Cases", figures: true, first: true, sorts: true },
    { id: "fee", label: "Fee", figures: true, sorts: true },
    { id: "fee_status", label: "Fee status" },
    { id: "repeats", label: "Repeats" },
    { id: "notes", label: "Notes", text_encrypted: true },
  ],
  statuses: [
    { value: "worked", label: "Worked" },
    { value: "planned", label: "Still to come" },
    { value: "empty", label: "Without cases" },
    { value: "repeats", label: "Of a series" },
    { value: "whole_day", label: "Whole day" },
    { value: "fee", label: "With a fee" },
    { value: "not_claimed", label: "Fee not yet claimed" },
    { value: "not_paid", label: "Fee not yet paid" },
  ],
  faults: [
    { value: "no_element", label: "No job plan element" },
    { value: "overlap", label: "Overlaps another" },
    { value: "in_leave", label: "In leave" },
  ],
} as const satisfies TableKind;

export const CASE_DATA = {
  path: "/mydata/case_data/",
  title: "Case data",
  one: "case",
  many: "cases",
  columns: [
    { id: "date", label: "Date", first: true, sorts: true },
    { id: "times", label: "Times", first: true },
    { id: "element", label: "Job plan element", first: true, sorts: true },
    { id: "description", label: "Description", first: true, text_encrypted: true },
    { id: "age", label: "Age", figures: true, first: true, sorts: true },
    { id: "gender", label: "Gender", first: true, sorts: true },
    { id: "asa", label: "ASA", figures: true, first: true, sorts: true },
    { id: "urgency", label: "Urgency", first: true, sorts: true },
    { id: "supervision", label: "Supervision", first: true, sorts: true },
    { id: "airway", label: "Airway management" },
    { id: "procedures", label: "Procedures" },
    { id: "complications", label: "Complications", text_encrypted: true },
    { id: "reflection", label: "Reflective notes", text_encrypted: true },
    { id: "fee", label: "Fee", figures: true, sorts: true },
    { id: "fee_status", label: "Fee status" },
  ],
  statuses: [
    { value: "supervised", label: "Supervised" },
    { value: "alone", label: "No supervision" },
    { value: "fee", label: "With a fee" },
    { value: "not_claimed", label: "Fee not yet claimed" },
    { value: "not_paid", label: "Fee not yet paid" },
  ],
  faults: [
    { value: "no_end", label: "No end time" },
    { value: "no_age", label: "Age missing" },
    { value: "no_asa", label: "No ASA grade" },
    { value: "no_element", label: "No job plan element" },
    { value: "in_leave", label: "In leave" },
    { value: "identifier", label: "An identifier suspected" },
  ],
} as const satisfies TableKind;
