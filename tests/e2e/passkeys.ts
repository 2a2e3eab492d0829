import { expect, type Page } from "./fixtures";

/** A device of this page's browser that holds passkeys and knows its owner; it answers whatever asks while `present`. */
export async function addAuthenticator(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send("WebAuthn.enable");
  const { authenticatorId } = await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    present: (enabled: boolean) =>
      browser.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled }),
    verified: (isUserVerified: boolean) =>
      browser.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    credentials: async () => (await browser.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
  };
}

/**
 * Opens the login page, which asks for a passkey once the device is there: what was asked of an absent one stays
 * unanswered.
 * @param before what its reader does first
 */
export async function openLoginWith(
  page: Page,
  device: Awaited<ReturnType<typeof addAuthenticator>>,
  before: () => Promise<void> = async () => {},
) {
  let isThere = () => {};
  const there = new Promise<void>((resume) => {
    isThere = resume;
  });
  await page.route("**/api/auth/get_authentication_options/", async (route) => {
    await there;
    await route.fallback();
  });
  await page.goto("/login/");
  await before();
  await device.present(true);
  isThere();
}

/** Adds the first passkey of an account. @returns the recovery codes that come with it. */
export async function addPasskey(page: Page, name: string, choice?: string): Promise<string[]> {
  await page.goto("/account/two_factor/passkey/new/");
  await page.getByLabel("Name of the passkey").fill(name);
  if (choice !== undefined) await page.getByLabel(choice).check();
  await page.getByRole("button", { name: "Add passkey" }).click();
  await expect(page.getByText("Your passkey was added.").first()).toBeVisible();
  const codes = await page
    .getByRole("listitem")
    .filter({ hasText: /^[0-9A-Z-]{29}$/ })
    .allInnerTexts();
  expect(codes).toHaveLength(10);
  await page.getByRole("link", { name: "I have saved these codes" }).click();
  await expect(page).toHaveURL("/account/two_factor/");
  return codes;
}
