import { chromium } from "@playwright/test";

const FLAGS = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** @param executablePath a Chromium; without it Playwright's own */
export function openBrowser(executablePath) {
  return chromium.launch({ args: FLAGS, ...(executablePath ? { executablePath } : {}) });
}

/** A page of a browser that knows nothing but who is logged in. */
export async function openPage(browser, url, cookie, viewport) {
  const context = await browser.newContext({ viewport });
  const [name, value] = cookie.split("=");
  await context.addCookies([{ name, value, url }]);
  return context.newPage();
}
