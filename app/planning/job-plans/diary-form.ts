import { z } from "zod";
import { date, idempotencyKey, text, tick, ticks } from "~/platform/http/fields";

const MOST_ELEMENTS = 100;

/** From when to when the diary is made from a plan, and for which of its elements. */
export const diaryForm = z.object({
  from: date("from date", "Enter the first date, such as 27/3/2026").transform((value) => value as string),
  until: date("last date", "Enter the last date, such as 27/3/2026").transform((value) => value as string),
  skip_bank_holidays: tick(),
  skip_leave: tick(),
  // Not `elements`: a form has a property of that name, which the field would hide.
  element_refs: ticks("elements", MOST_ELEMENTS),
  /** "dates" only shows what would be made; "make" makes what the page showed. */
  act: text({ name: "button", max: 10 }),
  shown: text({ name: "dates", max: 60 }),
  idempotency_key: idempotencyKey,
});
export type DiaryAnswers = z.output<typeof diaryForm>;
