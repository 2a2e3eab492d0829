import type { ContentOf, MailContent, MailKind } from "./contents";
import { type Letter, type Letters, layOut, type RenderedMail } from "./layout";
import { ACCESS_LETTERS } from "./letters/access";
import { ACCOUNT_LETTERS } from "./letters/account";
import { MATTERS } from "./matters";

/** The text of each kind of mail: what happened, what to do, what to beware of. It contains no names. */
const LETTERS: Letters = { ...ACCESS_LETTERS, ...ACCOUNT_LETTERS, matter: matterLetter };

/**
 * Writes a mail as plain text and HTML.
 * @param origin configured origin of this Daybook, for links: never a request's
 */
export function renderMail(content: MailContent, origin: string): RenderedMail {
  return {
    ...layOut(letterOf(content, origin), origin),
    ...("stop" in content && { headers: oneClick(content.stop) }),
  };
}

function letterOf<Kind extends MailKind>(content: ContentOf[Kind], origin: string): Letter {
  return LETTERS[content.kind as Kind](content, origin);
}

/** Headers of RFC 8058, with which mail programs show their own button to end a recurring mail. */
function oneClick(stop: string) {
  return { "List-Unsubscribe": `<${stop}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
}

/** The mail to whoever runs Daybook when a matter begins, and when it is over. */
function matterLetter({ about, place, n, since, isOver }: ContentOf["matter"], origin: string): Letter {
  const { title, message, todo, page } = MATTERS[about];
  if (isOver) return [`Over: ${title} in ${place}`, [`This is over: ${title} in ${place}. It was noticed ${since}.`]];
  return [
    `Daybook: ${title} in ${place}`,
    [
      `This is about Daybook in ${place}. ${message(n)}`,
      todo,
      ...(page ? [{ link: `${origin}${page}` }] : []),
      "You get this email once, and another one when it is over.",
    ],
  ];
}
