import { recordEffort } from "../effort";
import { type Page, test } from "../fixtures";
import { firstBelow } from "../links";
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

test("each screen shows the controls that its work needs, and folds the others", { tag: "@full" }, async ({ page }) => {
  await signInAsSeeded(page);
  const plan = await firstBelow(page, "/job_plans/", /^\/job_plans\/[\w-]{22}\/$/);
  const element = await firstBelow(page, plan, /\/element\/[\w-]{22}\/$/);
  const session = await firstBelow(page, "/logbook/?date=2026-11-17", /^\/logbook\/session\/[\w-]{22}\/$/);
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
