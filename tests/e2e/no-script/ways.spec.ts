import type { Page } from "@playwright/test";
import { expect } from "../fixtures";
import { Context } from "../form-client/context";
import { logIn, signInAsNew } from "../people";
import { test } from "./reauthentication";
import { withoutBoundary } from "./stage";

const REDIRECTS = [301, 302, 303, 307, 308];

test.describe("the form client goes about as Chromium does", { tag: "@browser" }, () => {
  test("links, reloads and redirects are asked for alike", async ({ stage, page, extraHTTPHeaders }) => {
    const context = new Context({ baseURL: stage.origin, extraHTTPHeaders });
    const client = (await context.newPage()) as unknown as Page;
    const html = `<!doctype html><title>Stage</title><a href="/next/?a=1#there">Link</a>
      <a rel="noreferrer" href="/next/">Silent link</a>
      ${REDIRECTS.map((status) => `<form method="post" action="/${status}/#part"><button>${status}</button></form>`).join("")}`;
    const headers = { "content-type": "text/html", "referrer-policy": "same-origin", "cache-control": "no-store" };
    for (const status of REDIRECTS) stage.redirect(`/${status}/`, status, "/on/");
    stage.redirect("/on/", 302, "/end/");
    const presses = [
      ...["Link", "Silent link"].map((name) => ({ role: "link" as const, name, requests: 1 })),
      ...REDIRECTS.map((status) => ({ role: "button" as const, name: `${status}`, requests: 3 })),
    ];
    const sent: unknown[][] = [[], []];
    for (const [at, one] of [client, page].entries()) {
      await one.goto(stage.show({ path: "/", headers, body: html }));
      for (const { role, name, requests } of presses) {
        await one.getByRole(role, { name, exact: true }).click();
        for (let left = requests; left > 0; left--) sent[at]?.push(withoutBoundary(await stage.next()));
      }
    }
    expect(sent[0]).toEqual(sent[1]);
    for (const one of [client, page]) {
      stage.show({ path: "/", headers, body: html });
      await one.reload();
      await expect(one.getByRole("link", { name: "Silent link" })).toBeVisible();
    }
    await context.close();
  });

  test("a login and a logout leave the same cookies", async ({ client, page }) => {
    const person = await signInAsNew(client);
    await client.context().clearCookies();
    const jars = async () => Promise.all([client, page].map(async (one) => cookiesOf(await one.context().cookies())));
    for (const one of [client, page]) {
      await one.goto("/login/");
      await logIn(one, person);
      await expect(one).toHaveURL("/logbook/");
    }
    const [ours, theirs] = await jars();
    expect(ours).toEqual(theirs);
    expect(ours?.map(({ name }) => name)).toContain("login");
    for (const one of [client, page]) {
      await one.goto("/logout/");
      await one.getByRole("button", { name: "Logout" }).click();
      await expect(one).toHaveURL("/");
    }
    const [oursAfter, theirsAfter] = await jars();
    expect(oursAfter).toEqual(theirsAfter);
    expect(oursAfter?.map(({ name }) => name)).not.toContain("login");
  });

  test("what somebody could not press, and what the client lacks, is a fault", async ({ client }) => {
    await signInAsNew(client);
    await client.goto("/logbook/session/new/");
    const closed = client.getByLabel("Fee (£)");
    await expect(closed).toBeHidden();
    await expect(closed.fill("12")).rejects.toThrow("is not visible");
    await expect(client.getByRole("button").click()).rejects.toThrow("strict mode violation");
    await expect(client.getByRole("button", { name: "No such button" }).click()).rejects.toThrow("nothing on");
    await expect(client.getByRole("heading", { level: 1 }).click()).rejects.toThrow("does nothing");
    await expect(expect(closed).toBeVisible()).rejects.toThrow("toBeVisible");
    await expect(expect(client).toHaveTitle("Another")).rejects.toThrow("toHaveTitle");
    expect(() => client.locator("form").hover()).toThrow("lacks locator.hover");
    expect(() => client.screenshot()).toThrow("lacks page.screenshot");
  });
});

/** What is alike whoever logs in: names and attributes, and how long each is kept. */
function cookiesOf(cookies: Awaited<ReturnType<ReturnType<Page["context"]>["cookies"]>>) {
  return cookies
    .map(({ name, domain, path, httpOnly, secure, sameSite, value, expires }) => {
      const days = expires < 0 ? "session" : Math.round((expires - Date.now() / 1000) / 86_400);
      return { name, domain, path, httpOnly, secure, sameSite, length: value.length, days };
    })
    .sort((one, other) => one.name.localeCompare(other.name));
}
