import { addSession, openFields, postSession } from "./diary";
import { expect, type Page, test } from "./fixtures";

/** Counts what a hand does from the logbook until the notice of what was saved: typing is counted apart. */
class Hand {
  presses: string[] = [];
  typed: string[] = [];

  constructor(readonly page: Page) {}

  async press(role: "link" | "button", name: string | RegExp): Promise<void> {
    this.presses.push(`${role} ${name}`);
    await this.page.getByRole(role, { name }).first().click();
  }

  async pick(group: string, choice: string): Promise<void> {
    this.presses.push(`${group} ${choice}`);
    await this.page.getByRole("group", { name: group }).getByText(choice, { exact: true }).click();
  }

  async type(label: string, text: string): Promise<void> {
    this.typed.push(`${label}: ${text.length} keys`);
    await this.page.getByLabel(label, { exact: true }).fill(text);
  }

  async saved(what: string, words: RegExp): Promise<number> {
    await expect(this.page.getByRole("status").filter({ hasText: words })).toBeVisible();
    const typed = this.typed.length > 0 ? `; typed apart: ${this.typed.join(", ")}` : "";
    console.log(`${what}: ${this.presses.length} presses (${this.presses.join(" → ")})${typed}`);
    return this.presses.length;
  }
}

test("a repeat case is three presses, its ASA grade among them; age and times are typed", async ({ page, signIn }) => {
  await signIn();
  await addSession(page, { date: "20/11/2026", start: "08:00", end: "18:00" });
  await page.getByRole("link", { name: /^Add case/ }).click();
  await page.getByLabel("Age", { exact: true }).fill("71");
  await page.getByRole("group", { name: "Urgency" }).getByText("Elective", { exact: true }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "Case saved" })).toBeVisible();

  await page.goto("/logbook/");
  const hand = new Hand(page);
  await hand.press("link", /^Same as last case/);
  await expect(page.getByRole("heading", { name: "Add case" })).toBeVisible();
  await expect(page.getByLabel("Age", { exact: true })).toHaveValue("");
  await expect(page.getByRole("radio", { name: "Elective" })).toBeChecked();
  await hand.type("Age", "68");
  await hand.type("Start time", "0930");
  await hand.type("End time", "1045");
  await hand.pick("ASA", "2");
  await hand.press("button", /^Save$/);
  expect(await hand.saved("A repeat case", /Case saved/)).toBeLessThanOrEqual(3);
  await expect(page.getByRole("listitem").filter({ hasText: "68 y, ASA 2, Elective" })).toContainText("09:30 – 10:45");
});

test("a deleted case comes back", async ({ page, signIn }) => {
  await signIn();
  await postSession(page, { date: "20/11/2026", start: "08:00", end: "18:00" });
  await page.goto("/logbook/");
  await page.getByRole("link", { name: /^Add case/ }).click();
  await expect(page.getByRole("heading", { name: "Add case" })).toBeVisible();
  await page.getByLabel("Case description").fill("Total knee replacement");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("link", { name: /Total knee replacement/ }).click();
  await expect(page.getByRole("heading", { name: "Edit case" })).toBeVisible();
  await page.getByRole("link", { name: "Delete", exact: true }).click();
  await page.getByRole("button", { name: "Delete this case" }).click();
  await expect(page.getByText("No cases are logged for this session yet.")).toBeVisible();
  await page.getByRole("status").getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Restored: 1 case" })).toBeVisible();
  await expect(page.getByRole("link", { name: /Total knee replacement/ })).toBeVisible();
});

test("what can be undone is listed, and goes from the list when it is", async ({ page, signIn }) => {
  await signIn();
  const times = { start: "08:00", end: "18:00" };
  await addSession(page, { date: "20/11/2026", ...times }, { date: "19/11/2026", ...times });
  await page.getByText("Your Logbook", { exact: true }).first().click();
  await page.getByRole("link", { name: "Undo recent changes" }).click();
  const line = page.getByRole("listitem").filter({ hasText: "Session added, Thu 19 Nov 2026" });
  await line.getByRole("button", { name: /^Undo/ }).click();
  await expect(page.getByRole("status").filter({ hasText: "Removed: 1 session" })).toBeVisible();
  await expect(line).toHaveCount(0);
  const added = page.getByRole("listitem").filter({ hasText: "Session added, Fri 20 Nov 2026" });
  await added.getByRole("button", { name: /^Undo/ }).click();
  await expect(page.getByText("There is nothing to undo.")).toBeVisible();
});

test("a duplicate opens Add Session filled in, and a case its own form", async ({ page, signIn }) => {
  await signIn();
  await addSession(page, { date: "20/11/2026", start: "09:00", end: "13:30" });
  const rows = page.getByRole("link", { name: /^09:00 – 13:30 / });
  await rows.click();
  await expect(page.getByRole("heading", { name: "Edit Session" })).toBeVisible();
  await openFields(page);
  await page.getByRole("link", { name: "Duplicate" }).click();
  await expect(page.getByRole("heading", { name: "Add Session" })).toBeVisible();
  await expect(page.getByLabel("Start time", { exact: true })).toHaveValue("09:00");
  await expect(page.getByLabel("End time", { exact: true })).toHaveValue("13:30");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(rows).toHaveCount(2);
});

test("the keys stand in a page of their own", { tag: "@browser" }, async ({ page, signIn }) => {
  await signIn();
  await page.goto("/logbook/");
  await page.getByRole("link", { name: "Keys" }).click();
  await expect(page.getByText("Add a session", { exact: true })).toBeVisible();
});
