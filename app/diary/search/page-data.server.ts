import { formatSummary } from "~/diary/cases/facts.server";
import type { CustomOption } from "~/diary/cases/options.server";
import { STANDARD } from "~/diary/cases/standard-options";
import { planLabel } from "~/diary/sessions/element-choices";
import { timesText } from "~/diary/sessions/times";
import type { ElementChoice } from "~/planning/job-plans/choices.server";
import { shortDate } from "~/platform/time/dates";
import { londonMoment } from "~/platform/time/london";
import type { ChoiceGroup } from "~/ui/choice-fields";
import type { Opened } from "./find.server";
import { type Hit, MOST_SESSIONS, type Tally } from "./find.server";
import type { Asked } from "./form";
import type { Found, FoundCaseLines, FoundSessionLines } from "./found";
import { asksForCases } from "./queries.server";
import { formatSearched, type Reach } from "./rules";
import { marked, matchingLines } from "./words";

/** Of one text, so that a long note does not fill the page. */
const MOST_LINES = 3;

/**
 * What was found, as its page shows it.
 * @param searchedFrom the instant down to which it was looked.
 * @param further the session at which to go on; null when there is none.
 */
export function answerOf(
  asked: Asked,
  reach: Reach,
  searchedFrom: number,
  tally: Tally,
  further: number | null,
): Found {
  const last = tally.hits[MOST_SESSIONS - 1]?.session.start_at;
  const hits = last === undefined ? tally.hits : tally.hits.filter(({ session }) => session.start_at >= last);
  const byText = asked.words.length > 0;
  const ofCases = asksForCases(asked);
  return {
    sessions: hits.map((hit) => sessionLines(hit, asked.words)),
    counts: {
      sessions: ofCases ? 0 : byText ? hits.filter(({ own }) => own?.length).length : hits.length,
      cases: hits.reduce((sum, { cases }) => sum + cases.length, 0),
    },
    searched: formatSearched(last ?? searchedFrom, reach.end),
    unreadable: tally.unreadable,
    // Just after the session further back, so that empty years between are skipped.
    before: last ?? (further === null ? null : further + 1),
    full: last !== undefined,
  };
}

function sessionLines({ session, own, cases }: Hit, words: string[]): FoundSessionLines {
  const { unique_ref, start_at, end_at, element, category } = session;
  return {
    unique_ref,
    day: shortDate(londonMoment(start_at).date),
    ...timesText({ startAt: start_at, endAt: end_at }),
    element,
    category,
    lines: linesOf(own, words),
    cases: cases.map(({ row, texts }): FoundCaseLines => {
      return { unique_ref: row.unique_ref, summary: formatSummary(row, "") || "Case", lines: linesOf(texts, words) };
    }),
  };
}

/** The lines that hold the words; without words the first line there is. */
function linesOf(texts: Opened, words: string[]) {
  if (texts === null)
    return [{ label: "Text", place: 0, parts: [{ at: 0, text: "This text could not be opened", hit: false }] }];
  if (words.length > 0) {
    return texts.flatMap(({ label, text }) => {
      return matchingLines(text, words, MOST_LINES).map((line) => ({ label, ...line }));
    });
  }
  return texts
    .slice(0, 1)
    .map(({ label, text }) => ({ label, place: 0, parts: marked(text.split("\n", 1)[0] ?? "", []) }));
}

export interface SearchChoices {
  elements: ChoiceGroup[];
  options: ChoiceGroup[];
}

/** What the lists of the search offer: all that work may be filed under, archived or not. */
export function searchChoices(elements: readonly ElementChoice[], custom: readonly CustomOption[]): SearchChoices {
  const plans = [...new Set(elements.map(({ plan_ref }) => plan_ref))].flatMap((planRef) => {
    const rows = elements.filter(({ plan_ref }) => plan_ref === planRef);
    const [first] = rows;
    if (!first) return [];
    const choices = rows.map(({ unique_ref, description, category }) => {
      return { value: unique_ref, label: `${description} (${category})` };
    });
    return [{ label: planLabel({ ...first, title: first.plan_title }), choices }];
  });
  const own = custom.map(({ unique_ref, label }) => ({ value: unique_ref, label }));
  const standard = [...STANDARD.airway, ...STANDARD.procedure].map(({ name, options }) => {
    return { label: name, choices: options.map(({ id, label }) => ({ value: id, label })) };
  });
  return {
    elements: plans,
    options: own.length > 0 ? [{ label: "Your own options", choices: own }, ...standard] : standard,
  };
}
