import { expect, test } from "vitest";
import type { SignedInUser } from "~/account/login/logins.server";
import { fees } from "~/diary/fees/table.server";
import type { LeaveType } from "~/diary/leave/kinds";
import { leave, lieuLedger } from "~/diary/leave/table.server";
import { sessions } from "~/diary/sessions/table.server";
import { NATIONAL_RULES, paUnitsOf, workedMinutes } from "~/planning/job-plans/pa-rules";
import { PA_STEP } from "~/planning/job-plans/shown-units";
import { elementSchedule, jobPlanElements, jobPlans } from "~/planning/job-plans/table.server";
import { newRef } from "~/platform/db/columns.server";
import { addDays, londonInstant } from "~/platform/time/london";
import { CPD_TYPES } from "~/reports/cpd/kinds";
import { encryptCpd } from "~/reports/cpd/queries.server";
import type { Report } from "~/reports/document/types";
import { cpd } from "~/reports/table.server";
import { db, makeUser, NOW, vault } from "../../support/harness";
import { payerRef } from "../../support/payers";
import fc from "../../support/property";
import { amountIn, amountsByHead, factsOf, reportOf, tableOf, tablesOf } from "./report-tables";

/** A year with both changes of the clocks, two plans and a gap between them. */
const FROM = "2025-10-01";
const DAYS = 400;
const UNTIL = addDays(FROM, DAYS - 1);
const SECTIONS = ["scope", "job-plan", "leave", "cpd", "extra-work"].map((name) => `section=${name}`).join("&");

interface Drawn {
  sessions: { day: number; start: number; minutes: number; element: number; site: number; fixed: boolean }[];
  leave: { day: number; days: number; type: LeaveType }[];
  fees: { day: number; pence: number; paid: boolean; session: number }[];
  cpd: { day: number; minutes: number; type: number }[];
  lieu: { day: number; hundredths: number; unit: "days" | "hours" | "pas" }[];
  cut: number;
}

const day = fc.nat(DAYS + 20).map((each) => each - 10);
const drawn: fc.Arbitrary<Drawn> = fc.record({
  sessions: fc.array(
    fc.record({
      ...{ day, start: fc.nat(1439), minutes: fc.integer({ min: 1, max: 1500 }), element: fc.nat(3), site: fc.nat(2) },
      fixed: fc.boolean(),
    }),
    { maxLength: 30 },
  ),
  leave: fc.array(
    fc.record({ day, days: fc.nat(20), type: fc.constantFrom<LeaveType>("annual", "study", "sick", "toil") }),
    { maxLength: 4 },
  ),
  fees: fc.array(
    fc.record({ day, pence: fc.integer({ min: 1, max: 100_000 }), paid: fc.boolean(), session: fc.nat(60) }),
    { maxLength: 10 },
  ),
  cpd: fc.array(fc.record({ day, minutes: fc.integer({ min: 1, max: 900 }), type: fc.nat(8) }), { maxLength: 6 }),
  lieu: fc.array(
    fc.record({
      ...{ day, hundredths: fc.integer({ min: 1, max: 500 }) },
      unit: fc.constantFrom("days" as const, "hours" as const, "pas" as const),
    }),
    { maxLength: 6 },
  ),
  cut: fc.nat(DAYS - 2),
});

/** Writes a diary of it. @returns whose it is */
async function write(all: Drawn): Promise<SignedInUser> {
  const user = await makeUser();
  const row = () => ({ unique_ref: newRef(), user_id: user.id, created_at: NOW, updated_at: NOW });
  const plans = [
    { ...row(), date_start: "2025-10-20", date_end: "2026-03-31", title: "First", employer: "North" },
    { ...row(), date_start: "2026-04-10", date_end: null, title: "Second", employer: "South" },
  ];
  const elements = plans.flatMap((plan) => [
    { ...row(), plan_ref: plan.unique_ref, description: "Theatre", category: "DCC" as const, counts_to_balance: true },
    {
      ...row(),
      plan_ref: plan.unique_ref,
      description: "Extra list",
      category: "Extra" as const,
      counts_to_balance: false,
    },
  ]);
  const sessionRows = all.sessions.map(({ day, start, minutes, element, site, fixed }) => {
    const start_at = londonInstant(addDays(FROM, day), start);
    const end_at = start_at + minutes * 60_000;
    const worked = workedMinutes(start_at, end_at, NATIONAL_RULES.england);
    return {
      ...{ ...row(), start_at, end_at, site: ["", "Main", "Cottage"][site] ?? "", pa_rules: NATIONAL_RULES.england },
      element_ref: element === 3 ? null : (elements[element]?.unique_ref ?? null),
      pa_basis: fixed ? ("fixed" as const) : ("time_calculated" as const),
      fixed_pa_units: fixed ? 4500 : null,
      ...{ standard_minutes: worked.standard, premium_minutes: worked.premium },
      pa_units: fixed ? 4500 : paUnitsOf(worked, NATIONAL_RULES.england),
    };
  });
  // One fee a session at most.
  const paid = new Map(all.fees.map((fee) => [sessionRows[fee.session]?.unique_ref ?? newRef(), fee]));
  const cpdRows = await Promise.all(
    all.cpd.map(async ({ day, minutes, type }) => {
      const own = row();
      const text_encrypted = await encryptCpd(vault.of(user.unique_ref), own.unique_ref, {
        title: "Course",
        reflection: "",
      });
      return {
        ...own,
        day: addDays(FROM, day),
        minutes,
        type: Object.keys(CPD_TYPES)[type] ?? "other",
        text_encrypted,
      };
    }),
  );
  const payer_ref = await payerRef(user.id, "Trust");
  const feeRows = [...paid].map(([session_ref, { day, pence, paid: isPaid }]) => {
    const isOfSession = sessionRows.some(({ unique_ref }) => unique_ref === session_ref);
    return {
      ...{ ...row(), amount_pence: pence, payer_ref },
      ...(isPaid ? { timesheet_date: addDays(FROM, day + 3), paid_date: addDays(FROM, day + 30) } : {}),
      ...(isOfSession ? { session_ref } : { work_date: addDays(FROM, day) }),
    };
  });
  await db.batch([
    db.insert(jobPlans).values(
      plans.map((plan) => ({
        ...{ ...plan, method: "weekly_leave_adjusted" as const, weeks_per_year_tenths: 420 },
        ...{ contracted_pa_units: 36_000, pa_rules: NATIONAL_RULES.england },
      })),
    ),
    ...elements.map((element) =>
      db.insert(jobPlanElements).values({
        ...{ ...element, pattern: "fixed_times", weekly_pa_units: 9000, default_basis: "time_calculated" },
      }),
    ),
    ...elements.map(({ unique_ref }) =>
      db.insert(elementSchedule).values({
        ...{ ...row(), element_ref: unique_ref, weekday: 2, start_minute: 480, end_minute: 1080, recurrence: 11 },
      }),
    ),
    ...sessionRows.map((each) => db.insert(sessions).values(each)),
    ...all.leave.map(({ day, days, type }) =>
      db.insert(leave).values({
        ...{ ...row(), type, status: "approved", date_start: addDays(FROM, day), date_end: addDays(FROM, day + days) },
      }),
    ),
    ...feeRows.map((each) => db.insert(fees).values(each)),
    ...cpdRows.map((each) => db.insert(cpd).values(each)),
    ...all.lieu.map(({ day, hundredths, unit }) =>
      db.insert(lieuLedger).values({ ...row(), day: addDays(FROM, day), kind: "earned", unit, hundredths }),
    ),
  ]);
  return user;
}

function ofDates(user: SignedInUser, from: string, until: string, more = ""): Promise<Report> {
  return reportOf(user, `period=custom&from=${from}&until=${until}&confirmed=1&${SECTIONS}${more}`);
}

/** A week of a plan is the same however long one looks, and what is left after is what there was before the next. */
const STANDING: Record<string, readonly string[]> = {
  "time-in-lieu": ["Left before", "Left after"],
};

/** Of two plans the dates stand in the caption, and of a part of one they are others. */
function kindOf(id: string): string {
  return id.replace(/^job-plan-.$/, "job-plan");
}

function addingTables(report: Report) {
  const tables = tablesOf(report);
  return (id: string) => tables.filter((table) => kindOf(table.id) === id);
}

test("the rows of every table add up to its total, and the tables of work to the sessions of the period", async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async (all) => {
      const report = await ofDates(await write(all), FROM, UNTIL);
      for (const { id, rows, foot, heads } of tablesOf(report)) {
        for (const [at, cell] of (foot ?? []).entries()) {
          const total = amountIn(cell);
          if (total === null) continue;
          const sum = rows.reduce((all, row) => all + (amountIn(row[at]) ?? 0), 0);
          expect([id, heads[at], sum]).toEqual([id, heads[at], total]);
        }
      }
      const inside = all.sessions.filter((each) => each.day >= 0 && each.day < DAYS);
      if (inside.length === 0) return;
      const facts = factsOf(report, "scope");
      const minutes = inside.reduce((sum, each) => sum + each.minutes, 0);
      expect([facts.Sessions, facts.Hours, facts["Days worked"]]).toEqual([
        inside.length,
        minutes,
        new Set(inside.map((each) => each.day)).size,
      ]);
      for (const id of ["work-by-category", "work-by-element", "work-by-month"]) {
        const { heads, foot } = tableOf(report, id);
        const total = (head: string) => amountIn(foot?.[heads.indexOf(head)]);
        expect([id, total("Sessions"), total("Hours")]).toEqual([id, inside.length, minutes]);
        const counted = ["PAs that count towards job plans", "PAs of extra work", "PAs without an element"];
        expect(total("PAs")).toBe(counted.reduce((sum, label) => sum + (facts[label] ?? 0), 0));
      }
    }),
    { numRuns: 12 },
  );
});

/** Hundredths of an hour are no whole minutes: their sums are the same but for what a float cannot hold. */
function whole(sum: number | null): number | null {
  return sum === null ? null : Math.round(sum * 1000) / 1000;
}

/** Rows whose amounts may be off by so many units. */
function nearBy(rows: readonly unknown[][], missing: number): unknown[][] {
  const near = (sum: number | null) =>
    sum === null
      ? null
      : { asymmetricMatch: (other: number | null) => other !== null && Math.abs(other - sum) <= missing };
  return rows.map(([head, amounts]) => [head, (amounts as (number | null)[]).map(near)]);
}

test("reports of two adjoining periods add up to the report of both, figure by figure", async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async (all) => {
      const user = await write(all);
      const cut = addDays(FROM, all.cut);
      const [first, second, both] = [
        await ofDates(user, FROM, cut),
        await ofDates(user, addDays(cut, 1), UNTIL),
        await ofDates(user, FROM, UNTIL),
      ];
      const [ofFirst, ofSecond, ofBoth] = [first, second, both].map(addingTables);
      const ids = new Set([...tablesOf(first), ...tablesOf(second), ...tablesOf(both)].map(({ id }) => kindOf(id)));
      for (const id of ids) {
        const heads = tablesOf(both).find((table) => kindOf(table.id) === id)?.heads ?? [];
        const outstanding = [...(STANDING[id] ?? []), "Planned a week (PAs)"];
        const adding = (lines: Map<string, (number | null)[]>) =>
          [...lines]
            .map(([head, amounts]) => [
              head,
              amounts.map((sum, at) => (outstanding.includes(heads[at + 1] ?? "") ? 0 : whole(sum))),
            ])
            // A table of places is left out where no session has one.
            .filter(([head]) => !(id.startsWith("work-by-") && head === "not recorded"))
            // What is nothing in both may be left out of one.
            .filter(([, amounts]) => (amounts as (number | null)[]).some((sum) => sum !== null && sum !== 0))
            .sort(([one], [other]) => String(one).localeCompare(String(other)));
        const [ofParts, ofWhole] = [[...(ofFirst?.(id) ?? []), ...(ofSecond?.(id) ?? [])], ofBoth?.(id) ?? []];
        const [parts, all] = [adding(amountsByHead(ofParts)), adding(amountsByHead(ofWhole))];
        // Figures of a plan are rounded to hundredths of a PA, so those of two periods may miss that of both by one a table.
        const missing = id.startsWith("job-plan") ? (ofParts.length + ofWhole.length) * PA_STEP : 0;
        expect([id, parts]).toEqual([id, missing === 0 ? all : nearBy(all, missing)]);
      }
      for (const [label, total] of Object.entries(factsOf(both, "scope"))) {
        if (Number.isNaN(total)) continue;
        const parts = [first, second].map((report) => factsOf(report, "scope")[label] ?? 0);
        expect([label, (parts[0] ?? 0) + (parts[1] ?? 0)]).toEqual([label, total]);
      }
    }),
    { numRuns: 12 },
  );
});

test("what is left of time in lieu after a period is what the next one begins with", async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async (all) => {
      const user = await write(all);
      const cut = addDays(FROM, all.cut);
      const lieuOf = async (from: string, until: string, head: string) => {
        const table = tablesOf(await ofDates(user, from, until)).find(({ id }) => id === "time-in-lieu");
        const at = table?.heads.indexOf(head) ?? 0;
        const left = (table?.rows ?? []).map((row) => ({ unit: row[0], hundredths: amountIn(row[at]) }));
        return left.filter(({ hundredths }) => hundredths !== 0);
      };
      expect(await lieuOf(FROM, cut, "Left after")).toEqual(await lieuOf(addDays(cut, 1), UNTIL, "Left before"));
    }),
    { numRuns: 5 },
  );
});
