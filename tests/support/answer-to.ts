const NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** What a person would answer to a question of the bot check. */
export function answerTo(words: string): string {
  const [, one = "", how, other = ""] = /What is (\w+) (plus|take away) (\w+)\?/.exec(words) ?? [];
  const [a, b] = [NUMBERS.indexOf(one), NUMBERS.indexOf(other)];
  if (a < 0 || b < 0) throw new Error(`No question: ${words}`);
  return String(how === "plus" ? a + b : a - b);
}
