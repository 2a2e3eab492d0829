import { readFileSync } from "node:fs";
import { addTuesdayList, makePlan, postSession } from "./diary";
import { Presses, recordEffort } from "./effort";
import { expect, type Page, test } from "./fixtures";
import { casesWaiting, caseWaiting, chooseFile, csvFile, FIXTURES, importFile, sessionOn } from "./import-steps";

test("a trust's file comes in to the last value, with what was left out and why", async ({
  page,
  signIn,
  javaScriptEnabled,
}) => {
  await signIn();
  await chooseFile(page, `${FIXTURES}/trust.csv`, javaScriptEnabled);
  await expect(page.getByRole("heading", { name: "Map CSV" })).toBeVisible();
  for (const [label, column] of [
    ["Date", "Operation Date"],
    ["Start time", "Anaes Start"],
    ["End time", "Out of Theatre"],
    ["Age", "Age"],
    ["Gender", "Sex"],
    ["ASA grade", "ASA"],
    ["Description", "Procedure"],
  ] as const) {
    await expect(page.getByLabel(label, { exact: true }).locator("option:checked")).toHaveText(column);
  }
  const figure = (label: string) => page.locator("dl > div", { hasText: label }).locator("b");
  await expect(figure("To import")).toHaveText("8");
  await expect(figure("Read")).toHaveText("10");
  await expect(figure("Skipped")).toHaveText("3");
  await expect(figure("Merged")).toHaveText("1");
  await expect(figure("Rejected")).toHaveText("1");
  const rejected = page.getByRole("region", { name: "1 rejected row" });
  await expect(rejected).toContainText("Row 12");
  await expect(rejected).toContainText("Operation Date: 31/02/2026");
  const download = page.waitForEvent("download");
  await rejected.getByRole("button", { name: "Download rejected rows" }).click();
  const stream = await (await download).createReadStream();
  expect(Buffer.concat(await stream.toArray()).toString()).toContain("31/02/2026");
  await page.getByRole("button", { name: "Confirm Columns" }).click();
  await expect(page.getByText("8 new cases to put into sessions").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Logbook Data (8 available)" })).toBeVisible();
  await expect
    .poll(() => casesWaiting(page))
    .toEqual([
      "Tue 17 Nov 2026 10:50 – 11:55 | Left knee arthroscopy, meniscal repair 34 y M, ASA 1, Elective row 3",
      "Tue 17 Nov 2026 08:40 – 10:35 | Right total hip replacement 72 y F, ASA 2, Elective row 2",
      "Tue 10 Nov 2026 from 15:15 | Examination under anaesthetic 12 d, ASA 2, Expedited row 11 | The time could not be read and is left blank",
      "Tue 10 Nov 2026 14:30 – 15:05 | Circumcision 15 mo M, ASA 1, Elective row 10",
      "Tue 10 Nov 2026 13:30 – 14:15 | Inguinal herniotomy 6 mo M, ASA 1, Elective row 9",
      "Fri 6 Nov 2026 02:05 – 05:40 | Emergency laparotomy 81 y M, ASA 4, Immediate row 7",
      "Thu 5 Nov 2026 23:10 – 00:25 | Laparoscopic appendicectomy 19 y M, ASA 1, Urgent row 6 | The end is on the day after the start The ASA grade has an E for emergency",
      "Tue 3 Nov 2026 08:15 – 10:20 | Total knee replacement 68 y F, ASA 3, Elective row 4",
    ]);
});

test("a theatre system's export comes in to the last value, and warns of its ages", async ({
  page,
  signIn,
  javaScriptEnabled,
}) => {
  await signIn();
  await chooseFile(page, `${FIXTURES}/surginet.csv`, javaScriptEnabled);
  await expect(page.getByText("Ages may be as of the export date")).toBeVisible();
  await expect(page.getByLabel("Encoding").locator("option:checked")).toHaveText("Windows (Western European)");
  await expect(page.getByLabel("Separator").locator("option:checked")).toHaveText("Semicolon");
  await page.getByRole("button", { name: "Confirm Columns" }).click();
  await expect(page.getByRole("heading", { name: "Logbook Data (5 available)" })).toBeVisible();
  await expect
    .poll(() => casesWaiting(page))
    .toEqual([
      "Wed 9 Jan 2019 14:02 – 14:40 | Primary repair of hernia, café-au-lait patch excised 6 mo M, ASA 1 row 7",
      "Tue 8 Jan 2019 | Emergency caesarean section 31 y F row 6 | There is no time: was the case cancelled?",
      'Mon 7 Jan 2019 10:05 – 10:50 | Extraction of wisdom tooth – "simple" 7 y F, ASA 1 row 5 | The row has a quotation mark within a value: check its values',
      "Mon 7 Jan 2019 08:35 – 09:40 | Total prosthetic replacement of knee joint, cemented 66 y F, ASA 2 row 3",
      "Sun 6 Jan 2019 23:26 – 01:10 | Laparotomy, washout / and closure 71 y M, ASA 3 row 2 | The end is on the day after the start The ASA grade has an E for emergency",
    ]);
});

test("a logbook of the college comes in to the last value, with its continued rows", async ({
  page,
  signIn,
  javaScriptEnabled,
}) => {
  await signIn();
  await importFile(page, `${FIXTURES}/llp.csv`, javaScriptEnabled);
  await expect(page.getByRole("heading", { name: "Logbook Data (4 available)" })).toBeVisible();
  await expect
    .poll(() => casesWaiting(page))
    .toEqual([
      "Sat 4 Aug 2018 18:00 – 22:00 | Organ retrieval 48 y, Urgent row 7 | The time is a part of the day ASA 6 (organ donor) is not among the grades: it is left blank",
      "Fri 3 Aug 2018 22:00 – 08:00 | Pyloromyotomy 1 mo, ASA 2, Immediate row 6 | The time is a part of the day The end is on the day after the start",
      "Thu 2 Aug 2018 08:00 – 18:00 | Femoro–popliteal bypass / Block technique: landmark-technique, ultrasound / Block catheter: yes 64 y, ASA 3, Elective row 3 | The time is a part of the day",
      "Wed 1 Aug 2018 08:00 – 13:00 | Tonsillectomy 12 y, ASA 1, Elective row 2 | The time is a part of the day",
    ]);
});

test("a case goes into a session by the select, comes back when removed, and goes by the grip", {
  tag: "@browser",
}, async ({ page, signIn, javaScriptEnabled }) => {
  await signIn();
  await postSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await importFile(page, `${FIXTURES}/trust.csv`, javaScriptEnabled);
  const hip = caseWaiting(page, "Right total hip replacement");
  await expect(hip.getByLabel(/^Add to session/).locator("option:checked")).toHaveText(
    "No job plan element, 08:00 – 18:00",
  );
  await hip.getByRole("button", { name: /^Add/ }).click();
  await expect(page.getByRole("heading", { name: "Add case" })).toBeVisible();
  await expect(page.getByLabel("Start time", { exact: true })).toHaveValue("08:40");
  await expect(page.getByLabel("End time", { exact: true })).toHaveValue("10:35");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Logbook Data (7 available)" })).toBeVisible();
  await expect(caseWaiting(page, "Right total hip replacement")).toHaveCount(0);

  const tuesday = sessionOn(page, "17 Nov");
  await tuesday.locator("summary").click();
  await expect(tuesday).toContainText("72 y F, ASA 2, Elective – Right total hip replacement");
  await tuesday.getByRole("link", { name: /^Remove/ }).click();
  await page.getByRole("button", { name: "Delete this case" }).click();
  await expect(page.getByRole("heading", { name: "Logbook Data (8 available)" })).toBeVisible();
  await expect(caseWaiting(page, "Right total hip replacement")).toBeVisible();

  await caseWaiting(page, "Total knee replacement").getByRole("link", { name: /^Take/ }).click();
  await sessionOn(page, "17 Nov")
    .getByRole("link", { name: /^Add here/ })
    .click();
  await expect(page.getByRole("heading", { name: "Add case" })).toBeVisible();
  await expect(page.getByLabel("Start time", { exact: true })).toHaveValue("08:15");
});

test("all cases that lie in a session are placed in one act, after a preview, and the import is undone whole", async ({
  page,
  signIn,
  javaScriptEnabled,
}) => {
  await signIn();
  await postSession(
    page,
    { date: "17/11/2026", start: "08:00", end: "18:00" },
    { date: "10/11/2026", start: "13:00", end: "18:00" },
  );
  await importFile(page, `${FIXTURES}/trust.csv`, javaScriptEnabled);
  await expect(page.getByText("5 of 8 cases fall inside a session’s times.")).toBeVisible();
  await page.getByRole("link", { name: "Place all 5…" }).click();
  await expect(page.getByRole("row", { name: /Tue 17 Nov 2026/ })).toContainText("2");
  await expect(page.getByRole("row", { name: /Tue 10 Nov 2026/ })).toContainText("3");
  await expect(page.getByText("3 cases will not be placed")).toBeVisible();
  await page.getByRole("button", { name: "Place 5 cases" }).click();
  await expect(page.getByRole("heading", { name: "Logbook Data (3 available)" })).toBeVisible();
  await expect(page.getByText("Loading...")).toHaveCount(0);
  expect(await casesWaiting(page)).toHaveLength(3);
  await page.goto("/import_csv_data/imports/");
  await expect(page.getByRole("heading", { name: "5 cases in your logbook" })).toBeVisible();
  await page.getByRole("link", { name: "Undo…" }).click();
  await expect(page.getByText("This deletes 5 cases from your logbook")).toBeVisible();
  await page.getByRole("button", { name: "Undo this import" }).click();
  await expect(page.getByText(/^Undone\./)).toBeVisible();
  await page.goto("/import_csv_data/");
  await expect(page.getByRole("heading", { name: "Choose CSV files" })).toBeVisible();
});

test("clearing the data leaves the diary, and the same file then brings only what is not there", async ({
  page,
  signIn,
  javaScriptEnabled,
}) => {
  await signIn();
  await postSession(page, { date: "17/11/2026", start: "08:00", end: "18:00" });
  await importFile(page, `${FIXTURES}/trust.csv`, javaScriptEnabled);
  await page.getByRole("link", { name: "Place all 2…" }).click();
  await page.getByRole("button", { name: "Place 2 cases" }).click();
  await expect(page.getByRole("heading", { name: "Logbook Data (6 available)" })).toBeVisible();
  await page.getByRole("link", { name: "Clear Data" }).click();
  await expect(page.getByText("Your logbook stays as it is")).toBeVisible();
  await page.getByRole("button", { name: "Clear the imported data" }).click();
  await expect(page.getByRole("heading", { name: "Choose CSV files" })).toBeVisible();
  await chooseFile(page, `${FIXTURES}/trust.csv`, javaScriptEnabled);
  await expect(page.getByText(/^You imported this file on/)).toBeVisible();
  await page.getByRole("button", { name: "Confirm Columns" }).click();
  await expect(page.getByRole("heading", { name: "Logbook Data (6 available)" })).toBeVisible();
});

const DEPARTMENT = `Operation Date,Anaes Start,Anaes Finish,Date of birth,Sex,ASA,Procedure,Anaesthetist,Status
03/04/2026,8:15 AM,9:40 AM,03/04/1981,M,2,Knee,Mine,Completed
03/04/2026,10:00 AM,11:00 AM,05/06/1962,F,3,Hip,Other,Completed
05/06/2026,1:00 PM,2:20 PM,05/06/1962,F,3,Hernia,Mine,Called off
`;

test("of a department's file my cases alone come in, once the order of its dates and my name are chosen", {
  tag: "@browser",
}, async ({ page, signIn, javaScriptEnabled }) => {
  await signIn();
  await chooseFile(page, csvFile(DEPARTMENT), javaScriptEnabled);
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  const confirm = page.getByRole("button", { name: "Confirm Columns" });
  await confirm.click();
  await expect(page.getByText("Choose whether the dates have the day or the month first").first()).toBeVisible();
  await expect(page.getByText("Times have AM and PM, which is usual with the month first.")).toBeVisible();
  await page.getByLabel("Read the dates day first: 03/04/2026 is Fri 3 Apr 2026").check();
  await confirm.click();
  await expect(page.getByText("Choose your name, or “Not in this file”").first()).toBeVisible();
  await page.getByLabel("Mine 2 rows").check();
  await confirm.click();
  await expect(page.getByRole("heading", { name: "Logbook Data (1 available)" })).toBeVisible();
  expect(await casesWaiting(page)).toEqual(["Fri 3 Apr 2026 08:15 – 09:40 | Knee 45 y M, ASA 2 row 2"]);
  if (javaScriptEnabled === false) return;
  expect(sent.some((each) => each.includes("Knee"))).toBe(true);
  expect(sent.filter((each) => /1981|1962|Mine|Other|Completed|Called off|Hip|Hernia/.test(each))).toEqual([]);
});

test("what is no CSV file fails in the words of the specification, and nothing is imported", async ({
  page,
  signIn,
  javaScriptEnabled,
}) => {
  await signIn();
  await chooseFile(page, csvFile("Date,Age\n", "theatre.xlsx"), javaScriptEnabled);
  await expect(page.getByRole("heading", { name: "Upload failed. Please try a valid CSV file." })).toBeVisible();
  await page.goto("/import_csv_data/imports/");
  await expect(page.getByText("Nothing has been imported yet.")).toBeVisible();
});

test("the mapping of a layout is remembered", async ({ page, signIn, javaScriptEnabled }) => {
  await signIn();
  const heading = "When,From,What\n";
  await chooseFile(page, csvFile(`${heading}17/11/2026,09:00,Hernia\n`), javaScriptEnabled);
  await page.getByLabel("Date", { exact: true }).selectOption("When");
  await page.getByLabel("Start time", { exact: true }).selectOption("From");
  await page.getByLabel("Description", { exact: true }).selectOption("What");
  await page.getByRole("button", { name: "Confirm Columns" }).click();
  await expect(page.getByRole("heading", { name: "Logbook Data (1 available)" })).toBeVisible();
  await page.goto("/import_csv_data/?add");
  await page
    .getByLabel(/Several files with the same headings/)
    .setInputFiles(csvFile(`${heading}18/11/2026,10:00,Appendix\n`) as never);
  if (javaScriptEnabled === false) await page.getByRole("button", { name: "Read the file" }).click();
  await expect(page.getByText("These are the columns that you chose for the last file")).toBeVisible();
  await expect(page.getByLabel("Description", { exact: true }).locator("option:checked")).toHaveText("What");
});

test("the page says who reads the file, and without script a missing one at its field", async ({
  page,
  signIn,
  javaScriptEnabled,
}) => {
  await signIn();
  await page.goto("/import_csv_data/");
  if (javaScriptEnabled !== false) {
    await expect(page.getByText("Your browser reads the file. Columns that you do not map")).toBeVisible();
    return;
  }
  await expect(page.getByText("Without JavaScript the whole file is sent")).toBeVisible();
  await page.getByRole("button", { name: "Read the file" }).click();
  await expect(page.getByRole("alert")).toHaveText("Choose a CSV file");
  await chooseFile(page, csvFile("", "empty.csv"), false);
  await expect(page.getByText("Nothing was imported, and nothing was kept.")).toBeVisible();
});

test("twelve rows of a usual file are in sessions in three presses from the drop, and one undo takes all of it", {
  tag: "@browser",
}, async ({ page, signIn, javaScriptEnabled }) => {
  await signIn();
  await addTuesdayList(page, await makePlan(page));
  await page.setViewportSize({ width: 390, height: 844 });
  const presses = new Presses(page);
  await chooseFile(page, `${FIXTURES}/usual-list.csv`, javaScriptEnabled);
  await presses.press("button", "Confirm Columns");
  await presses.press("link", "Make sessions for 12 cases…");
  const dialog = page.getByRole("main").last();
  await expect(page.getByRole("heading", { name: /^Tue 3 Nov 2026/ })).toContainText("08:00 – 18:00");
  await expect(page.getByRole("heading", { name: /^Fri 13 Nov 2026/ })).toContainText("18:10 – 00:20");
  await expect(dialog.getByText("All-day orthopaedics, Theatre 2, Orthopaedics")).toHaveCount(2);
  await expect(dialog.getByText("81 y F, ASA 4, Immediate – Laparotomy")).toBeVisible();
  await presses.press("button", "Make 3 sessions from these 12 cases");
  await expect(page.getByText("3 sessions made, 12 cases placed").first()).toBeVisible();
  await expect(page.getByText("Every case of the file is in your logbook.")).toBeVisible();
  recordEffort("12 rows of a usual file in sessions", { presses: presses.count });
  await chooseAnother(page, `${FIXTURES}/usual-list.csv`, javaScriptEnabled);
  await expect(page.getByText("12 cases from it are in your logbook")).toBeVisible();
  await expect(page.locator("dl > div", { hasText: "To import" }).locator("b")).toHaveText("0");
});

async function chooseAnother(page: Page, file: string, scripted: boolean | undefined): Promise<void> {
  await page.goto("/import_csv_data/?add");
  await page.getByLabel(/Several files with the same headings/).setInputFiles(file);
  if (scripted === false) await page.getByRole("button", { name: "Read the file" }).click();
}

test("the words of another logbook come in as ours, and what somebody chose is there for its next file", async ({
  page,
  signIn,
  javaScriptEnabled,
}) => {
  await signIn();
  await chooseFile(page, `${FIXTURES}/anaesthetics-app.csv`, javaScriptEnabled);
  await expect(page.getByText("Supervision: 5 words, 2 left out")).toBeVisible();
  const wizard = page.getByLabel(/^local wizard/);
  await wizard.selectOption("Second Consultant Present");
  await page.getByRole("button", { name: "Confirm Columns" }).click();
  await page.getByRole("link", { name: "Make sessions for 5 cases…" }).click();
  await page.getByRole("button", { name: "Make 4 sessions from these 5 cases" }).click();
  await expect(page.getByText("4 sessions made, 5 cases placed").first()).toBeVisible();
  const [heading] = readFileSync(`${FIXTURES}/anaesthetics-app.csv`, "utf8").split("\n");
  const next =
    "b1,2024-03-01,Morning,UK,,,45,Years,Male,2,Elective,,,Hernia,GA,Magic wand,,Femoral (US-guided),,Local wizard,No,";
  await page.goto("/import_csv_data/?add");
  await page
    .getByLabel(/Several files with the same headings/)
    .setInputFiles(csvFile(`${heading}\n${next}\n`) as never);
  if (javaScriptEnabled === false) await page.getByRole("button", { name: "Read the file" }).click();
  await expect(wizard.locator("option:checked")).toHaveText("Second Consultant Present");
  const femoral = page.getByLabel("femoral (us-guided)");
  await expect(femoral.locator("option:checked")).toHaveText("Femoral, and keep in the description");
  await expect(page.getByLabel("magic wand").locator("option:checked")).toHaveText("Keep in the description");
  await page.getByRole("button", { name: "Confirm Columns" }).click();
  await page.getByRole("link", { name: "Make sessions for 1 case…" }).click();
  await page.getByRole("button", { name: "Make 1 session from this case" }).click();
  await expect(page.getByText("1 session made, 1 case placed").first()).toBeVisible();
});
