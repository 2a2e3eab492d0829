import type { AgeUnit } from "../cases/codes";
import type { BlockFlag, OptionKind } from "../cases/standard-options";

/** A case as read from one line; what the line does not say is null or empty. */
export interface LineCase {
  age: number | null;
  age_unit: AgeUnit;
  /** 1 female, 2 male. */
  gender: 1 | 2 | null;
  asa: number | null;
  /** NCEPOD, 1 immediate to 4 elective. */
  urgency: number | null;
  supervision: number | null;
  /** Minutes from midnight; an end of 1440 is the following midnight. */
  start_minute: number | null;
  end_minute: number | null;
  airway: string[];
  procedures: string[];
  block_flags: Record<string, BlockFlag[]>;
  description: string;
}

export type LineField =
  | "age"
  | "gender"
  | "asa"
  | "urgency"
  | "supervision"
  | "times"
  | "flags"
  | "anaesthetic"
  | OptionKind;

/** A part of the line that was understood. */
export interface Understood {
  text: string;
  field: LineField;
  /** Why the reading is likely but not certain, to be checked before the case is saved. */
  check?: string;
}

/** A part that may have a meaning, and was left in the description. */
export interface Question {
  text: string;
  ask: string;
  /** What it is about, if that is known. */
  field?: LineField;
}

export interface ReadLine {
  case: LineCase;
  understood: Understood[];
  questions: Question[];
}

/** One of the user's own options. */
export interface NamedOption {
  id: string;
  kind: OptionKind;
  label: string;
}
