import { addSession, addTuesdayList, makePlan } from "./diary";
import { expect, type Page, test, usersRegion } from "./fixtures";
import { logIn, openUser, type Person, signInAsGuarded, signInAsNew } from "./people";

const PLACES: Record<string, string> = { eu: "the European Union", oc: "Oceania" };

/** As an administrator, has somebody moved to the other region, where they are a moment later. */
async function haveMoved(page: Page, { username, email }: Person, place: string) {
  await signInAsGuarded(page, 10);
  await openUser(page, email);
  await page.getByLabel("Move to another region").selectOption({ label: place });
  await page.getByRole("button", { name: "Move account" }).click();
  await expect(page.getByRole("status").first()).toContainText(`${username} will be moved to ${place} within a minute`);
  const account = new URL(page.url()).pathname;
  await expect(async () => {
    await page.goto(account);
    await expect(page.getByRole("main")).toContainText("We cannot find that page", { timeout: 500 });
  }).toPass();
  await page.context().clearCookies();
}

test("an account that an administrator moves is in the other region, with its diary and its password", async ({
  page,
}) => {
  const [here, there] = usersRegion() === "eu" ? ["eu", "oc"] : ["oc", "eu"];
  const member = await signInAsNew(page);
  await addTuesdayList(page, await makePlan(page));
  await addSession(page, { date: "17/11/2026", start: "08:00", end: "18:00", element: "All-day orthopaedics" });
  await page.goto("/mydata/");
  await expect(page.getByRole("main")).toContainText(PLACES[here as string] as string, { ignoreCase: true });
  await page.context().clearCookies();

  await haveMoved(page, member, PLACES[there as string] as string);
  await page.goto("/login/");
  await logIn(page, member);
  await expect(page).toHaveURL("/logbook/");
  await expect(page.getByRole("link", { name: /^08:00 – 18:00.*All-day orthopaedics/ })).toBeVisible();
  await page.goto("/mydata/");
  await expect(page.getByRole("main")).toContainText(PLACES[there as string] as string, { ignoreCase: true });
  await addSession(page, { date: "18/11/2026", start: "08:00", end: "13:00" });
  await page.goto("/logbook/");
  await expect(page.getByRole("link", { name: /^08:00 – 13:00/ })).toBeVisible();
});
