import { addSession, addTuesdayList, fillSession, makePlan, openFields, openSection } from "../diary";
import { expect, type Page, test } from "../fixtures";
import { showList } from "../key-list";
import { expireLogin, logIn, signInAsNew } from "../people";
import { newKey, postForm } from "../post-form";

/** Where the focus is, in words: the page itself is none. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body || !element.isConnected) return "nowhere";
    if ((element as HTMLButtonElement).disabled) return "on what is off";
    if (document.querySelector("dialog[open]") && !element.closest("dialog")) return "behind the dialog";
    return element.id === "content" || element.closest("main, dialog") ? "there" : "in the bar";
  });
}

test("a time field keeps what is typed and pasted, and is refused with its text in place", { tag: "@full" }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await fillSession(page, { date: "17/11/2026", start: "", end: "" });
  const [start, end] = [page.getByLabel("Start time"), page.getByLabel("End time")];
  for (const [typed, kept] of [
    ["25:00", "25:00"],
    ["24:00", "24:00"],
    ["5pm", "5pm"],
    ["230", "230"],
    ["9.5", "9.5"],
    ["0815", "08:15"],
  ] as const) {
    await start.fill("");
    await start.pressSequentially(typed);
    await expect(start).toHaveValue(kept);
  }
  await start.fill("25:00");
  await expect(start).toHaveValue("25:00");
  await end.fill("5pm");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.locator("#session_start_time-error")).toContainText("Please check the time is in the format hh:mm");
  await expect(start).toHaveValue("25:00");
  await expect(end).toHaveValue("5pm");
  await start.fill("8.15");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("link", { name: /^08:15 – 17:00/ })).toBeVisible();
});

test("dates and times bring up digits, and a date without a year is read as it is typed", { tag: "@full" }, async ({
  page,
  signIn,
}) => {
  await signIn();
  await fillSession(page, { date: "12 nov", start: "18:00", end: "24:00" });
  await expect(page.getByLabel("Date", { exact: true })).toHaveAttribute("inputmode", "decimal");
  for (const time of ["Start time", "End time"]) {
    await expect(page.getByLabel(time)).toHaveAttribute("inputmode", "decimal");
  }
  await expect(page.getByText("Ends Fri 13 Nov (next day)")).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("link", { name: /^18:00 – 00:00/ })).toBeVisible();
});

test("after Save and add another the next description is typed at once, over the logbook and alone", {
  tag: "@full",
}, async ({ page, signIn }) => {
  await signIn();
  await addSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await page.getByRole("link", { name: /^08:00 – 18:00/ }).click();
  await page.getByRole("link", { name: "Add case", exact: true }).click();
  for (const where of ["over the logbook", "alone"]) {
    if (where === "alone") await page.reload();
    const description = page.getByLabel("Case description");
    await description.fill(`First ${where}`);
    await page.getByRole("button", { name: "Save and add another" }).click();
    await expect(page.getByText(`First ${where}`)).toBeAttached();
    await expect(description).toBeFocused();
    await expect(description).toHaveValue("");
  }
});

test("after any save the focus is on the page that follows", { tag: "@full" }, async ({ page, signIn }) => {
  test.slow();
  await signIn();
  const plan = await makePlan(page);
  const forms: [string, string, Record<string, string>][] = [
    ["/logbook/session/new/", "Save", { Date: "17/11/2026", "Start time": "08:00", "End time": "18:00" }],
    [
      "/logbook/session/new/",
      "Save and add a case",
      { Date: "16/11/2026", "Start time": "08:00", "End time": "12:00" },
    ],
    ["/leave/new/", "Save", { "First day": "1/12/2026" }],
    ["/extras/new/", "Save fee", { "Date of the work": "14/11/2026", "Fee (£)": "300" }],
    ["/extras/rates/new/", "Save", { Name: "Evenings", "Rate (£)": "100" }],
    ["/extras/payers/", "Add payer", { Name: "Northern Trust" }],
    [`${plan}element/new/`, "Save", { Description: "SPA" }],
    [`${plan}edit/`, "Save plan", { Title: "Job plan" }],
    ["/reports/cpd/new/", "Save", { Date: "14/11/2026", Hours: "2", Title: "Course" }],
    ["/profile/", "Save", { "First name": "Anna" }],
  ];
  for (const [path, button, fields] of forms) {
    await page.goto(path);
    for (const [label, value] of Object.entries(fields)) {
      await page.getByLabel(label, { exact: true }).first().fill(value);
    }
    const press = page.locator("main").getByRole("button", { name: new RegExp(`^${button}`) });
    await press.first().click();
    // Taken, or sent back: both are pages that follow.
    await expect(page.locator("main [role=status], #error-summary").first(), path).toBeVisible();
    await expect.poll(() => focused(page), path).toBe("there");
  }
});

test("typed text is asked about before Cancel, Escape and the bar drop it, and nothing else is", async ({
  page,
  signIn,
}) => {
  await signIn();
  await addSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await page.getByRole("link", { name: /^08:00 – 18:00/ }).click();
  const session = page.getByRole("dialog", { name: "Edit Session" });
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await expect(session).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(session).toHaveCount(0);
  await page.getByRole("link", { name: /^08:00 – 18:00/ }).click();
  await openFields(page);
  const notes = page.getByLabel("Notes (optional)");
  for (const leave of [
    () => page.keyboard.press("Escape"),
    () => session.getByRole("link", { name: "Cancel" }).click(),
  ]) {
    await notes.fill("Half typed");
    await leave();
    await expect(question).toBeVisible();
    await expect(question.getByRole("button", { name: "Stay on this page" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(question).toHaveCount(0);
    await expect(notes).toHaveValue("Half typed");
  }
  await session.getByRole("link", { name: "Cancel" }).click();
  await question.getByRole("button", { name: "Leave without saving" }).click();
  await expect(session).toHaveCount(0);
  // By the bar, from a page.
  await page.goto("/profile/");
  await page.getByLabel("First name").fill("Bea");
  const bar = page.getByRole("navigation", { name: "Main" });
  await bar.getByRole("link", { name: "Progress Chart" }).click();
  await question.getByRole("button", { name: "Stay on this page" }).click();
  await expect(page).toHaveURL("/profile/");
  await expect(page.getByLabel("First name")).toHaveValue("Bea");
  await page.getByRole("button", { name: /^Save/ }).first().click();
  await expect(page.getByText("Profile saved").first()).toBeVisible();
  await bar.getByRole("link", { name: "Progress Chart" }).click();
  await expect(page).toHaveURL("/progress/");
});

/** What Cancel asks before it drops typed text. */
function leaving(page: Page) {
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  const stay = async () => {
    await question.getByRole("button", { name: "Stay on this page" }).click();
    await expect(question).toHaveCount(0);
  };
  return { question, stay, cancel: page.getByRole("link", { name: "Cancel" }) };
}

test("the focus goes to a row that was added, and on from one that was removed; what was typed is asked about", {
  tag: "@full",
}, async ({ page, signIn }) => {
  await signIn();
  const { question, cancel, stay } = leaving(page);
  await page.goto("/extras/rates/new/");
  await showList(page);
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Half a rate");
  const rows = page.getByRole("button", { name: /^Remove/ });
  await page.getByRole("button", { name: /^Add another/ }).click();
  await expect(rows).toHaveCount(2);
  await expect(page.getByLabel("Days", { exact: true }).nth(1)).toBeFocused();
  await cancel.click();
  await stay();
  // After a removal the focus is on the row that follows, or on the button after the last one.
  await page.getByRole("button", { name: /^Add another/ }).click();
  await expect(rows).toHaveCount(3);
  await rows.first().click();
  await expect(rows).toHaveCount(2);
  await expect(page.getByLabel("Days", { exact: true }).first()).toBeFocused();
  await rows.last().click();
  await expect(rows).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Add another/ })).toBeFocused();
  await cancel.click();
  await stay();
  await expect(name).toHaveValue("Half a rate");
  await cancel.click();
  await question.getByRole("button", { name: "Leave without saving" }).click();
  await expect(name).toHaveCount(0);
});

test("what was typed is asked about after Work out too, by every link and every other form", {
  tag: "@full",
}, async ({ page, signIn }) => {
  await signIn();
  const { question, cancel, stay } = leaving(page);

  await page.goto("/extras/new/");
  await showList(page);
  await page.getByLabel("Date of the work", { exact: true }).fill("14/11/2026");
  await openSection(page, "Rate");
  await page.getByLabel("Rate (£)", { exact: true }).fill("300");
  await page.getByRole("button", { name: "Work out the fee" }).click();
  await expect(page.locator("[data-worked-out]")).toBeVisible();
  await cancel.click();
  await stay();
  await expect(page.getByLabel("Fee (£)", { exact: true })).toHaveValue("300.00");
  await page.getByRole("button", { name: "Save fee" }).click();
  await expect(page).toHaveURL(/\/extras\/$/);

  // Its way of calculation is a field called `method`.
  await page.goto("/job_plans/new/");
  await showList(page);
  await page.getByLabel("Title", { exact: true }).fill("Half a plan");
  await cancel.click();
  await stay();
  await page.getByLabel("Title", { exact: true }).fill("");
  await page.keyboard.press("Control+Enter");
  await expect(page.locator("#error-summary")).toBeVisible();
  await cancel.click();
  await question.getByRole("button", { name: "Leave without saving" }).click();
  await expect(page).toHaveURL("/job_plans/");

  // Links in the page and back links; a form of another purpose, which drops it just the same.
  await page.goto("/extras/payers/");
  await showList(page);
  const name = page.getByLabel("Name", { exact: true });
  await name.fill("Northern Trust");
  await page.getByRole("button", { name: "Add payer" }).click();
  await page.getByRole("link", { name: "Northern Trust" }).first().click();
  await expect(page.getByRole("heading", { name: "Northern Trust" })).toBeVisible();
  await name.fill("Northern Trust, renamed");
  await page.locator("main a[href]:visible").first().click();
  await stay();
  await page.getByRole("button", { name: "Archive payer" }).click();
  await stay();
  await expect(name).toHaveValue("Northern Trust, renamed");
  await page.getByRole("button", { name: "Save payer" }).click();
  await expect(page.locator("main [role=status]").first()).toBeVisible();
  await expect(question).toHaveCount(0);
});

test("a form that is filled in again after a login is asked about though nothing is typed anew", {
  tag: "@full",
}, async ({ page }) => {
  const person = await signInAsNew(page);
  await page.goto("/leave/new/");
  await page.getByLabel("First day").fill("1/12/2026");
  await expireLogin(page);
  await page.getByRole("button", { name: "Save leave" }).click();
  await logIn(page, person);
  await expect(page.getByText("Nothing is saved yet.")).toBeVisible();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await expect(async () => {
    await page.keyboard.press("Alt+Shift+L");
    await expect(question).toBeVisible({ timeout: 500 });
  }).toPass();
  await question.getByRole("button", { name: "Stay on this page" }).click();
  await page.getByRole("button", { name: "Save leave" }).click();
  await expect(page.getByRole("status").first()).toBeVisible();
  await expect(question).toHaveCount(0);
});

/** How far above the foot a snackbar stands, and which bars, or focus, and presses it takes. */
function placeOfSnackbar(page: Page) {
  return page.evaluate(() => {
    const bar = document.querySelector("[data-snackbar]")?.getBoundingClientRect() ?? new DOMRect();
    const front = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
    const stands = front.querySelectorAll(
      "[data-dialog-page] > footer, [data-foot-bar], a:focus, button:focus, input:focus",
    );
    const boxes = [...stands]
      .filter((each) => each.checkVisibility())
      .map((each) => ({ box: each.getBoundingClientRect(), what: each.outerHTML.slice(0, 80) }));
    const hidden = boxes.filter(({ box }) => box.top < bar.bottom && box.bottom > bar.top).map(({ what }) => what);
    const pressed = document.elementFromPoint(bar.left + bar.width / 2, bar.top + bar.height / 2);
    // A bar or a focus on which it stands lies between it and the foot.
    const ground = Math.min(innerHeight, ...boxes.map(({ box }) => box.top).filter((top) => top > bar.bottom));
    return { above: Math.round(ground - bar.bottom), hidden, takesPress: pressed?.closest("[data-snackbar]") !== null };
  });
}

test("a snackbar shows only while its banner is out of sight, at the foot, and lets presses through", {
  tag: "@full",
}, async ({ page, signIn }) => {
  await signIn();
  await addSession(
    page,
    ...[2, 3, 4, 5, 6, 9, 10].map((n) => ({ date: `${n}/11/2026`, start: "08:00", end: "18:00" })),
  );
  const snackbar = page.locator("[data-snackbar]");
  const banner = page.locator("main > [role=status]");
  const sessions = page.getByRole("link", { name: /^08:00 – 18:00/ });
  const expectAtFoot = async () => {
    const { above, ...taken } = await placeOfSnackbar(page);
    expect(taken).toEqual({ hidden: [], takesPress: false });
    expect(above).toBeLessThanOrEqual(16);
  };
  for (const [width, height] of [
    [1280, 800],
    [390, 600],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto("/logbook/");
    const open = async () => {
      await sessions.last().evaluate((link) => link.scrollIntoView({ block: "center" }));
      await sessions.last().click();
      await openFields(page);
    };
    const told = async (message: string) => {
      await expect(banner).toContainText(message);
      await expect(banner).not.toBeInViewport();
      await expect(snackbar).toBeVisible();
      await expectAtFoot();
    };
    const left = await sessions.count();
    await open();
    await page.getByRole("link", { name: "Delete", exact: true }).click();
    const hint = page.getByText(/^To delete, type \d{4}$/);
    await page.getByLabel("Code").fill(/\d{4}/.exec(await hint.innerText())?.[0] ?? "");
    await page.getByRole("button", { name: "Delete session" }).click();
    await told("Session deleted");
    await expect(sessions).toHaveCount(left - 1);
    // Whoever goes on by keys goes on where the session was.
    await expect.poll(() => page.evaluate(() => document.activeElement?.matches("[data-week] a"))).toBe(true);
    await expect(page.locator(":focus")).toBeInViewport();
    await open();
    await page.getByLabel("Notes (optional)").fill("Late");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await told("Session saved");
    await expect(sessions.last()).toBeInViewport();
  }
  await page.evaluate(() => scrollTo(0, 0));
  await expect(snackbar).toBeHidden();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(banner).not.toBeInViewport();
  for (let top = 0; top < 1200; top += 100) {
    await page.evaluate((y) => scrollTo(0, y), top);
    // The page has said where it is to be.
    await page.evaluate(() => new Promise(requestAnimationFrame));
    if (await snackbar.isVisible()) await expectAtFoot();
  }
});

test("what did nothing is not told in green", { tag: "@full" }, async ({ page, signIn }) => {
  await signIn();
  await addTuesdayList(page, await makePlan(page));
  // Two pages of the same planned session: the second press finds it logged.
  const other = await page.context().newPage();
  for (const each of [page, other]) await each.goto("/logbook/?date=17/11/2026");
  for (const [each, message] of [
    [page, "Session logged"],
    [other, "Nothing was logged"],
  ] as const) {
    const tuesday = each.getByRole("listitem").filter({ hasText: "Tuesday" });
    await tuesday
      .getByRole("button", { name: /^Log as planned/ })
      .first()
      .click();
    const banner = each.locator("main > [role=status]");
    await expect(banner).toContainText(message);
    const color = await banner.evaluate((element) => getComputedStyle(element).backgroundColor);
    const good = await each.evaluate(() => {
      const probe = document.body.appendChild(document.createElement("div"));
      probe.style.background = "var(--colors-good-soft)";
      const found = getComputedStyle(probe).backgroundColor;
      probe.remove();
      return found;
    });
    if (message.startsWith("Nothing")) expect(color).not.toBe(good);
  }
});

test("day numbers and the files of a report are targets of 24 px, and say what they do; at 320 px no amount breaks", {
  tag: "@full",
}, async ({ page, signIn }) => {
  await signIn();
  await addSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  const numbers = page.getByRole("link", { name: /^Add a session on/ });
  for (const number of await numbers.all()) {
    const box = await number.boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(24);
    expect(box?.height).toBeGreaterThanOrEqual(24);
    expect(await number.getAttribute("title")).toMatch(/^Add a session on/);
  }
  await page.goto("/reports/paper/");
  for (const file of await page.getByRole("link", { name: /^CSV of/ }).all()) {
    const box = await file.boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(24);
    expect(box?.height).toBeGreaterThanOrEqual(24);
  }
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto("/extras/new/");
  await page.getByLabel("Date of the work", { exact: true }).fill("14/11/2026");
  await page.getByLabel("Fee (£)", { exact: true }).fill("12345.67");
  await page.getByRole("button", { name: "Save fee" }).click();
  await expect(page).toHaveURL(/\/extras\/$/);
  // Sums of more than a million, in both columns: the longest figures that a user comes by.
  for (let n = 1; n <= 22; n++) {
    const fee = { idempotency_key: newKey(), work_date: `${(n % 11) + 1}/6/2026`, basis: "fixed", amount: "99999.99" };
    await postForm(page, "/extras/new/", { ...fee, timesheet_date: n > 11 ? "12/6/2026" : "" });
  }
  await page.goto("/extras/");
  await expect(page.getByRole("link", { name: "£1,112,345.56" })).toBeVisible();
  await expect(page.getByRole("link", { name: "£1,099,999.89" })).toBeVisible();
  const broken = await page.locator("main").evaluate((main) => {
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const { 0: amount, index } of (node.textContent ?? "").matchAll(/£[\d,.]+|Over 90 days/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + amount.length);
        if (range.getClientRects().length > 1) found.push(amount);
      }
    }
    return found;
  });
  expect(broken).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

test("a new plan counts from today unless told: nobody's first sight of progress is months behind", {
  tag: "@full",
}, async ({ page, signIn }) => {
  await signIn();
  await page.goto("/job_plans/new/?template=theatre");
  await expect(page.getByRole("radio", { name: "Today", exact: true })).toBeChecked();
  const balance = page.getByLabel("Balance so far, in PAs");
  await expect(balance).toBeHidden();
  await page.getByText("Today, with a balance so far").click();
  await expect(balance).toBeVisible();
  await page.getByRole("group", { name: "Counts from" }).getByText("Today", { exact: true }).click();
  await page.getByRole("button", { name: "Save plan" }).click();
  await expect(page.getByText("Job plan added").first()).toBeVisible();
  await addSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await page.goto("/progress/");
  await expect(page.locator("main")).not.toContainText("behind");
  await expect(page.getByText("Nothing is expected before").first()).toBeVisible();
});

test("the sign-up form shows its password, judges the length as one types, and keeps its reason by the button", {
  tag: "@full",
}, async ({ page }) => {
  await page.goto("/signup/");
  const password = page.getByLabel("Password", { exact: true });
  await password.pressSequentially("kettle");
  await expect(page.getByText("6 of 12 characters")).toBeVisible();
  await expect(page.getByText("Enter a password of 12 or more characters to continue.")).toBeVisible();
  await page.getByLabel("Show password").check();
  await expect(password).toHaveAttribute("type", "text");
  await page.getByLabel("Show password").uncheck();
  await expect(password).toHaveAttribute("type", "password");
  await password.fill("marble kettle lantern");
  await expect(page.getByText("21 characters: long enough")).toBeVisible();
  const button = page.getByRole("button", { name: "Create Account" });
  await expect(button).toBeDisabled();
  await button.scrollIntoViewIfNeeded();
  await expect(page.locator("#held-by")).toBeInViewport();
});

test("the menu opens under the pointer on pages without script too, and closes 300 ms after or with Escape", {
  tag: "@full",
}, async ({ page, signIn }) => {
  await signIn();
  for (const path of ["/", "/privacy/", "/nowhere/"]) {
    await page.goto(path);
    const logout = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Logout" });
    await page.getByText("Profile").first().hover();
    await expect(logout).toBeVisible();
    await page.mouse.move(5, 500);
    await expect(logout).toBeHidden();
    await page.getByText("Profile").first().hover();
    await expect(logout).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(logout).toBeHidden();
  }
});
