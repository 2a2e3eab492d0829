import { describe, expect, test } from "vitest";
import { isEasyToGuess, passwordLength } from "~/accounts/passwords/rules";

const ABOUT = ["daybook", "First", "Hyphen-Surname", "first.last@royalinfirmary.example", "firstlast71"];

describe("a password that is easy to guess", () => {
  test.each([
    "passwordpassword",
    "Password12345!",
    "p4ssw0rd2024!!",
    "qwertyuiop123",
    "QWERTY123456",
    "1qaz2wsx3edc",
    "aaaaaaaaaaaaaaaa",
    "123456789012",
    "210987654321",
    "abcdefghijklmnop",
    "frogfrogfrog",
    "iloveyou12345",
    "november2026!",
    "welcome2hospital",
    "consultant2026",
    "correcthorsebatterystaple",
    "daybookdaybook1",
    "First-Last-2026!!",
    "surname1971!",
    "royalinfirmary1",
    "firstlast71firstlast71",
    "            ",
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
  ])("is not this one: %s", (password) => {
    expect(isEasyToGuess(password, ABOUT)).toBe(false);
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
