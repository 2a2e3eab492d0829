import { readFileSync } from "node:fs";
import { expect, type Page, test } from "../fixtures";
import { expectSoundNow } from "./soundness";

/** A font of the project's own, so that the pictures are the same on machines with other fonts. */
const FONT = readFileSync("node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2", "base64");
const STYLE = `@font-face { font-family: "Of the pictures"; src: url(data:font/woff2;base64,${FONT}); font-weight: 100 900 }
  * { font-family: "Of the pictures" !important; caret-color: transparent !important }`;

// The policy of the page lets in neither the style nor the font.
test.use({ bypassCSP: true });

/** The gallery, with what only its script draws, in the font of the pictures. */
async function openGallery(page: Page): Promise<void> {
  await page.goto("/dev/parts/");
  await page.addStyleTag({ content: STYLE });
  await page.evaluate(() => document.fonts.ready);
  await expect(page.getByRole("grid")).toBeVisible();
}

/** The page in all its height, so that what sticks to an edge of the screen is at its own place. */
async function showWhole(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height });
}

test("every part looks as it did, in both schemes and both widths", async ({ page }) => {
  await openGallery(page);
  for (const width of [390, 1280]) {
    await showWhole(page, width);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      // The focus is where the last part to be loaded took it.
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await expect(page).toHaveScreenshot(`parts-${width}-${colorScheme}.png`, { maxDiffPixelRatio: 0.0001 });
    }
  }
});

test("what has the focus of the keyboard is seen, in both schemes", { tag: "@full" }, async ({ page }) => {
  await openGallery(page);
  const parts = {
    button: page.getByRole("button", { name: "Primary" }).first(),
    field: page.getByLabel("Text", { exact: true }).first(),
    choice: page.getByRole("radio", { name: "2" }).first(),
    link: page.getByRole("link", { name: "a link" }).first(),
  };
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [name, part] of Object.entries(parts)) {
      // The ring is of the keyboard: the last press must be one of its.
      await part.focus();
      await page.keyboard.press("Shift");
      const box = (await part.locator("xpath=..").boundingBox()) as {
        x: number;
        y: number;
        width: number;
        height: number;
      };
      const clip = { x: box.x - 8, y: box.y - 8, width: Math.min(box.width + 16, 320), height: box.height + 16 };
      await expect(page).toHaveScreenshot(`focus-${name}-${colorScheme}.png`, { clip, maxDiffPixelRatio: 0.001 });
    }
  }
});

test("every part is sound", async ({ page }) => {
  await page.goto("/dev/parts/");
  await expectSoundNow(page, "/dev/parts/");
});
