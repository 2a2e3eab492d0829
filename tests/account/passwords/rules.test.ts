import { describe, expect, test } from "vitest";
import { isEasyToGuess } from "~/account/passwords/easy-to-guess.server";
import { passwordLength } from "~/account/rules";

const ABOUT = ["daybook", "password", "First", "Hyphen-Surname", "first.last@royalinfirmary.example", "firstlast71"];

describe("a password that is easy to guess", () => {
  test.each([
    "passwordpassword",
    "Password12345!",
    "qwertyuiop123",
    "QWERTY123456",
    "1qaz2wsx3edc",
    "aaaaaaaaaaaaaaaa",
    "123456789012",
    "abcdefghijklmnop",
    "frogfrogfrog",
    "welcome2hospital",
    "correcthorsebatterystaple",
    "daybookdaybook1",
    "First-Last-2026!!",
    "masterofpuppets",
    "MasterOfPuppets",
    "nationalhealthservice",
    "surname1971!",
    "royalinfirmary1",
    "firstlast71firstlast71",
    "            ",
    "Password-12:34",
  ])("is refused: %s", (password) => {
    expect(isEasyToGuess(password, ABOUT)).toBe(true);
  });

  test.each([
    "theatre list on tuesday",
    "keeper of the theatre keys",
    "three random words",
    "copper lantern hedgehog",
    "T9$kq!vZr2#w",
    "837465918273645",
    "пароль из трёх слов",
    "password of a violin maker",
    "x4#Q!8$2^&9K@z1%",
    "7$k!9#Q2@z5%",
    "9f3k-28d7-11xq-42",
    "🍏🚲🎻🌧️🪁🧭🔭🧶🪴🛶🎲🧊",
  ])("is not this one: %s", (password) => {
    expect(isEasyToGuess(password, ABOUT)).toBe(false);
  });

  test.each([
    ["signs of a keyboard", Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).join("")],
    ["hexadecimal digits", "0123456789abcdef"],
    ["letters", "abcdefghijklmnopqrstuvwxyz"],
  ])("is hardly ever one that a machine drew from %s", (_, alphabet) => {
    const drawn = Array.from({ length: 1000 }, (_, seed) => drawnFrom(alphabet, 16, seed + 1));
    expect(drawn.filter((password) => isEasyToGuess(password, ABOUT)).length).toBeLessThan(20);
  });

  test("is told from others however long and odd the answers are", () => {
    expect(isEasyToGuess("\ufdfa".repeat(200), ["a ".repeat(50_000), "daybook"])).toBe(false);
    expect(isEasyToGuess("a".repeat(199), ["a".repeat(50_000)])).toBe(true);
  });
});

test("a password is counted in characters, not in bytes or halves of characters", () => {
  expect(passwordLength("🙂".repeat(12))).toBe(12);
  expect(passwordLength("e\u0301".repeat(12))).toBe(12);
});

/** The same for the same seed: a failure can be looked at again. */
function drawnFrom(alphabet: string, length: number, seed: number): string {
  let state = seed * 2_654_435_761;
  return Array.from({ length }, () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 1) >>> 0;
    return alphabet[(state >>> 8) % alphabet.length];
  }).join("");
}
