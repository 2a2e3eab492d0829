import { asText } from "./as-text";
import { differenceOf } from "./difference";

/** A difference that is longer than this share of what it is about is harder to judge than that. */
const SHORT = 0.6;

/** What is said, by a title of its own. */
export type Answers = [title: string, said: unknown][];

/** Each answer as text: what it has other than one that stands whole above it, where that is much shorter than itself. */
export function answersAsText(answers: Answers): string {
  const whole: Answers = [];
  const texts = answers.map(([title, said]) => {
    const itself = asText(said, `${title}: `);
    const likenesses = whole.map(([like, other]) => {
      const difference = differenceOf(other, said);
      return difference === undefined ? `${title}: like ${like}` : asText(difference, `${title}: like ${like}, but `);
    });
    const [shortest = ""] = likenesses.toSorted((one, other) => one.length - other.length);
    if (shortest && shortest.length < itself.length * SHORT) return shortest;
    whole.push([title, said]);
    return itself;
  });
  return texts.join("\n");
}
