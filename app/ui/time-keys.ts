import { machineNow } from "~/platform/time/clock";
import { steppedTime, timeNow } from "~/platform/time/stepped-time";

/** What a time field holds after a press of N, up or down. */
export function timeAfter(key: string, text: string): string {
  const now = machineNow();
  if (key !== "ArrowUp" && key !== "ArrowDown") return timeNow(now);
  return steppedTime(text, key === "ArrowUp" ? 1 : -1, now);
}
