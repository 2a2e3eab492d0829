import type { ContentOf } from "./contents";
import type { Letter } from "./layout";
import { MATTERS } from "./matters";

/** The mail to whoever runs Daybook when a matter begins, and when it is over. */
export function matterLetter({ about, place, n, since, isOver }: ContentOf["matter"], origin: string): Letter {
  const { title, message, todo, page } = MATTERS[about];
  const where = place ? ` in ${place}` : "";
  if (isOver) return [`Over: ${title}${where}`, [`This is over: ${title}${where}. It was noticed ${since}.`]];
  return [
    `Daybook: ${title}${where}`,
    [
      `This is about Daybook${where}. ${message(n)}`,
      todo,
      ...(page ? [{ link: `${origin}${page}` }] : []),
      "You get this email once, and another one when it is over.",
    ],
  ];
}
