/** Names are unique without case. */
export function usernameKey(username: string): string {
  return username.trim().toLowerCase();
}

/** Addresses are one without case, as people type them. */
export function emailKey(address: string): string {
  return address.trim().toLowerCase();
}

/**
 * Why a sign-up cannot be sent yet, for the page (specification section 5); empty when it can. The server
 * has the last word on all of it.
 * @param checkOwes what the bot check still waits for, in words; empty when it waits for nothing.
 */
export function signUpHeldBy(password1: string, password2: string, termsTicked: boolean, checkOwes: string): string {
  if (password1 === "") return "Enter a password to go on.";
  if (password2 === "") return "Enter the password again to go on.";
  if (password1 !== password2) return "The two passwords are not the same yet.";
  return termsTicked ? checkOwes : "Tick the box to accept the terms to go on.";
}
