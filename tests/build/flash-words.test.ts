import { expect, test } from "vitest";
import { filesBelow, textOf } from "./source";

const CALL = /\b(?:redirect|reload)WithMessage\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;
/** The snackbar of section 2.10, in the words of the specification. */
const PRESCRIBED = "Verification email sent successfully! Please check your inbox.";

/** The texts in a call of these functions, and those of the constants that it names. */
function textsOf(source: string): string[] {
  return [...source.matchAll(CALL)].flatMap(([call]) => {
    const named = [...call.matchAll(/\b[A-Z][A-Z_]{3,}\b/g)].flatMap(([name]) => {
      const [, text] = new RegExp(`const ${name} =\\s*("[^"]*")`).exec(source) ?? [];
      return text ?? [];
    });
    return [...call.matchAll(/"[^"]*"|`[^`]*`/g)].map(([text]) => text).concat(named);
  });
}

test("a message of the next page ends without a full stop, as others do that are in one line", () => {
  const texts = filesBelow("app")
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => textsOf(textOf(path)).map((text) => `${path}: ${text.slice(1, -1)}`));
  expect(texts.length).toBeGreaterThan(100);
  expect(texts.filter((text) => text.endsWith(".") && !text.endsWith(PRESCRIBED))).toEqual([]);
});
