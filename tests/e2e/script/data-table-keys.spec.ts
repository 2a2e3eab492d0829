import { postSession } from "../diary";
import { expect, test } from "../fixtures";

test("up and down go from row to row in a table", { tag: "@full" }, async ({ page, signIn }) => {
  await signIn();
  const days = ["16/11/2026", "17/11/2026", "18/11/2026"];
  await postSession(page, ...days.map((date) => ({ date, start: "08:00", end: "12:00" })));
  await page.goto("/mydata/session_data/");
  const tick = (day: string) => page.getByRole("checkbox", { name: new RegExp(day) });
  await tick("Wed 18 Nov").focus();
  await page.keyboard.press("ArrowDown");
  await expect(tick("Tue 17 Nov")).toBeFocused();
  await page.keyboard.press("Space");
  await expect(tick("Tue 17 Nov")).toBeChecked();
  await page.getByRole("link", { name: "Tue 17 Nov 2026" }).focus();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("link", { name: "Wed 18 Nov 2026" })).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByRole("link", { name: "Wed 18 Nov 2026" })).toBeFocused();
});
