import { text, tick } from "~/platform/http/fields";

/** Fields of a form with free text, for the answers to "Save anyway". */
export const identifierAnswers = {
  identifiers_confirmed: tick(),
  /** The kinds of hit that were shown with the tick. */
  identifiers_asked: text({ name: "question", max: 200 }),
  identifiers_reason: text({ name: "reason", max: 200 }),
};
