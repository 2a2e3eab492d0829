import { startAuthentication, WebAuthnAbortService } from "@simplewebauthn/browser";

/** Less than the five minutes after which the server drops the challenge. */
const RENEW_MS = 4 * 60 * 1000;
/** Wait after a failure that the page cannot correct, such as no connection. */
const RETRY_MS = 60 * 1000;
/**
 * Browser errors when the user or this page has cancelled, or when this address or browser does not support passkeys.
 */
const CANCELLED_ERRORS = ["NotAllowedError", "AbortError", "SecurityError", "NotSupportedError"];

/**
 * Keeps passkeys in the browser's autofill until one logs in, or `signal` aborts.
 * @param fail reports that a passkey did not work; resolves when the user has closed the message
 */
export async function offerPasskeys(signal: AbortSignal, fail: () => Promise<void>): Promise<void> {
  signal.addEventListener("abort", () => WebAuthnAbortService.cancelCeremony());
  while (!signal.aborted) {
    const options = await fetchOptions();
    if (!options) {
      // The user has not asked for a passkey yet, so no message is shown.
      await pause(RETRY_MS, signal);
      continue;
    }
    if (signal.aborted) return;
    const renewal = setTimeout(() => WebAuthnAbortService.cancelCeremony(), RENEW_MS);
    try {
      const answer = await startAuthentication({ optionsJSON: options, useBrowserAutofill: true });
      if (await isAccepted(answer)) return location.assign("/profile/");
      await fail();
    } catch (error) {
      const reason = causeOf(error);
      if (!CANCELLED_ERRORS.includes(reason)) await fail();
      else if (reason !== "AbortError") await pause(RETRY_MS, signal);
    } finally {
      clearTimeout(renewal);
    }
  }
}

/** Outcome of asking for a passkey once, at the press of a button. */
export type Outcome = "in" | "called-off" | "refused";

/**
 * Asks in the browser's own window, which lists the available devices.
 * @param take sends the response; resolves to true if it was accepted
 */
export async function askForPasskey(take: (answer: unknown) => Promise<boolean> = isAccepted): Promise<Outcome> {
  const options = await fetchOptions();
  if (!options) return "refused";
  try {
    return (await take(await startAuthentication({ optionsJSON: options }))) ? "in" : "refused";
  } catch (error) {
    return CANCELLED_ERRORS.includes(causeOf(error)) ? "called-off" : "refused";
  }
}

type Options = Parameters<typeof startAuthentication>[0]["optionsJSON"];

async function fetchOptions(): Promise<Options | null> {
  try {
    const answer = await fetch("/api/auth/get_authentication_options/");
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

async function isAccepted(answer: unknown): Promise<boolean> {
  try {
    const response = await fetch("/api/auth/login_with_passkey/", {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": csrfToken() },
      body: JSON.stringify(answer),
    });
    return response.ok && ((await response.json()) as { success: boolean }).success;
  } catch {
    return false;
  }
}

function csrfToken(): string {
  return /(?:^|; )(?:__Host-)?csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? "";
}

/** The name of the browser's own error, which the library may wrap. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  return error.cause instanceof Error || error.cause instanceof DOMException ? error.cause.name : error.name;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((over) => {
    const timer = setTimeout(over, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      over();
    });
  });
}
