import { z } from "zod";
import { ASA_GRADES, codesOf, URGENCIES } from "~/diary/cases/codes";
import { CATEGORIES } from "~/planning/job-plans/elements";
import { choice, date, number, text } from "~/platform/http/fields";
import { exemptFromQuota } from "~/platform/http/form-schemas";
import { LONGEST_WORDS, MISSING } from "./rules";
import { wordsOf } from "./words";

const MAX_WORDS = 10;
/** Enough for any reference, or number of a Standard option. */
const REFERENCE_MAX = 40;

/**
 * The form of a search. `before` is the instant where an earlier answer stopped, a hidden field of "Search earlier".
 */
export const searchForm = exemptFromQuota(
  z
    .object({
      words: text({ name: "words", max: LONGEST_WORDS }),
      element: text({ name: "job plan element", max: REFERENCE_MAX }),
      category: choice("a category", CATEGORIES),
      missing: choice(
        "what is missing",
        MISSING.map(({ value }) => value),
      ),
      // Named differently from the fields of a case, whose dialog opens over this form: ids must be unique.
      find_asa: choice("an ASA grade", codesOf(ASA_GRADES)),
      find_urgency: choice("an urgency", codesOf(URGENCIES)),
      option: text({ name: "airway or procedure", max: REFERENCE_MAX }),
      from: date("from"),
      until: date("to"),
      before: number({ name: "place", min: -2.2e12, max: 4.2e12, places: 0 }),
    })
    .transform((answers, context) => {
      const { words: typed, from, until, find_asa: asa, find_urgency: urgency, ...rest } = answers;
      const words = wordsOf(typed);
      const filters = [rest.element, rest.category, rest.missing, asa, urgency, rest.option];
      if (words.length === 0 && !filters.some(Boolean)) {
        context.addIssue({ code: "custom", path: ["words"], message: "Enter words to find, or choose a filter" });
      }
      if (words.length > MAX_WORDS) {
        context.addIssue({ code: "custom", path: ["words"], message: `Enter ${MAX_WORDS} words or fewer` });
      }
      if (from && until && until < from) {
        const message = "The last date must be the same as or after the first date";
        context.addIssue({ code: "custom", path: ["until"], message });
      }
      return { ...rest, words, asa, urgency, from, until };
    }),
);

export type SearchCriteria = z.output<typeof searchForm>;
