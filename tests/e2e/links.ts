import type { Page } from "@playwright/test";

/** The address of the first link of a page that leads below `under`. */
export async function firstBelow(page: Page, path: string, under: RegExp): Promise<string> {
  await page.goto(path);
  const paths = await page
    .locator("main a[href]")
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  const found = paths.find((each) => under.test(each));
  if (!found) throw new Error(`${path} leads to nothing below ${under}`);
  return found;
}
