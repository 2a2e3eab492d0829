import { expect, type Page } from "./fixtures";
import { postForm } from "./post-form";

export const PASSWORD = "marble kettle lantern";

export interface Person {
  username: string;
  email: string;
}

/** Makes somebody with a verified address and PASSWORD, and signs the page in as them. */
export async function signInAsNew(page: Page, level = 9, more: Record<string, string> = {}): Promise<Person> {
  const email = `person-${crypto.randomUUID()}@example.com`;
  const wanted = { level: String(level), email, password: PASSWORD, ...more };
  const answer = await post(page, "/dev/new-user/", wanted);
  const { username } = (await answer.json()) as { username: string };
  return { username, email };
}

export interface GuardedPerson extends Person {
  /** What their authenticator app holds, in base32. */
  secret: string;
}

/** As `signInAsNew`, with two-factor on. */
export async function signInAsGuarded(page: Page, level = 9): Promise<GuardedPerson> {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const secret = [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => letters[byte % 32]).join("");
  return { ...(await signInAsNew(page, level, { totp: secret })), secret };
}

/** What their authenticator app shows now. */
export async function codeOf(page: Page, { secret }: GuardedPerson): Promise<string> {
  return (await page.request.get(`/dev/code/?secret=${secret}`)).text();
}

/** The last reauthentication of the page's user has grown too old, as after ten minutes. */
export async function expireReauthentication(page: Page): Promise<void> {
  expect(await (await post(page, "/dev/expire-login/", { what: "reauthentication" })).json()).toEqual({
    expired: true,
  });
}

/** The login of the page has run out, as after two hours without use. */
export async function expireLogin(page: Page): Promise<void> {
  expect(await (await post(page, "/dev/expire-login/", {})).json()).toEqual({ expired: true });
}

/** Fills and sends the login form that the page shows. */
export async function logIn(page: Page, { username }: Person, password = PASSWORD): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

/** As an administrator: finds somebody by their address, and opens their page. */
export async function openUser(page: Page, email: string): Promise<void> {
  await page.goto("/admin/users/");
  await page.getByLabel("Find a user").fill(email);
  await page.getByRole("button", { name: "Find" }).click();
  const list = page.getByRole("main").getByRole("listitem");
  await expect(list).toHaveCount(1);
  // What was looked for stands in no address.
  await expect(page).toHaveURL("/admin/users/");
  await list.getByRole("link").click();
  await expect(page).toHaveURL(/\/admin\/users\/[\w-]{22}\/$/);
}

/** Signs in as the consultant with two years of work, leave and fees. Of all journeys the same: only to look at. */
export async function signInAsSeeded(page: Page): Promise<void> {
  await post(page, "/dev/seed/", {});
  const seeded = { username: "consultant", password: "theatre list on tuesday" };
  expect(await postForm(page, "/login/", seeded)).toBe("/logbook/");
}

async function post(page: Page, path: string, form: Record<string, string>) {
  const origin = process.env.DAYBOOK_URL as string;
  const answer = await page.request.post(path, { form, headers: { Origin: new URL(origin).origin } });
  expect(answer.ok(), `${path}: ${answer.status()}`).toBe(true);
  return answer;
}
