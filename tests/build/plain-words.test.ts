import { expect, test } from "vitest";
import { filesBelow, textOf } from "./source";

/** Words that no screen says, under those that it says in their place. */
const DIALECT: Record<string, RegExp> = {
  "work out, think": /\breckon(s|ed|ing)?\b/i,
  correct: /\bmend(ed|ing)? (it|this|them|the)\b/i,
  "to check": /\b(in doubt|is doubtful|are doubtful)\b/i,
  restore: /\bput back\b/i,
  remove: /\btak(e|es|en|ing) (away|out)\b/i,
  all: /\bwhole of\b/i,
  "is moved": /\bgets about\b/i,
  reauthentication: /\bproofs?\b/i,
  "cannot be undone": /\bfor good\b/i,
  "Leave blank": /["`>]\s*Blank(:| means)/,
  "highest, lowest": /\b(dearest|cheapest)\b/i,
  "sign up, log in": /\byou are signed in\b/i,
  email: /\b(a|the|this|one) mails?\b/i,
};

/** A list of words that must be there as they are. */
const LISTS = ["app/account/passwords/breached-list.server.ts", "app/account/passwords/common-passwords.ts"];

/** A file without its comments, which are for engineers. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/ .*$/gm, "");
}

test.each(Object.entries(DIALECT))("“%s” is said in plain words", (_, dialect) => {
  const said = filesBelow("app")
    .filter((path) => /\.tsx?$/.test(path) && !LISTS.includes(path))
    .flatMap((path) =>
      withoutComments(textOf(path))
        .split("\n")
        .map((line) => `${path}: ${line.trim()}`),
    )
    .filter((line) => dialect.test(line.slice(line.indexOf(":"))));
  expect(said).toEqual([]);
});
