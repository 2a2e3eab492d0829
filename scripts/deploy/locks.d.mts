import type { Wrangler } from "./wrangler.mjs";

export interface Need {
  kind: string;
  name: string;
  id: string | null;
  place: { jurisdiction?: string; hint?: string };
  lockedDays?: number;
}

export function lookAtLocks(wrangler: Wrangler, needed: Need[]): Promise<{ locks: Need[]; wrong: string[] }>;
export function locksToAdd(needed: Need[]): Need[];
export function addLock(wrangler: Wrangler, bucket: Need): Promise<string>;
