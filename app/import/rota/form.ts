import { z } from "zod";
import { choice, idempotencyKey, text, texts, ticks } from "~/platform/http/fields";
import { byIntent, exemptFromQuota } from "~/platform/http/form-schemas";
import { parseJson } from "~/platform/http/parse-json";
import { isChosenFile } from "../form";
import { MAX_CALENDAR_BYTES, MAX_EVENTS, MAX_TITLES, type RotaCalendar } from "./calendar";

/** Most bytes of the form that contains the file. */
export const MAX_FORM_BYTES = MAX_CALENDAR_BYTES + 200_000;
/**
 * Most characters of the calendar as its page carries it back and forth, stored nowhere: a longer one would not be
 * received completely.
 */
export const MAX_CARRIED = 95_000;

const OPEN_AGAIN = "Choose the file again";

const place = z.number().int().min(0).max(MAX_EVENTS);
const instant = z.number().int().min(-631_152_000).max(4_102_444_800);
/** An event's key may have the mark of those that are its calendar's own. */
const key = z.string().regex(/^[\w~-][\w-]{21}$/);
const mark = z.union([z.literal(0), z.literal(1)]);
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** The calendar in its shortest form: times in seconds, each event as a tuple. */
const carried = z.strictObject({
  key,
  first: day,
  last: day,
  titles: z.array(z.string().min(1).max(200)).max(MAX_TITLES),
  events: z.array(z.tuple([key, place, instant, instant, mark])).max(MAX_EVENTS),
  cancelled: z.array(z.tuple([key, instant, mark])).max(MAX_EVENTS),
  unread: z.strictObject({ faulty: place, endless: place, long: place, repeats: place, zones: place }),
});

export function serializeCalendar({ events, cancelled, ...calendar }: RotaCalendar): string {
  const short = events.map(({ key, title, startAt, endAt, allDay }) => {
    return [key, title, startAt / 1000, endAt / 1000, allDay ? 1 : 0];
  });
  const off = cancelled.map(({ key, startAt, byTitle }) => [key, startAt / 1000, byTitle ? 1 : 0]);
  return JSON.stringify({ ...calendar, events: short, cancelled: off });
}

/** @returns null for anything that Daybook's own page has not sent */
export function parseCalendar(given: string): RotaCalendar | null {
  try {
    const { events, cancelled, ...calendar } = carried.parse(parseJson(given));
    const isWhole = events.every(([, title, start, end]) => title < calendar.titles.length && start < end);
    if (!isWhole) return null;
    return {
      ...calendar,
      events: events.map(([key, title, start, end, allDay]) => {
        return { key, title, startAt: start * 1000, endAt: end * 1000, allDay: allDay === 1 };
      }),
      cancelled: cancelled.map(([key, start, title]) => ({ key, startAt: start * 1000, byTitle: title === 1 })),
    };
  } catch {
    return null;
  }
}

/** Form in which a file is chosen. */
export const fileForm = exemptFromQuota(
  z.object({
    file: z
      .unknown()
      .optional()
      .transform((input) => (input instanceof File && isChosenFile(input) ? input : null)),
  }),
);

/**
 * Form of the preview page: the calendar as it was read, the meaning of its titles, and which questions were ticked.
 */
export const rotaForm = exemptFromQuota(
  z.object({
    idempotency_key: idempotencyKey,
    calendar: text({ name: "calendar", max: MAX_CARRIED, empty: OPEN_AGAIN }).transform((given, context) => {
      const calendar = parseCalendar(given);
      if (calendar) return calendar;
      context.addIssue({ code: "custom", message: OPEN_AGAIN });
      return z.NEVER;
    }),
    /** In the order of the titles. */
    element: texts({ name: "element", max: 22, maxCount: MAX_TITLES }),
    take: ticks("events", MAX_EVENTS),
    /** Leave to add, and what of it the page showed: what is new to it is ticked. */
    leave: ticks("leave", MAX_EVENTS),
    leave_shown: ticks("leave", MAX_EVENTS),
    intent: choice("what to do", ["show", "import"]),
    shown: text({ name: "preview", max: 60 }),
  }),
  byIntent("show"),
);

export type RotaAnswers = z.output<typeof rotaForm>;
