import { expect, test } from "vitest";
import { signUpProblem } from "~/account/sign-up/rules";

test("the sign-up button waits for two equal passwords, the terms and the bot check, and says for which", () => {
  const owed = "Wait while we check that you are a person.";
  expect(signUpProblem("", "", false, owed)).toBe("Enter a password to continue.");
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
