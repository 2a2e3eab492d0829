import { expect } from "vitest";
import type { Server } from "./server";

/** What the Worker of a kill test runs with. */
export const SETTINGS = {
  VAULT_KEYS: JSON.stringify({ 1: btoa("a key of thirty-two bytes, tests") }),
  APP_ORIGIN: "http://localhost",
  TURNSTILE_SITE_KEY: "tests",
  TURNSTILE_SECRET: "tests",
  CLOCK_OFFSET_MS: "0",
};

/** Signs a new user in, whose address is confirmed. @returns the cookies */
export async function signIn({ url }: Server): Promise<string> {
  const answer = await fetch(`${url}/dev/new-user/`, {
    ...{ method: "POST", body: new URLSearchParams({ level: "9", email: `${crypto.randomUUID()}@example.com` }) },
    headers: { origin: url },
  });
  expect(answer.status).toBe(200);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}
