import { formatCounted } from "~/platform/time/counted";
import { formatMoment } from "~/platform/time/instants";

interface Waiting {
  waiting: number;
  waiting_since: number | null;
  seen_at: number;
}

/** Of a device that was revoked, or whose account is deleted. */
export function lostWords(lost: number): string {
  const entries = formatCounted(lost, "entry that waited on it", "entries that waited on it");
  return `This device was revoked: ${entries} can no longer be read`;
}

/** `3 entries wait since yesterday at 12:00`, as the device said last. */
export function waitingWords({ waiting, waiting_since, seen_at }: Waiting, now: number): string {
  const seen = `Last heard of ${formatMoment(seen_at, now)}`;
  if (waiting === 0 || waiting_since === null) return `Nothing is known to wait. ${seen}`;
  const since = formatMoment(waiting_since, now);
  return `${formatCounted(waiting, "entry waits", "entries wait")} since ${since}. ${seen}`;
}
