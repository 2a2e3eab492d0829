import {
  CALENDAR,
  CLOTHES,
  DAYS,
  IN_A_ROW,
  KINDS,
  ONE_OF_A_KIND,
  PLACES,
  SUMS,
} from "~/account/bot-check/worded-questions.server";

const NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** What a person would answer to a question of the bot check. This program has been told how each is made. */
export function answerOfQuestion(question: string): string {
  for (const { is, words } of SUMS) {
    const found = slotsOf(words, question);
    if (found)
      return String(
        is === "+" ? numberOf(found, "n") + numberOf(found, "m") : numberOf(found, "n") - numberOf(found, "m"),
      );
  }
  for (const { days, words } of CALENDAR) {
    const found = slotsOf(words, question);
    if (found) return DAYS[(DAYS.indexOf(found.day ?? "") + days) % DAYS.length] as string;
  }
  const ofKind = slotsOf(ONE_OF_A_KIND, question);
  if (ofKind) return wordsOf(ofKind.row).find((word) => KINDS[ofKind.kind ?? ""]?.includes(word)) as string;
  const inRow = slotsOf(IN_A_ROW, question);
  if (inRow) return wordsOf(inRow.row).at(PLACES[inRow.place ?? ""] as number) as string;
  for (const words of CLOTHES) {
    const found = slotsOf(words, question);
    if (found) return found.one as string;
  }
  throw new Error(`No question: ${question}`);
}

function slotsOf(words: string, question: string): Record<string, string> | null {
  const named = new Set<string>();
  const pattern = words
    .split(/\{(\w+)\}/)
    .map((part, at) => {
      if (at % 2 === 0) return part.replace(/[.?]/g, "\\$&");
      const name = part.toLowerCase();
      if (named.has(name)) return `\\k<${name}>`;
      named.add(name);
      return `(?<${name}>[\\w ,-]+?)`;
    })
    .join("");
  return new RegExp(`^${pattern}$`, "i").exec(question)?.groups ?? null;
}

function numberOf(found: Record<string, string>, name: string): number {
  const typed = (found[name] ?? "").toLowerCase();
  return /^\d+$/.test(typed) ? Number(typed) : NUMBERS.indexOf(typed);
}

function wordsOf(row = ""): string[] {
  return row.split(/, | or | and /);
}
