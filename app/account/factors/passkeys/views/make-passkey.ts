import { startRegistration } from "@simplewebauthn/browser";

export type NewPasskeyOptions = Parameters<typeof startRegistration>[0]["optionsJSON"];

/**
 * Has the browser create a passkey.
 * @returns its response as JSON, or the message why there is none
 */
export async function makePasskey(options: NewPasskeyOptions): Promise<{ answer: string } | { problem: string }> {
  try {
    return { answer: JSON.stringify(await startRegistration({ optionsJSON: options })) };
  } catch (error) {
    return { problem: problemIn(error) };
  }
}

function problemIn(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const name = cause instanceof Error ? cause.name : "";
  if (name === "InvalidStateError") return "This device already has a passkey for your account.";
  if (name === "NotAllowedError" || name === "AbortError")
    return "No passkey was created. Press the button to try again.";
  return "This browser or device could not create a passkey. Try another one, or use an authenticator app.";
}
