import { type Roll, shuffled } from "./dice";

export interface GradedCase {
  asa: number;
  urgency: number | null;
}

/**
 * ASA by urgency of one appraisal year, 412 cases: the columns are elective, expedited, urgent, immediate
 * (codes 4 to 1 of the specification, 3.6) and not recorded.
 */
export const APPRAISAL_TABLE: Record<number, readonly number[]> = {
  1: [61, 4, 12, 1, 0],
  2: [148, 13, 27, 2, 1],
  3: [72, 15, 22, 4, 0],
  4: [5, 4, 12, 6, 0],
  5: [0, 0, 0, 3, 0],
};

export const URGENCIES = [4, 3, 2, 1, null] as const;

const EMERGENCY = new Set<number | null>([3, 2, 1]);

/** The cases of the table in a believable order: those that a planned list holds, and those that come by themselves. */
export function shuffledGrades(roll: Roll): { planned: GradedCase[]; emergency: GradedCase[] } {
  const all = Object.entries(APPRAISAL_TABLE).flatMap(([asa, counts]) =>
    counts.flatMap((count, at) =>
      Array.from({ length: count }, () => ({ asa: Number(asa), urgency: URGENCIES[at] ?? null })),
    ),
  );
  const mixed = shuffled(all, roll);
  return {
    planned: mixed.filter((each) => !EMERGENCY.has(each.urgency)),
    emergency: mixed.filter((each) => EMERGENCY.has(each.urgency)),
  };
}
