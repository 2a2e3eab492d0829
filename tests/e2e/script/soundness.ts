import { readFileSync } from "node:fs";
import type axe from "axe-core";
import type { RunOptions } from "axe-core";
import { expect, type Page, test } from "../fixtures";

/** Half as long as the one that Node would load: every document parses it anew. */
const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

/** The rules of axe that look at colours: the dark scheme changes nothing else. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

/** What axe finds in the page as it stands, by all of its rules or by these alone. */
async function faultsByAxe(page: Page, only?: string[]): Promise<string[]> {
  // Once a document: to parse axe takes longer than to ask it.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const options: RunOptions = {
    resultTypes: ["violations"],
    selectors: false,
    // Targets under 24 px are looked for only when told to.
    ...(only ? { runOnly: only } : { rules: { "target-size": { enabled: true } } }),
  };
  return page.evaluate(async (asked) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, asked);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
  }, options);
}

/** Text that nobody can reach: beyond the screen and in no box that scrolls, or cut off by its own box. */
function lostText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lost: string[] = [];
    const root = document.documentElement;
    if (root.scrollWidth > innerWidth) lost.push(`scrolls sideways by ${root.scrollWidth - innerWidth}`);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const words = node.textContent?.trim();
      const element = node.parentElement;
      if (!words || !element?.checkVisibility({ visibilityProperty: true }) || element.closest("option")) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { left, right, width } = range.getBoundingClientRect();
      let boxed = width === 0;
      for (let box: Element | null = element; box && !boxed; box = box.parentElement) {
        const { overflowX, clipPath } = getComputedStyle(box);
        // For readers of screens alone, or reached by scrolling its box.
        if (clipPath !== "none" || box.clientWidth === 1 || overflowX === "auto" || overflowX === "scroll")
          boxed = true;
        else if (/clip|hidden/.test(overflowX) && right > box.getBoundingClientRect().right + 1)
          lost.push(`cut: ${words}`);
      }
      if (!boxed && (right > innerWidth + 1 || left < -1)) lost.push(`off the screen: ${words}`);
    }
    return lost;
  });
}

/**
 * Shows the page at a width, in all its height: what lies half under a bar that sticks to the screen's edge has the
 * size that is in sight for axe, though one scrolls it free.
 */
async function showWhole(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  // A page may still grow after it is measured, by a sum or a list that its script puts there.
  await expect(async () => {
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width, height: Math.max(900, height) });
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBeLessThanOrEqual(0);
  }).toPass();
}

type Schemes = readonly ["light" | "dark", ...("light" | "dark")[]];
const BOTH: Schemes = ["light", "dark"];

/** The page as it stands, at its width: nothing that axe finds in these schemes. */
export async function expectNoFaults(page: Page, name: string, schemes = BOTH): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const rules = colorScheme === schemes[0] ? undefined : OF_COLOURS;
    expect.soft(await faultsByAxe(page, rules), `${name} ${colorScheme}`).toEqual([]);
  }
}

/** The page as it stands: nothing that axe finds, and nothing lost, at both widths, in the schemes of each. */
export async function expectSoundNow(page: Page, name: string, [ofPhone, ofDesk] = [BOTH, BOTH]): Promise<void> {
  for (const [width, schemes] of [
    [390, ofPhone],
    [1280, ofDesk],
  ] as const) {
    await showWhole(page, width);
    await expectNoFaults(page, `${name} ${width}`, schemes);
    expect.soft(await lostText(page), `${name} ${width}`).toEqual([]);
  }
  // 1280 px at 200 % zoom are 640 px; at 400 % they are 320, which is the narrowest phone too.
  for (const width of [640, 320]) {
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await lostText(page), `${name} ${width}`).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  expect.soft(await lostText(page), `${name} with text twice as large`).toEqual([]);
  await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
}

/** Each of these addresses on a phone with text twice as large: nothing lost. */
export async function expectLargeTextFits(page: Page, paths: string[]): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of paths) {
    await page.goto(path);
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    expect.soft(await lostText(page), `${path} with text twice as large`).toEqual([]);
  }
}

/** axe takes a second or two for a page, and ten on a busy machine. */
const PAGE_TAKES_MS = 20_000;

/**
 * Each of these addresses, as `expectSoundNow`: one is light on a phone and dark on a desk, the next the other way round.
 * What several pages have, and each part in the gallery, is looked at in all four.
 */
export async function expectSound(page: Page, paths: readonly string[]): Promise<void> {
  test.info().setTimeout(test.info().timeout + paths.length * PAGE_TAKES_MS);
  for (const [at, path] of paths.entries()) {
    await page.goto(path);
    await expectSoundNow(page, path, at % 2 === 0 ? [["light"], ["dark"]] : [["dark"], ["light"]]);
  }
}
