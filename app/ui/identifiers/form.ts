import { text, tick } from "~/platform/http/fields";

/** What a form with free text takes beside it, for a text that looks as if it identified a patient. */
export const identifierAnswers = {
  identifiers_confirmed: tick(),
  /** The kinds that the tick stood beside. */
  identifiers_asked: text({ name: "question", max: 200 }),
  identifiers_reason: text({ name: "reason", max: 200 }),
};
