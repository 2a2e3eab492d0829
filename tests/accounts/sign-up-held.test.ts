import { expect, test } from "vitest";
import { signUpHeldBy } from "~/accounts/rules";

test("the sign-up button waits for two equal passwords and the terms, and says for which", () => {
  expect(signUpHeldBy("", "", false)).toBe("Enter a password to go on.");
  expect(signUpHeldBy("three random words", "", true)).toBe("Enter the password again to go on.");
  expect(signUpHeldBy("three random words", "three random word", true)).toBe("The two passwords are not the same yet.");
  expect(signUpHeldBy("three random words", "three random words", false)).toBe(
    "Tick the box to accept the terms to go on.",
  );
  expect(signUpHeldBy("three random words", "three random words", true)).toBe("");
});
