import { expect, test } from "../../fixtures";
import { firstBelow } from "../../links";
import { signInAsNew, signInAsSeeded } from "../../people";
import { expectLargeTextFits, expectSound, expectSoundNow } from "../soundness";

test("pages of reports and of one's data are sound", async ({ page }) => {
  await signInAsSeeded(page);
  await expectSound(page, [
    ...["/reports/", "/reports/paper/?preset=appraisal", "/reports/reflections/", "/reports/locks/"],
    "/reports/locks/?from=2025-04-01&until=2026-03-31",
    ...["/reports/cpd/", "/reports/cpd/new/", "/mydata/", "/mydata/session_data/", "/mydata/case_data/"],
    ...["/mydata/export/", "/mydata/import/", "/mydata/move/", "/mydata/feed/", "/mydata/activity/", "/mydata/delete/"],
  ]);
});

test("pages of what is kept without signal are sound, before a device is switched on and after", async ({ page }) => {
  await signInAsNew(page);
  await expectSound(page, ["/logbook/no_signal/"]);
  await page.goto("/logbook/no_signal/");
  await page.getByLabel("This device is mine alone").check();
  await page.getByRole("button", { name: "Switch on for this device" }).click();
  await expect(page.getByText("Nothing waits to be sent.")).toBeVisible();
  await expectSoundNow(page, "no signal, switched on");
  const revoke = await firstBelow(page, "/account/two_factor/", /\/revoke\/$/);
  await expectSound(page, ["/account/two_factor/", revoke]);
});

test("the seeded logbook, its figures and its progress are sound", async ({ page }) => {
  await signInAsSeeded(page);
  await expectSound(page, ["/", "/logbook/", "/progress/"]);
  await expectLargeTextFits(page, ["/", "/logbook/", "/logbook/week/", "/leave/", "/reports/cpd/"]);
});
