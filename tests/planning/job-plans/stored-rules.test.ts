import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { sessions } from "~/diary/sessions/table.server";
import { NATIONAL_RULES, type Nation, type PaRules } from "~/planning/job-plans/pa-rules";
import { rulesFrom, rulesToStore, standardMinutesPerPa } from "~/planning/job-plans/table.server";
import { db, makeUser, NOW } from "../../support/harness";
import fc from "../../support/property";

const NATIONS = Object.keys(NATIONAL_RULES) as Nation[];
const DIFFERING = fc.record(
  {
    standard_minutes_per_pa: fc.integer({ min: 60, max: 480 }),
    premium_minutes_per_pa: fc.integer({ min: 60, max: 480 }),
    standard_start_minute: fc.integer({ min: 0, max: 720 }),
    premium_weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 })),
    bank_holidays_premium: fc.boolean(),
    local_public_holidays: fc.constant({ added: ["2026-06-19"], removed: [] }),
  },
  { requiredKeys: [] },
);

test("the rules of a session come back as they were, and the database values a PA as they do", async () => {
  const user = await makeUser();
  const times = { start_at: NOW, end_at: NOW + 60_000, created_at: NOW, updated_at: NOW };
  const figures = { pa_basis: "time_calculated" as const, standard_minutes: 1, premium_minutes: 0, pa_units: 15 };
  const own = eq(sessions.user_id, user.id);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...NATIONS), DIFFERING, async (nation, more) => {
      const rules = { ...NATIONAL_RULES[nation], ...more } as PaRules;
      expect(rulesFrom(rulesToStore(rules))).toEqual(rules);
      await db.delete(sessions).where(own);
      await db.insert(sessions).values({ ...times, ...figures, unique_ref: "s", user_id: user.id, pa_rules: rules });
      const minutes = standardMinutesPerPa(sessions.pa_rules);
      const [stored] = await db.select({ rules: sessions.pa_rules, minutes }).from(sessions).where(own);
      expect(stored).toEqual({ rules, minutes: rules.standard_minutes_per_pa });
    }),
    { numRuns: 30 },
  );
});

// Sessions are stored under these names alone. Rules of another contract get a name of their own.
test("what sessions are stored under means what it meant: a name takes the place of these rules", () => {
  const england = {
    ...{ nation: "england", standard_minutes_per_pa: 240, premium_minutes_per_pa: 180 },
    ...{ standard_start_minute: 420, standard_end_minute: 1140, premium_weekdays: [6, 7] },
    ...{ bank_holidays_premium: true, bank_holiday_region: "england_wales" },
  };
  expect(rulesFrom('"england"')).toEqual(england);
  expect(rulesFrom('"wales"')).toEqual({
    ...england,
    ...{ nation: "wales", standard_minutes_per_pa: 225, premium_minutes_per_pa: 225 },
  });
  expect(rulesFrom('"scotland"')).toEqual({
    ...england,
    ...{ nation: "scotland", standard_start_minute: 480, standard_end_minute: 1200, bank_holiday_region: "scotland" },
  });
  expect(rulesFrom('"northern_ireland"')).toEqual({
    ...england,
    ...{ nation: "northern_ireland", bank_holiday_region: "northern_ireland" },
  });
  expect(NATIONS.map((nation) => rulesToStore(NATIONAL_RULES[nation]))).toEqual(NATIONS.map((name) => `"${name}"`));
});
