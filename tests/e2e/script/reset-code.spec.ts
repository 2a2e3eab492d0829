import { expect, test } from "../fixtures";

test("buttons wait for what they need, and a code is counted down and can be sent again after 30 s", {
  tag: "@full",
}, async ({ page }) => {
  await page.goto("/password/forgot/");
  const send = page.getByRole("button", { name: "Send Code" });
  await expect(send).toBeDisabled();
  await page.getByLabel("Email address").fill(`${crypto.randomUUID()}@example.com`);
  await expect(send).toBeEnabled();
  await page.clock.install();
  await send.click();

  const code = page.getByLabel("Code", { exact: true });
  await expect(code).toBeFocused();
  const verify = page.getByRole("button", { name: "Verify Code" });
  await code.pressSequentially("a-b1 2");
  await expect(code).toHaveValue("AB12");
  await expect(verify).toBeDisabled();
  await code.pressSequentially("cdef");
  await expect(code).toHaveValue("AB12CD");
  await expect(verify).toBeEnabled();

  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
  await page.reload();
  // Drawn by script alone: a clock that ran before it would move nothing.
  await expect(page.getByRole("timer")).toBeVisible();
  await page.clock.runFor(1000);
  await expect(page.getByRole("timer")).toHaveText(/^14:\d\d$/);
  await expect(page.getByRole("button", { name: /^Resend Code \(\d+s\)$/ })).toBeDisabled();
  await page.clock.runFor(30_000);
  await expect(page.getByRole("button", { name: "Resend Code", exact: true })).toBeEnabled();
  await page.clock.runFor(900_000);
  await expect(page.getByText("This code no longer works. Send a new one with Resend Code.")).toBeVisible();
});
