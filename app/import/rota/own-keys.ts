import { hashOf } from "~/platform/db/tokens";
import type { RotaCalendar } from "./calendar";
import type { KnownEvent } from "./compare";

/** More events at other times than these are no corrections of a few events that came by another way. */
const FEW = 3;

/**
 * Gives the events of a calendar keys of its own if another calendar has used their UIDs for other events, as two
 * hospitals with one program may. The same rota under another name has most of its events at the same times: it keeps
 * the keys, and follows them.
 */
export async function withOwnKeys(calendar: RotaCalendar, known: readonly KnownEvent[]): Promise<RotaCalendar> {
  const { key, events, cancelled } = calendar;
  const starts = new Map(events.map((event) => [event.key, event.startAt]));
  const ofOthers = known.filter(({ unique_ref, calendar_key }) => calendar_key !== key && starts.has(unique_ref));
  const moved = ofOthers.filter(({ unique_ref, start_at }) => starts.get(unique_ref) !== start_at).length;
  if (moved <= FEW || moved * 2 <= ofOthers.length) return calendar;
  const own = async (given: string) => (await hashOf(`${key}/${given}`)).slice(0, given.length);
  return {
    ...calendar,
    events: await Promise.all(events.map(async (event) => ({ ...event, key: await own(event.key) }))),
    cancelled: await Promise.all(cancelled.map(own)),
  };
}
