import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import type { FormState } from "~/platform/http/action-result";
import type { ReportBuilderPage } from "~/reports/builder/page.server";
import { savedReports } from "~/reports/table.server";
import { action, loader } from "~/routes/reports/reports";
import { action as editAction, loader as editLoader } from "~/routes/reports/saved";
import { makeDiary } from "../support/diary";
import { flashOf } from "../support/flash";
import { db, load, makeUser, submit } from "../support/harness";

type Refused = { form: FormState; newer?: { version: number } };

const QUERY = "period=tax&section=scope&section=extra-work&small=1";

function save(user: SignedInUser, name: string, more: Record<string, string> = {}, query = QUERY) {
  const form = { idempotency_key: newRef(), name, ...more };
  return submit<Refused>(action, form, { user, path: `/reports/?${query}` });
}

async function savedOf(user: SignedInUser) {
  return (await load<ReportBuilderPage>(loader, { user })).data.saved;
}

function stored(user: SignedInUser) {
  return db.select().from(savedReports).where(eq(savedReports.user_id, user.id));
}

test("the choices of an address are saved under a name, and their paper follows", async () => {
  const user = await makeUser();
  const answer = await save(user, "  Tax   return ");
  expect(answer.location).toBe(`/reports/paper/?${QUERY}`);
  // The paper is no page of the browser's own table: it is loaded as a document.
  expect(answer.headers.get("X-Remix-Reload-Document")).toBe("true");
  expect(flashOf(answer).text).toBe("Saved as Tax return");
  expect(await savedOf(user)).toEqual([
    {
      unique_ref: expect.any(String),
      name: "Tax return",
      query: QUERY,
      words: "This tax year · 2 sections · counts under 5 hidden, others rounded",
      isGone: false,
      isLocked: false,
    },
  ]);
});

test("an answer for identifiers is of one showing, and never saved", async () => {
  const user = await makeUser();
  await save(user, "All", {}, `${QUERY}&confirmed=1`);
  expect((await stored(user))[0]?.choices).toBe(QUERY);
});

test("the same form sent twice saves one report, and is answered alike", async () => {
  const user = await makeUser();
  const form = { idempotency_key: newRef(), name: "Twice" };
  const path = `/reports/?${QUERY}`;
  expect((await submit(action, form, { user, path })).status).toBe(302);
  expect((await submit(action, form, { user, path })).location).toBe(`/reports/paper/?${QUERY}`);
  expect(await stored(user)).toHaveLength(1);
});

test("a name that is taken is refused, in whatever letters, until it is to be replaced", async () => {
  const user = await makeUser();
  await save(user, "Appraisal");
  const refused = await save(user, "appraisal", {}, "period=last_tax&section=cases");
  expect(refused.status).toBe(422);
  expect(refused.data.form.errors.name?.[0]).toContain("You have a report of this name");
  expect((await save(user, "appraisal", { replace: "yes" }, "period=last_tax&section=cases")).status).toBe(302);
  expect(await stored(user)).toMatchObject([
    { name: "appraisal", choices: "period=last_tax&section=cases", version: 3 },
  ]);
});

test("a report needs a name, a short one, and none that names a patient", async () => {
  const user = await makeUser();
  expect((await save(user, " ")).data.form.errors.name).toEqual(["Enter a name for the report"]);
  expect((await save(user, "x".repeat(61))).data.form.errors.name).toEqual(["Name must be 60 characters or fewer"]);
  const patient = await save(user, "Mrs Smith");
  expect(patient.data.form.errors).toHaveProperty("identifiers_confirmed");
  expect(await stored(user)).toHaveLength(0);
});

test("choices with faulty dates are not saved", async () => {
  const user = await makeUser();
  const answer = await save(user, "Dates", {}, "period=custom&from=31/2/2026&until=1/3/2026");
  expect(answer.status).toBe(422);
  expect(answer.data.form.errors.from).toEqual(["Enter a date, such as 27/3/2026"]);
});

async function oneOf(user: SignedInUser, name: string) {
  await save(user, name);
  const [report] = await stored(user);
  return { user, params: { reportRef: report?.unique_ref as string } };
}

test("a saved report is renamed once, and not over a newer name", async () => {
  const ask = await oneOf(await makeUser(), "Old");
  expect((await load<{ name: string }>(editLoader, ask)).data).toEqual({ name: "Old", version: "2" });
  const form = { intent: "save", version: "2", name: "New" };
  expect((await submit(editAction, form, ask)).location).toBe("/reports/");
  expect((await submit(editAction, form, ask)).location).toBe("/reports/");
  const stale = await submit<Refused>(editAction, { ...form, name: "Newest" }, ask);
  expect(stale.status).toBe(409);
  expect(stale.data.newer).toEqual({ version: 3 });
  expect((await savedOf(ask.user)).map(({ name }) => name)).toEqual(["New"]);
});

test("no two saved reports have one name", async () => {
  const user = await makeUser();
  await save(user, "First");
  await save(user, "Second");
  const [first] = await savedOf(user);
  const params = { reportRef: first?.unique_ref as string };
  const answer = await submit<Refused>(editAction, { intent: "save", version: "2", name: "SECOND" }, { user, params });
  expect(answer.status).toBe(422);
  expect(answer.data.form.errors.name).toEqual(["You have another report of this name. Enter another name"]);
});

test("a saved report is deleted at the version that its page showed", async () => {
  const ask = await oneOf(await makeUser(), "Gone");
  await submit(editAction, { intent: "save", version: "2", name: "Still here" }, ask);
  expect((await submit(editAction, { intent: "delete", version: "2" }, ask)).status).toBe(409);
  expect((await submit(editAction, { intent: "delete", version: "3" }, ask)).location).toBe("/reports/");
  expect(await stored(ask.user)).toHaveLength(0);
});

test("a saved report of somebody else is not there", async () => {
  const { params } = await oneOf(await makeUser(), "Theirs");
  const other = await makeUser();
  expect((await load(editLoader, { user: other, params })).status).toBe(404);
  const form = { intent: "save", version: "1", name: "Mine" };
  expect((await submit(editAction, form, { user: other, params })).status).toBe(404);
  expect((await submit(editAction, { intent: "delete", version: "1" }, { user: other, params })).status).toBe(404);
});

test("a report of a plan that is deleted says so, and asks for another period", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  const [plan] = await db.select().from(jobPlans).where(eq(jobPlans.unique_ref, params.planRef));
  if (!plan) throw new Error("No plan");
  const unique_ref = newRef();
  await db.insert(jobPlans).values({ ...plan, unique_ref, date_start: "2028-04-01", date_end: null });
  const query = `period=plan%3A${unique_ref}&section=scope`;
  const named = async () => (await savedOf(user)).filter(({ name }) => name === "Plan meeting");
  await save(user, "Plan meeting", {}, query);
  expect(await named()).toMatchObject([{ words: "Job plan 2026/27 · Scope of work", isGone: false }]);
  await db.delete(jobPlans).where(eq(jobPlans.unique_ref, unique_ref));
  expect(await named()).toMatchObject([{ words: "A deleted job plan · Scope of work", isGone: true }]);
  const { form } = (await load<ReportBuilderPage>(loader, { user, path: `/reports/?${query}` })).data;
  expect(form.errors).toEqual({ period: ["Choose another period: the job plan of this report is deleted"] });
  expect(form.values.section).toEqual(["scope"]);
});
