import { expect, test } from "vitest";
import { sessionDisagreement } from "~/data/records/work-kinds.server";
import { pasOf } from "~/diary/sessions/rules";
import { NATIONAL_RULES, type PaRules, rulesOfElement, rulesWithin } from "~/planning/job-plans/pa-rules";
import { rulesToStore } from "~/planning/job-plans/table.server";
import { londonInstant } from "~/platform/time/london";

const LOCAL = { ...NATIONAL_RULES.england, local_public_holidays: { added: ["2026-10-26"], removed: ["2026-12-25"] } };
const RULES: [string, PaRules][] = [
  ...Object.entries(NATIONAL_RULES),
  ["bank holidays of one's own", LOCAL],
  ["hours of a PA that do not divide", { ...LOCAL, standard_minutes_per_pa: 225, premium_minutes_per_pa: 165 }],
  ["hours agreed for an element", rulesOfElement(LOCAL, 77)],
  ["premium time all week", { ...LOCAL, premium_weekdays: [1, 2, 3, 4, 5, 6, 7] }],
  ["no premium bank holidays", { ...LOCAL, bank_holidays_premium: false }],
];

/** Over both clock changes, Christmas, midnight and up to two weeks. */
const SPANS = ["2026-03-28", "2026-10-24", "2026-12-24", "2026-11-17"].flatMap((date) =>
  [0, 61, 455, 1200, 1439].flatMap((from) =>
    [1, 7, 240, 601, 1440, 20_160].map((minutes) => {
      const startAt = londonInstant(date, from);
      return { startAt, endAt: startAt + minutes * 60_000 };
    }),
  ),
);

test.each(RULES)("a session that Daybook values agrees with itself: %s", (_, rules) => {
  for (const span of SPANS) {
    const own = rulesWithin(rules, span.startAt, span.endAt);
    for (const fixed of [null, 0, 4321]) {
      const { worked, units } = pasOf(span, own, fixed);
      const row = {
        ...{ start_at: span.startAt, end_at: span.endAt, fixed_pa_units: fixed, pa_rules: rulesToStore(own) },
        ...{ standard_minutes: worked.standard, premium_minutes: worked.premium, pa_units: units },
      };
      expect(sessionDisagreement(row)).toBeNull();
      expect(sessionDisagreement({ ...row, pa_units: units + 1 })).toBe("PAs");
      expect(sessionDisagreement({ ...row, premium_minutes: worked.premium + 1 })).toBe("minutes");
    }
  }
});
