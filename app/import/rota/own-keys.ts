import { hashOf } from "~/platform/db/tokens";
import type { RotaCalendar } from "./calendar";
import type { KnownEvent } from "./compare";

/** First character of a key of a calendar's own. No other key has it: base64url does without it, and it sorts last. */
export const OWN_KEY_MARK = "~";

/** More events at other times than these are no corrections of a few events that came by another way. */
const FEW = 3;

/**
 * Gives the events of a calendar keys of its own if another calendar has used their UIDs for other events, as two
 * hospitals with one program may. The same rota under another name has most of its events at the same times: it keeps
 * the keys, and follows them.
 * @param hasOwnKeys whether an earlier file of the calendar was given keys of its own: then each later one is, even
 * if too few of its UIDs are another calendar's to tell
 */
export async function withOwnKeys(
  calendar: RotaCalendar,
  known: readonly KnownEvent[],
  hasOwnKeys: boolean,
): Promise<RotaCalendar> {
  const { key, events, cancelled } = calendar;
  if (!hasOwnKeys && !sharesUids(calendar, known)) return calendar;
  // Those that its page sends back have them.
  if ([...events, ...cancelled].every((event) => isOwnKey(event.key))) return calendar;
  const own = async (given: string) => {
    return isOwnKey(given) ? given : `${OWN_KEY_MARK}${(await hashOf(`${key}/${given}`)).slice(0, given.length - 1)}`;
  };
  return {
    ...calendar,
    events: await Promise.all(events.map(async (event) => ({ ...event, key: await own(event.key) }))),
    cancelled: await Promise.all(cancelled.map(async (event) => ({ ...event, key: await own(event.key) }))),
  };
}

function isOwnKey(key: string): boolean {
  return key.startsWith(OWN_KEY_MARK);
}

/** Whether other calendars have used most of the UIDs that they share with this one for other events. */
function sharesUids({ key, events }: RotaCalendar, known: readonly KnownEvent[]): boolean {
  const starts = new Map(events.map((event) => [event.key, event.startAt]));
  const ofOthers = known.filter(({ unique_ref, calendar_key }) => calendar_key !== key && starts.has(unique_ref));
  const moved = ofOthers.filter(({ unique_ref, start_at }) => starts.get(unique_ref) !== start_at).length;
  return moved > FEW && moved * 2 > ofOthers.length;
}
