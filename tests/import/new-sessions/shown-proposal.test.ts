import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { proposeSessions } from "~/import/new-sessions/propose.server";
import { shownProposal } from "~/import/new-sessions/shown-proposal.server";
import { jobPlanElements } from "~/planning/job-plans/table.server";
import { makeDiary } from "../../support/diary";
import { db, makeUser } from "../../support/harness";
import { importFile, requestContextOf, row } from "../files";

/** What is shown for a row of a planned Tuesday and one of a Thursday without a plan. */
async function shownWith(location: string) {
  const user = await makeUser();
  const { params } = await makeDiary(user);
  await db.update(jobPlanElements).set({ location }).where(eq(jobPlanElements.unique_ref, params.elementRef));
  const context = requestContextOf(user);
  await importFile(context, [
    row(2, { case_date: "2026-11-10", location: "Theatre 4", specialty: "Ortho" }),
    row(3, { case_date: "2026-11-12", location: "Theatre 5", case_description: "Mr Smith, hernia" }),
  ]);
  const { sessions } = await shownProposal(context.cipher, await proposeSessions(context));
  return sessions.map(({ facts, rows }) => [facts, rows.map(({ line, marked }) => (marked ? -line : line))]);
}

test("a session has the site of its element, else that of its rows; rows that may identify somebody are marked", async () => {
  expect(await shownWith("Main theatres")).toEqual([
    ["Theatre 5", [-3]],
    ["Main theatres, Ortho", [2]],
  ]);
  expect(await shownWith("")).toEqual([
    ["Theatre 5", [-3]],
    ["Theatre 4, Ortho", [2]],
  ]);
});
