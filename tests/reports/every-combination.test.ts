import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { sessions } from "~/diary/sessions/table.server";
import { jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { PERIODS, PRESETS } from "~/reports/document/choices";
import { type Report, SECTION_NAMES } from "~/reports/document/types";
import { loader as paper } from "~/routes/reports/report-print";
import { loader as chooser } from "~/routes/reports/reports";
import { loader as zip } from "~/routes/reports/zip-file";
import { makeDiary } from "../support/diary";
import { db, load, makeUser, openLoginOf } from "../support/harness";
import { sampled } from "../support/property";

/** One diary for all: what is asked of it differs in its address alone. */
let user: Awaited<ReturnType<typeof makeUser>>;
let params: Awaited<ReturnType<typeof makeDiary>>["params"];

beforeAll(async () => {
  user = await makeUser();
  ({ params } = await makeDiary(user));
  await openLoginOf(user);
  const own = {
    plan: eq(jobPlans.unique_ref, params.planRef),
    element: eq(jobPlanElements.unique_ref, params.elementRef),
  };
  await db.batch([
    db.update(jobPlans).set({ employer: "Northern Trust" }).where(own.plan),
    db.update(jobPlanElements).set({ specialty: "Orthopaedics" }).where(own.element),
    db.update(sessions).set({ site: "Main theatres" }).where(eq(sessions.unique_ref, params.sessionRef)),
  ]);
});

const DATES = "&from=2026-04-01&until=2027-03-31";
const periods = () => [...Object.keys(PERIODS), `plan:${params.planRef}`].map((period) => `period=${period}${DATES}`);
const asked = ["", ...SECTION_NAMES.map((name) => `&section=${name}`)];
const presets = ["", ...Object.keys(PRESETS).map((preset) => `&preset=${preset}`)];

/** Each filter alone, several of one, and all at once. */
function filters(): string[] {
  const [employer, site, specialty] = ["&employer=Northern+Trust", "&site=Main+theatres", "&specialty=Orthopaedics"];
  const element = `&element=${params.elementRef}`;
  const many = Array.from({ length: 50 }, (_, at) => `&site=Site+${at}&employer=Trust+${at}`).join("");
  return [employer, element, site, specialty, many, employer + element + site + specialty];
}

/** Opens the paper of each address. @returns those that are no paper, with what they answered */
async function notOpened(queries: readonly string[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const query of queries) {
    const opened = load<{ report: Report | null }>(paper, { user, path: `/reports/paper/?${query}&confirmed=1` });
    const said = await opened.then(
      ({ status, data }) => (status === 200 && data.report ? null : `${status}`),
      (error: Error) => error.message.slice(0, 200),
    );
    if (said !== null) wrong.push(`${query}: ${said}`);
  }
  return wrong;
}

/** Of each period and section a paper with each preset, under another filter each, so that each filter comes once as well. */
function everyPaper(): string[] {
  const filtered = filters();
  return periods().flatMap((period, at) =>
    asked.flatMap((section, place) =>
      presets.map((preset, nth) => period + section + preset + filtered[(at + place + nth) % filtered.length]),
    ),
  );
}

test("every section opens in every period, with every preset and under every filter: 588 papers", async () => {
  expect([presets.length, new Set(everyPaper()).size]).toEqual([filters().length, 588]);
  expect(await notOpened(sampled("papers", everyPaper(), 1 / 8))).toEqual([]);
}, 120_000);

test("everything opens in every period as files, and to choose from, with all filters and small numbers kept back", async () => {
  for (const period of periods()) {
    const path = `/?${period}&preset=everything&small=1&confirmed=1${filters().join("")}`;
    expect([period, (await load(zip, { user, path })).status]).toEqual([period, 200]);
    expect([period, (await load(chooser, { user, path })).status]).toEqual([period, 200]);
  }
});
