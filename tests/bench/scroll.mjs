import { openBrowser, openPage } from "./browser.mjs";

const RUNS = 5;
const SCREENS_A_SECOND = 3;
const YEARS = 10;
const VIEWPORT = { width: 1280, height: 800 };
/** Several times what ten years take at that speed. */
const LONGEST_RUN_MS = 360_000;

/**
 * Scrolls the logbook back through ten years at a steady speed, several times.
 * @returns of the middle run: the longest time in ms for which any part of the list in sight was blank, and how many
 * weeks went by; what is blank because it has not arrived counts like what is not drawn.
 */
export async function longestBlank(server, cookie, executablePath) {
  const browser = await openBrowser(executablePath);
  const seen = [];
  try {
    for (let run = 0; run < RUNS; run += 1) {
      const page = await openPage(browser, server.url, cookie, VIEWPORT);
      await page.goto(`${server.url}/logbook/`);
      // The list is its script's once it leaves out what is far from the screen.
      await page.waitForFunction(() => document.querySelector("[data-week]") !== null && history.state !== null);
      seen.push(await page.evaluate(scrollBack, { SCREENS_A_SECOND, YEARS, LONGEST_RUN_MS }));
      await page.context().close();
    }
  } finally {
    await browser.close();
  }
  return seen.toSorted((one, other) => one.blankMs - other.blankMs)[Math.floor(RUNS / 2)];
}

/** Runs in the page. The place follows the clock: a frame that comes late has further to go, as under a hand. */
function scrollBack({ SCREENS_A_SECOND, YEARS, LONGEST_RUN_MS }) {
  const list = document.querySelector("[data-week]").parentElement;
  const first = document.querySelector("[data-week]").dataset.week;
  const last = `${Number(first.slice(0, 4)) - YEARS}${first.slice(4)}`;
  const weeks = new Set();

  /** Whether the frame that was just shown had a blank in it; null at the end of the way. */
  const look = () => {
    const inSight = [...list.children].filter((each) => {
      const { top, bottom } = each.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    });
    for (const { dataset } of inSight) if (dataset.week) weeks.add(dataset.week);
    if (inSight.some(({ dataset }) => dataset.week && dataset.week <= last)) return null;
    const ended = list.getBoundingClientRect().bottom < innerHeight;
    return ended || inSight.some(({ dataset }) => dataset.blank !== undefined);
  };

  return new Promise((resolve, reject) => {
    const began = performance.now();
    const from = scrollY;
    let blankSince = null;
    let blankMs = 0;
    const frame = (now) => {
      const blank = look();
      if (blankSince !== null) blankMs = Math.max(blankMs, now - blankSince);
      if (blank === null) return resolve({ blankMs, weeks: weeks.size, ms: now - began });
      if (now - began > LONGEST_RUN_MS) return reject(new Error(`Only ${weeks.size} weeks went by`));
      blankSince = blank ? (blankSince ?? now) : null;
      scrollTo(0, from + ((now - began) / 1000) * SCREENS_A_SECOND * innerHeight);
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}
