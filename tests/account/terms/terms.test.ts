import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { findLogin } from "~/account/login/logins.server";
import { audit, users } from "~/account/table.server";
import { leadToTerms, pageAfterTerms } from "~/account/terms/terms.server";
import { changesSince, TERMS_VERSION } from "~/account/terms/versions";
import type { AskedTerms } from "~/account/terms/views/terms-asked";
import { action, loader } from "~/routes/terms";
import { db, load, makeUser, NOW, racingDatabase, signInAs, submit } from "../../support/harness";
import { endLoginOf } from "../../support/two-factor";

type Loaded = { asked: AskedTerms | null };

async function makeReader(accepted = 1) {
  const user = await makeUser();
  await db
    .update(users)
    .set({ terms_version: accepted, terms_accepted_at: NOW - 1 })
    .where(eq(users.unique_ref, user.unique_ref));
  return user;
}

async function acceptedBy({ unique_ref }: { unique_ref: string }) {
  const [row] = await db
    .select({ version: users.terms_version, at: users.terms_accepted_at })
    .from(users)
    .where(eq(users.unique_ref, unique_ref));
  return row;
}

/** Where the load of a page is led; null where it is let through. */
function ledTo(path: string, method = "GET"): string | null {
  const url = new URL(`http://daybook.test${path}`);
  const page = new URL(url);
  page.pathname = page.pathname.replace(/\/_\.data$/, "/").replace(/\.data$/, "/");
  page.searchParams.delete("_routes");
  try {
    leadToTerms(new Request(url, { method }), page);
    return null;
  } catch (thrown) {
    return (thrown as Response).headers.get("Location");
  }
}

describe("whoever has accepted an older version of the terms", () => {
  test("is found by the look-up of their login", async () => {
    const user = await makeReader();
    const headers = { Cookie: await signInAs(user.unique_ref) };
    const found = await findLogin(db, new Request("http://daybook.test/logbook/", { headers }), NOW);
    expect(found.acceptedTerms).toBe(1);
  });

  test.each([
    "/",
    "/logbook/",
    "/profile/",
    "/job_plans/new/",
    "/reports/",
    "/admin/users/",
  ])("is led to them from %s, and back from there", (path) => {
    const led = ledTo(path);
    expect(led).toBe(`/terms/?next=${encodeURIComponent(path)}`);
    expect(pageAfterTerms(new URL(led ?? "", "http://daybook.test").searchParams.get("next") ?? "", "/home/")).toBe(
      path,
    );
  });

  test("comes back to the choices of the page", () => {
    const led = ledTo("/reports/?preset=appraisal&from=2025-04-01");
    const next = new URL(led ?? "", "http://daybook.test").searchParams.get("next") ?? "";
    expect(pageAfterTerms(next, "/home/")).toBe("/reports/?preset=appraisal&from=2025-04-01");
  });

  test.each([
    ...["/terms/", "/privacy/", "/help/", "/logout/", "/account/confirm/", "/account/two_factor/", "/email/"],
    ...["/mydata/", "/mydata/export/", "/mydata/export/json/", "/delete_account/", "/api/profiledata/"],
    ...[
      "/reports/csv/",
      "/reports/zip/",
      "/extras/csv/",
      "/progress/csv/",
      "/logbook/weeks/",
      "/calendar/x/daybook.ics",
    ],
  ])("still opens %s", (path) => {
    expect(ledTo(path)).toBeNull();
  });

  test("loses no form that they send", () => {
    expect(ledTo("/logbook/session/new/", "POST")).toBeNull();
  });

  test.each([
    ...["/logbook/?_routes=routes%2Flogbook%2Flogbook", "/logbook.data", "/logbook/_.data"],
    ...["/logbook.data?_routes=routes%2Flogbook%2Flogbook", "/logbook/_.data?_routes=routes%2Flogbook%2Flogbook"],
  ])("gets no page by %s, with which script loads a part of it", (path) => {
    expect(ledTo(path)).toBe("/terms/?next=%2Flogbook%2F");
  });

  test("is told what has changed, and asked once", async () => {
    const user = await makeReader();
    const seen = async () => (await load<Loaded>(loader, { user, path: "/terms/?next=/leave/" })).data.asked;
    expect(await seen()).toEqual({ changes: changesSince(1), version: String(TERMS_VERSION), next: "/leave/" });
    const accept = () => submit(action, { version: String(TERMS_VERSION), next: "/leave/" }, { user, path: "/terms/" });
    for (let n = 0; n < 2; n += 1) expect(await accept()).toMatchObject({ status: 302, location: "/leave/" });
    expect(await acceptedBy(user)).toEqual({ version: TERMS_VERSION, at: NOW });
    const lines = await db.select().from(audit).where(eq(audit.user_ref, user.unique_ref));
    expect(lines).toMatchObject([{ action: "terms-accepted", detail: `version ${TERMS_VERSION}` }]);
    expect(await seen()).toBeNull();
  });

  test("accepts nothing but the version that holds", async () => {
    const user = await makeReader();
    for (const version of ["1", "3000", ""]) {
      const answer = await submit(action, { version, next: "/leave/" }, { user, path: "/terms/" });
      expect([version, answer.location]).toEqual([version, "/terms/?next=%2Fleave%2F"]);
    }
    expect(await acceptedBy(user)).toEqual({ version: 1, at: NOW - 1 });
  });

  test("accepts nothing by a login that was ended meanwhile", async () => {
    const user = await makeReader();
    const database = racingDatabase(1, () => endLoginOf(user));
    const answer = await submit(action, { version: String(TERMS_VERSION), next: "" }, { user, database });
    expect(answer).toMatchObject({ status: 302, location: "/login/" });
    expect(await acceptedBy(user)).toMatchObject({ version: 1 });
  });
});

test.each([
  "https://evil.example/",
  "//evil.example/",
  "/\\evil.example/",
  "/terms/",
  "/logbook/?x=//y",
  "logbook/",
  "",
])("%j is no page to go on to", (next) => {
  expect(pageAfterTerms(next, "/home/")).toBe("/home/");
});

test("visitors and those who have accepted the terms read them without a question", async () => {
  expect((await load<Loaded>(loader, { user: null, path: "/terms/" })).data.asked).toBeNull();
  expect((await load<Loaded>(loader, { user: await makeUser(), path: "/terms/" })).data.asked).toBeNull();
});
