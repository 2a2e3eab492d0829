import { postSession } from "../diary";
import { recordEffort } from "../effort";
import { expect, type Page, test } from "../fixtures";

/** At 40 words a minute, of five letters each. */
const KEYS_A_MINUTE = 200;

/** Counts what hands do: keys that type, and presses of anything else. */
class Hands {
  keys = 0;
  presses = 0;

  constructor(readonly page: Page) {}

  async type(text: string): Promise<void> {
    this.keys += text.length;
    await this.page.keyboard.type(text);
  }

  async key(name: string): Promise<void> {
    this.presses += 1;
    await this.page.keyboard.press(name);
  }
}

async function openSheet(page: Page): Promise<void> {
  await postSession(page, { date: "20/11/2026", start: "08:00", end: "18:00" });
  await page.goto("/logbook/");
  await page
    .getByRole("link", { name: /^08:00 – 18:00/ })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("link", { name: "Enter cases as a list" }).click();
  // The reader is there once a line is understood.
  await page.getByLabel("Case 1", { exact: true }).fill("67F");
  await expect(page.locator("summary", { hasText: "67 y F" })).toBeVisible();
  await page.getByLabel("Case 1", { exact: true }).fill("");
}

async function expectSaved(page: Page, count: number): Promise<void> {
  await expect(
    page
      .getByRole("status")
      .filter({ hasText: `${count} cases saved` })
      .first(),
  ).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "ASA" })).toHaveCount(count);
}

test("a list of six cases takes less than a minute by the keyboard alone", { tag: "@full" }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await openSheet(page);
  await page.getByLabel("Case 1", { exact: true }).focus();
  const hands = new Hands(page);
  const lines = [
    "67F 3 elective lap chole igel 0830-0945",
    "45M 2 hernia 0955-1040",
    "52F 2 lap chole 1050-1155",
    "71M 3 hernia 1205-1250",
    "38F 1 lap chole 1330-1425",
    "60M 2 hernia 1435-1520",
  ];
  for (const line of lines) {
    await hands.type(line);
    await hands.key("Enter");
  }
  // From the blank row that follows to the button, and on it.
  await expect(page.getByLabel("Case 7", { exact: true })).toBeFocused();
  await hands.key("Enter");
  await expect(page.getByRole("button", { name: "Save all" })).toBeFocused();
  await hands.key("Enter");
  await expectSaved(page, 6);
  await expect(page.getByRole("link", { name: "60 y M, ASA 2, Elective – hernia" })).toBeVisible();
  const seconds = Math.round(((hands.keys + hands.presses) / KEYS_A_MINUTE) * 60);
  recordEffort("a list of 6 cases, keyboard", { keys: hands.keys, presses: hands.presses, seconds });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("a list of six cases takes few keys each, what is usual coming from the row above", { tag: "@full" }, async ({
    page,
    signIn,
  }) => {
    await signIn();
    await openSheet(page);
    const hands = new Hands(page);
    hands.presses += 1;
    await page.getByLabel("Case 1", { exact: true }).tap();
    const lines = [
      "67f3 elective hernia igel",
      "45m2 hernia",
      "52f2 hernia",
      "71m3 hernia",
      "38f1 hernia",
      "60m2 hernia",
    ];
    for (const line of lines) {
      await hands.type(line);
      await hands.key("Enter");
    }
    hands.presses += 1;
    await page.getByRole("button", { name: "Save all" }).tap();
    await expectSaved(page, 6);
    const [keys, presses] = [hands.keys / lines.length, hands.presses / lines.length];
    recordEffort("a list of 6 cases, phone, each", { presses, keys });
  });
});

test("several lines that are pasted are several cases, and a description of before is offered", async ({
  page,
  context,
  signIn,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn();
  await openSheet(page);
  const first = page.getByLabel("Case 1", { exact: true });
  await page.evaluate(() =>
    navigator.clipboard.writeText("1. 67F 3 lap chole igel\n2. 45M 2 hernia\n\n3. 70F TKR spinal"),
  );
  await first.focus();
  await page.keyboard.press("Control+V");
  await expect(page.getByLabel("Case 3", { exact: true })).toHaveValue("70F TKR spinal");
  await expect(page.locator("summary", { hasText: "45 y M, ASA 2 – hernia" })).toBeVisible();

  // What was pasted is not left without a question.
  await page.getByRole("link", { name: "Back to the session" }).click();
  await page.getByRole("button", { name: "Stay on this page" }).click();
  await page.getByRole("button", { name: "Save all" }).click();
  await expect(page.getByRole("status").filter({ hasText: "3 cases saved" }).first()).toBeVisible();

  await page.getByRole("link", { name: "Enter cases as a list" }).click();
  await page.getByLabel("Case 1", { exact: true }).pressSequentially("52F 2 lap ch");
  await expect(page.locator("#line-words option")).toHaveAttribute("value", "52F 2 lap chole");
});

test("how a line is read opens in place, beside the lines", { tag: "@full" }, async ({ page, signIn }) => {
  await signIn();
  await openSheet(page);
  const here = page.url();
  await expect(page.getByText("The airway is never taken from another row.")).toHaveCount(0);
  await page.locator("summary", { hasText: "How a line is read" }).click();
  await expect(page.getByText("The airway is never taken from another row.")).toBeVisible();
  expect(page.url()).toBe(here);
});

test("cells are filled in without a line, and what is added to the options is ticked", async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn();
  await openSheet(page);
  const first = page.getByRole("group", { name: "Details of case 1" });
  await first.getByLabel("Age", { exact: true }).fill("67");
  await first.getByLabel("Gender").selectOption("Female");
  await first.getByLabel("ASA").selectOption("2");
  await first.getByLabel("Urgency").selectOption("Elective");
  await first.getByLabel("Case description").fill("TKR");
  await first.getByLabel("Add airway or procedures").fill("igel, acb us, magic");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Case 2", { exact: true })).toBeFocused();
  await expect(first.getByLabel("Adductor canal: Ultrasound")).toBeChecked();
  await expect(page.getByText("magic: This is not an airway option or procedure")).toBeVisible();
  await expect(page.getByText("As above: Elective")).toBeVisible();
  await first.getByLabel("Add airway or procedures").fill("");
  await page.getByRole("group", { name: "Details of case 2" }).getByLabel("Case description").fill("THR");
  await page.getByRole("button", { name: "Save all" }).click();
  await expect(page.getByRole("status").filter({ hasText: "2 cases saved" }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Elective – THR" })).toBeVisible();
});
