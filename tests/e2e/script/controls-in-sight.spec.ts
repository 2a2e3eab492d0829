import { recordEffort } from "../effort";
import { type Page, test } from "../fixtures";
import { signInAsSeeded } from "../people";

/**
 * What can be pressed or filled in on a page and is not folded away: all the way down, not of its first screen alone. A
 * date's calendar belongs to its field, the answers of one question are one control, and the cases of a session are none:
 * it has as many as were done.
 */
async function controlsOf(page: Page, path: string): Promise<number> {
  await page.goto(path);
  const shown = page
    .locator("main :is(a[href], button, input, select, textarea, summary):not([aria-hidden=true])")
    .filter({ visible: true });
  const names = await shown.evaluateAll((controls) =>
    controls
      .filter((control) => control.getAttribute("aria-label") !== "Open the calendar")
      .filter((control) => !/\/case\/[\w-]{22}\/$/.test(control.getAttribute("href") ?? ""))
      .map((control, at) => (control instanceof HTMLInputElement && control.type === "radio" ? control.name : at)),
  );
  return new Set(names).size;
}

/** The path of the first link of a page that is of this kind. */
async function firstOf(page: Page, path: string, kind: RegExp): Promise<string> {
  await page.goto(path);
  const paths = await page
    .locator("main a[href]")
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  const found = paths.find((each) => kind.test(each));
  if (!found) throw new Error(`${path} leads to nothing like ${kind}`);
  return found;
}

test("each screen shows the controls that its work needs, and folds the others", { tag: "@full" }, async ({ page }) => {
  await signInAsSeeded(page);
  const plan = await firstOf(page, "/job_plans/", /^\/job_plans\/[\w-]{22}\/$/);
  const element = await firstOf(page, plan, /\/element\/[\w-]{22}\/$/);
  const session = await firstOf(page, "/logbook/?date=2026-11-17", /^\/logbook\/session\/[\w-]{22}\/$/);
  const screens = [
    ["in sight: a job plan", plan],
    ["in sight: an element", element],
    ["in sight: a new element", `${plan}element/new/`],
    ["in sight: list of fees", "/extras/"],
    ["in sight: a new fee", "/extras/new/"],
    ["in sight: progress", "/progress/"],
    ["in sight: new leave", "/leave/new/"],
    ["in sight: a session", session],
    ["in sight: reports", "/reports/"],
    ["in sight: Your Data", "/mydata/"],
    ["in sight: the logbook", "/logbook/"],
  ] as const;
  for (const [task, path] of screens) recordEffort(task, { controls: await controlsOf(page, path) });
});
