interface User {
  place: string;
  bytesAYear: number;
}

interface Diary {
  weeks: number[];
  rest: number;
}

interface PlacedRegion {
  place: string;
  users: number;
  bytes: number;
  bytesAYear: number;
}

export function drawUsers(amount: number, diaries: Record<"believable" | "busy", Diary>, seed: number): User[];

export function placeUsers(
  users: readonly User[],
  how: { years: number; fixed: number; isFull: (region: PlacedRegion) => boolean; most: number },
): { regions: PlacedRegion[]; firstOver: number | null };

export function backUpNight(
  amounts: readonly number[],
  how: { seconds: number; surplusSeconds: number; handed: number; consumers: number; lostAfter: number },
): { minutes: number | null; surplus: number; longestWait: number; left: number };
