import type { ContentOf, MailKind } from "./contents";

/** A paragraph, or a link or code on a separate line. */
export type LetterPart = string | { link: string } | { code: string };

/** A mail before it is laid out as plain text and as HTML. */
export type Letter = [subject: string, parts: LetterPart[]];

/** What writes the letter of each kind of mail; `origin` is the configured origin of this Daybook, for links. */
export type Letters = { [Kind in MailKind]: (content: ContentOf[Kind], origin: string) => Letter };

export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
  headers?: Readonly<Record<string, string>>;
}

/**
 * Lays a mail out as plain text and HTML.
 * @param origin configured origin of this Daybook, for the foot
 */
export function layOut([subject, parts]: Letter, origin: string): RenderedMail {
  const ending = "Replies to this email are not read.";
  return {
    subject,
    // Links and codes are on separate lines, so that they can be copied whole.
    text: `${[...parts.map(asText), `${ending}\nDaybook, ${origin}/`].join("\n\n")}\n`,
    html: [
      '<!doctype html><html lang="en-GB"><head><meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      `<meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title></head>`,
      '<body style="font: 16px/1.5 system-ui, sans-serif; max-width: 36em; margin: 0 auto; padding: 16px">',
      `<h1 style="font-size: 20px; line-height: 1.3">${escaped(subject)}</h1>`,
      ...parts.map(asHtml),
      `<p style="font-size: 14px">${ending}<br>Daybook, ${escaped(origin)}/</p></body></html>`,
    ].join("\n"),
  };
}

function asText(part: LetterPart): string {
  if (typeof part === "string") return part;
  return "link" in part ? part.link : part.code;
}

function asHtml(part: LetterPart): string {
  if (typeof part === "string") return `<p>${escaped(part)}</p>`;
  if ("code" in part) {
    return `<p style="font: 600 28px/1.3 ui-monospace, monospace; letter-spacing: 0.15em">${escaped(part.code)}</p>`;
  }
  const words = escaped(part.link);
  // Only a web address becomes a link.
  return /^https?:\/\//.test(part.link)
    ? `<p style="overflow-wrap: anywhere"><a href="${words}">${words}</a></p>`
    : `<p>${words}</p>`;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}
