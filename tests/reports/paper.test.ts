import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { sealCaseText } from "~/cases/sealed-text.server";
import { cases } from "~/cases/table.server";
import type { Report } from "~/reports/document/types";
import { loader } from "~/routes/reports/report-paper";
import { makeDiary } from "../support/diary";
import { countingDatabase, db, load, makeUser, vault } from "../support/harness";

interface Paper {
  report: Report | null;
  found: number;
  query: string;
  files: string;
  words: string;
}

type User = Awaited<ReturnType<typeof makeUser>>;

function paperOf(user: User, query: string, database = db) {
  return load<Paper>(loader, { user, path: `/reports/paper/?${query}`, database });
}

async function describe(user: User, caseRef: string, case_description: string): Promise<void> {
  const text = { case_description, complications: "", reflective_notes: "" };
  const sealed = await sealCaseText(vault, user.unique_ref, caseRef, text);
  await db.update(cases).set({ sealed }).where(eq(cases.unique_ref, caseRef));
}

test("the paper of everything is read in one batch", async () => {
  const user = await makeUser();
  await makeDiary(user);
  const { database, trips } = countingDatabase();
  const { data } = await paperOf(user, "preset=everything", database);
  expect(trips()).toBe(1);
  expect(data.report?.sections).toHaveLength(13);
  expect(data.words).toBe("This appraisal year · all sections");
});

test("a text that may name a patient keeps the paper back until its owner has answered for it", async () => {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await describe(user, params.caseRef, "Mrs Smith, hip");
  const asked = await paperOf(user, "section=cases");
  expect(asked.data).toMatchObject({ report: null, found: 1 });
  expect(JSON.stringify(asked.data)).not.toContain("Smith");
  const answered = await paperOf(user, `${asked.data.query}&confirmed=1`);
  expect(JSON.stringify(answered.data.report)).toContain("Mrs Smith, hip");
  // Its files follow the answer, what is saved does not.
  expect(answered.data.files).toContain("confirmed=1");
  expect(answered.data.query).not.toContain("confirmed");
});

test("a plan of somebody else has no paper", async () => {
  const { params } = await makeDiary(await makeUser());
  expect((await paperOf(await makeUser(), `period=plan:${params.planRef}`)).status).toBe(404);
});
