import { postSession } from "../diary";
import { expect, test } from "../fixtures";

test("up and down go from row to row, in the table that is read and in the one that is edited", async ({
  page,
  signIn,
}) => {
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

  await page.getByRole("link", { name: "Edit in the table" }).click();
  const end = (row: number) => page.getByRole("textbox", { name: new RegExp(`^End time, session ${row} of 3`) });
  await end(1).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(end(3)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(end(3)).toBeFocused();
  // What it held is selected: typing goes on in its place.
  await page.keyboard.type("1330");
  await expect(end(3)).toHaveValue("13:30");
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 session changed in the table").first()).toBeVisible();
});

test("in a list of choices up and down leave the answer as it is", { tag: "@full" }, async ({ page, signIn }) => {
  await signIn();
  await postSession(page, { date: "16/11/2026", start: "08:00", end: "12:00" });
  for (const text of ["One", "Two"]) {
    await page.goto("/logbook/");
    await page
      .getByRole("link", { name: /Add case|Add a case/ })
      .first()
      .click();
    await page.getByLabel("Case description").fill(text);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Case saved").first()).toBeVisible();
  }
  await page.goto("/mydata/case_data/?edit=yes");
  const asa = (row: number) => page.getByRole("combobox", { name: new RegExp(`^ASA grade, case ${row} of 2`) });
  await asa(1).focus();
  await page.keyboard.press("3");
  await page.keyboard.press("ArrowDown");
  await expect(asa(2)).toBeFocused();
  await page.keyboard.press("2");
  await page.keyboard.press("ArrowUp");
  await expect(asa(1)).toBeFocused();
  await expect(asa(1)).toHaveValue("3");
  await expect(asa(2)).toHaveValue("2");
});
