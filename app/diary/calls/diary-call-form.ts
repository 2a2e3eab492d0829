import { z } from "zod";
import { CHOOSE_MESSAGE, SERIES_CHOICES } from "~/diary/sessions/deletion";
import { DATE_MESSAGE } from "~/diary/sessions/times";
import { recordFields, ref } from "~/platform/http/read-json.server";
import { readDateOrInstant } from "~/platform/time/dates";
import { daysBetween } from "~/platform/time/london";
import { addEditSession } from "./add-edit-session.server";

/** Schemas of the bodies of the six session_diary actions (specification section 7). */

/** Most days of one request: the answer for a longer stretch would be too long to make and to read. */
const MAX_DAYS = 5 * 366;

const version = z.int("Must be a whole number").nullish();

const day = z.string("Must be text").transform((text, context) => {
  const date = readDateOrInstant(text.slice(0, 100));
  if (date) return date;
  context.addIssue({ code: "custom", message: DATE_MESSAGE });
  return z.NEVER;
});

const betweenDates = z
  .object({ start: day, end: day })
  .refine(({ start, end }) => start <= end, { path: ["end"], message: "Choose a date that is not before the start" })
  .refine(({ start, end }) => daysBetween(start, end) < MAX_DAYS, {
    path: ["end"],
    message: "Choose a date within five years of the start",
  });

const addEditCase = z.object({
  form_data: recordFields,
  session_ur: ref,
  idempotency_key: z.string("Must be text").nullish(),
});

const deleteOneCase = z.object({ unique_ref: ref, version });

/** A session by its reference, or as the object that a call returned. */
const session = z.union([ref, z.object({ unique_ref: ref }).transform(({ unique_ref }) => unique_ref)], "Must be text");

const recurringSessions = z.object({ session, recurring_uuid: ref.nullish() });

const count = z.int("Must be a whole number").min(0, "Must be 0 or more");

const deleteSession = z.object({
  unique_ref: ref,
  recurring: z
    .union([z.enum(SERIES_CHOICES), z.literal([1, 2, 3])], CHOOSE_MESSAGE)
    .nullish()
    .transform((choice) => SERIES_CHOICES.find((each) => each === String(choice ?? 1)) ?? "1"),
  version,
  /**
   * The counts that GetRecurringSessions returned for this choice; if given, nothing is deleted unless they still hold.
   */
  goes: z.object({ sessions: count, cases: count, fees: count }, "Send sessions, cases and fees").nullish(),
});

/** The body of a call, discriminated by `action`. */
export const diaryCall = z.discriminatedUnion(
  "action",
  [
    betweenDates.safeExtend({ action: z.literal("between_dates") }),
    deleteOneCase.extend({ action: z.literal("DeleteCase") }),
    addEditCase.extend({ action: z.literal("add_edit_case") }),
    recurringSessions.extend({ action: z.literal("GetRecurringSessions") }),
    deleteSession.extend({ action: z.literal("delete_session_v2") }),
    addEditSession.extend({ action: z.literal("AddEditSessionV2") }),
  ],
  "Send one of the actions: between_dates, DeleteCase, add_edit_case, GetRecurringSessions, delete_session_v2, AddEditSessionV2",
);

type DiaryCall = z.output<typeof diaryCall>;
/** The body of a call of one action. */
export type CallOf<Action extends DiaryCall["action"]> = Extract<DiaryCall, { action: Action }>;
