import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { REAUTHENTICATION_VALID_MS } from "~/account/guard.server";
import { audit } from "~/account/table.server";
import { rateCounters } from "~/platform/db/rate-counters.server";
import * as extrasFile from "~/routes/extras/csv";
import * as calendarFile from "~/routes/mydata/calendar-file";
import * as caseData from "~/routes/mydata/case-data-file";
import * as jsonFile from "~/routes/mydata/json-file";
import * as sessionData from "~/routes/mydata/session-data-file";
import * as wholeZip from "~/routes/mydata/zip-file";
import * as tableFile from "~/routes/reports/table-file";
import * as reportZip from "~/routes/reports/zip-file";
import { makeDiary } from "../../support/diary";
import { contextOf, db, load, makeUser, NOW, openLoginOf } from "../../support/harness";

const REPORT = "period=custom&from=2026-04-01&until=2027-03-31&section=cases";

/** Every file that may hold the text of a case: where it is, where reauthentication leads back to, what the log says. */
const FILES = [
  [tableFile.loader, `/reports/csv/?${REPORT}&table=cases`, `/reports/paper/?${REPORT}`, "table cases of a report"],
  [reportZip.loader, `/reports/zip/?${REPORT}`, `/reports/paper/?${REPORT}`, "tables of a report"],
  [extrasFile.loader, "/extras/csv/?status=paid", "/extras/?status=paid", "additional paid work, 0 fees"],
  [caseData.loader, "/mydata/case_data/csv/", "/mydata/case_data/", "case data, 1 case"],
  [sessionData.loader, "/mydata/session_data/csv/", "/mydata/session_data/", "session data, 1 session"],
  [jsonFile.loader, "/mydata/export/json/", "/mydata/export/", "JSON file"],
  [wholeZip.loader, "/mydata/export/zip/", "/mydata/export/", "CSV tables in a ZIP file"],
  [calendarFile.loader, "/mydata/export/calendar/", "/mydata/export/", "calendar file (ICS)"],
] as const;

test.each(
  FILES,
)("the file %#, which may hold texts of cases, asks for reauthentication and leaves a line", async (loader, path, back, message) => {
  const user = await makeUser();
  await makeDiary(user);
  await openLoginOf(user);
  const linesOf = () => db.select().from(audit).where(eq(audit.user_ref, user.unique_ref));
  const stale = { ...user, login: { ...user.login, reauthenticated_at: NOW - REAUTHENTICATION_VALID_MS } };
  const asked = await load(loader, { user: stale, path });
  expect([asked.status, asked.location]).toEqual([302, `/account/confirm/?next=${encodeURIComponent(back)}`]);
  expect(await linesOf()).toEqual([]);
  const request = new Request(`http://daybook.test${path}`);
  const args = { request, params: {}, context: contextOf(user), url: new URL(request.url), pattern: "" };
  const file = (await loader(args as never)) as Response;
  expect([file.status, (await file.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
  const [line, ...more] = await linesOf();
  expect([line?.action, line?.detail.startsWith(message), more]).toEqual(["data-exported", true, []]);
});

test("two hundred files an hour are all that one account takes", async () => {
  const user = await makeUser();
  await openLoginOf(user);
  const windowMs = 60 * 60 * 1000;
  const key = `files/${user.unique_ref}`;
  await db.insert(rateCounters).values({ key, window_start: NOW - (NOW % windowMs), n: 200 });
  for (const [loader, path] of [FILES[1], FILES[5]]) expect((await load(loader, { user, path })).status).toBe(429);
  expect(await db.select().from(audit).where(eq(audit.user_ref, user.unique_ref))).toEqual([]);
});
