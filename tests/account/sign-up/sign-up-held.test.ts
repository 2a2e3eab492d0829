import { expect, test } from "vitest";
import { PASSWORD_MIN } from "~/account/rules";
import { signUpProblem } from "~/account/sign-up/rules";

test("the sign-up button waits for two equal passwords, the terms and the bot check, and says for which", () => {
  const owed = "Wait while we check that you are a person.";
  expect(signUpProblem("", "", false, owed)).toBe("Enter a password to continue.");
  const [shortest, shorter] = ["x".repeat(PASSWORD_MIN), "x".repeat(PASSWORD_MIN - 1)];
  expect(signUpProblem(shorter, shorter, true, "")).toBe("Enter a password of 12 or more characters to continue.");
  expect(signUpProblem(shortest, shortest, true, "")).toBe("");
  expect(signUpProblem("three random words", "", true, owed)).toBe("Enter the password again to continue.");
  expect(signUpProblem("three random words", "three random word", true, owed)).toBe(
    "The two passwords are not the same yet.",
  );
  expect(signUpProblem("three random words", "three random words", false, owed)).toBe(
    "Select the box to accept the terms to continue.",
  );
  expect(signUpProblem("three random words", "three random words", true, owed)).toBe(owed);
  expect(signUpProblem("three random words", "three random words", true, "")).toBe("");
});
