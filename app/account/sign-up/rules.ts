import { PASSWORD_MIN, passwordLength } from "../rules";

/**
 * The message while a sign-up cannot be sent yet, for the page (specification section 5); empty when it can. The server
 * checks everything again.
 * @param checkMessage message of an incomplete bot check; empty when it is complete
 */
export function signUpProblem(
  password1: string,
  password2: string,
  termsTicked: boolean,
  checkMessage: string,
): string {
  if (password1 === "") return "Enter a password to continue.";
  if (passwordLength(password1) < PASSWORD_MIN)
    return `Enter a password of ${PASSWORD_MIN} or more characters to continue.`;
  if (password2 === "") return "Enter the password again to continue.";
  if (password1 !== password2) return "The two passwords are not the same yet.";
  return termsTicked ? checkMessage : "Select the box to accept the terms to continue.";
}
