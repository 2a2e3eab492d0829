import { expect, test } from "vitest";
import type { Basis } from "~/diary/fees/kinds";
import {
  formatRate,
  hourPieces,
  piecesPence,
  severalProcedures,
  type Terms,
  type WorkSize,
  workOut,
} from "~/diary/fees/rate-arithmetic";
import { BAND_DAY_KEYS, bandsOverlap, joinBands, splitBands, type TypedBand } from "~/diary/fees/rates";
import type { BankCalendar } from "~/platform/time/bank-holidays";
import { addDays, type LondonDate, londonInstant } from "~/platform/time/london";
import fc from "../../support/property";

const ENGLAND: BankCalendar = { region: "england_wales", added: [], removed: [] };

function band(days: TypedBand["days"], from: number, until: number, pounds: number): TypedBand {
  return { days, from_minute: from * 60, until_minute: until * 60, rate_pence: pounds * 100 };
}

/** Figures of 2022 as somebody's own entries. */
const CARD = splitBands([
  band("weekdays", 7, 19, 150),
  band("weekdays", 19, 23, 200),
  band("weekend", 7, 23, 200),
  band("all", 23, 7, 250),
]);
const BY_BANDS: Terms = { basis: "hour", rate_pence: null, bands: CARD, bank_holidays_as_sunday: true };
const NOTHING: WorkSize = { start_at: null, end_at: null, pa: null, cases: null };

/** Work from an hour of a date for some hours of the clock. */
function work(date: LondonDate, from: number, until: number): WorkSize {
  return { ...NOTHING, start_at: londonInstant(date, from * 60), end_at: londonInstant(date, until * 60) };
}

function worked(size: WorkSize, terms: Terms = BY_BANDS, quantity: number | null = null, calendar = ENGLAND) {
  return workOut({ terms, quantity, work: size, calendar });
}

test.each([
  ["a weekday evening", work("2026-11-17", 17, 21), 70_000, "2 h at £150 + 2 h at £200 = £700.00"],
  ["a Saturday", work("2026-11-21", 13, 20), 140_000, "7 h at £200 = £1,400.00"],
  [
    "Friday night into Saturday",
    work("2026-11-20", 18, 32),
    315_000,
    "1 h at £150 + 4 h at £200 + 8 h at £250 + 1 h at £200 = £3,150.00",
  ],
])("%s is priced by the bands of the week", (_, size, pence, words) => {
  expect(worked(size)).toEqual({ ok: true, pence, words, warning: null });
});

test("a bank holiday is paid as a Sunday, unless the rate says otherwise, and one's own days count", () => {
  const boxing = work("2026-12-28", 8, 12);
  expect(worked(boxing)).toMatchObject({ pence: 80_000 });
  expect(worked(boxing, { ...BY_BANDS, bank_holidays_as_sunday: false })).toMatchObject({ pence: 60_000 });
  expect(worked(boxing, BY_BANDS, null, { ...ENGLAND, removed: ["2026-12-28"] })).toMatchObject({ pence: 60_000 });
  const local = work("2026-06-19", 8, 12);
  expect(worked(local, BY_BANDS, null, { ...ENGLAND, added: ["2026-06-19"] })).toMatchObject({ pence: 80_000 });
});

test("the night that clocks go back has an hour more, that they go forward an hour less", () => {
  expect(worked(work("2026-10-24", 23, 31))).toMatchObject({ pence: 9 * 25_000, words: "9 h at £250 = £2,250.00" });
  expect(worked(work("2027-03-27", 23, 31))).toMatchObject({ pence: 7 * 25_000 });
  // A band that ends within the hour that is skipped.
  const bands = splitBands([
    { days: "all", from_minute: 0, until_minute: 90, rate_pence: 6000 },
    { days: "all", from_minute: 90, until_minute: 240, rate_pence: 12_000 },
  ]);
  const terms: Terms = { ...BY_BANDS, bands };
  expect(worked(work("2027-03-28", 0, 4), terms)).toMatchObject({ words: "1 h at £60 + 2 h at £120 = £300.00" });
});

test("time that no band holds is said, and not paid", () => {
  const terms: Terms = { ...BY_BANDS, bands: splitBands([band("weekdays", 7, 19, 150)]) };
  expect(worked(work("2026-11-17", 17, 21), terms)).toEqual({
    ok: true,
    pence: 30_000,
    words: "2 h at £150 = £300.00",
    warning: "2 h of the work is outside the time bands and is not paid",
  });
  expect(worked(work("2026-11-21", 17, 21), terms)).toEqual({
    ok: false,
    field: "rate",
    problem: "These times are outside the time bands of this rate. Change the times, or choose another rate",
  });
});

const list = { start_at: londonInstant("2026-11-17", 480), end_at: londonInstant("2026-11-17", 750) };
const session: WorkSize = { ...list, pa: { units: 4050, each: 3600 }, cases: 3 };

test.each<[Basis, number, number | null, WorkSize, number, string]>([
  ["fixed", 120_000, null, NOTHING, 120_000, "£1,200.00, a fixed amount"],
  ["hour", 20_000, null, session, 90_000, "4 h 30 min at £200 = £900.00"],
  ["hour", 20_000, 325, session, 65_000, "3.25 h at £200 = £650.00"],
  ["pa", 50_000, null, session, 56_250, "1.13 PAs at £500 = £562.50"],
  ["pa", 50_000, 100, NOTHING, 50_000, "1 PA at £500 = £500.00"],
  ["list", 90_000, null, NOTHING, 90_000, "1 list at £900 = £900.00"],
  ["list", 90_000, 50, NOTHING, 45_000, "0.5 lists at £900 = £450.00"],
  ["case", 11_050, null, session, 33_150, "3 cases at £110.50 = £331.50"],
])("%s at %i pence, %s hundredths typed", (basis, rate_pence, quantity, size, pence, words) => {
  expect(worked(size, { basis, rate_pence }, quantity)).toEqual({ ok: true, pence, words, warning: null });
});

test.each<[Basis, string]>([
  ["hour", "Enter how many hours, or the times of the work"],
  ["pa", "Enter how many PAs"],
  ["case", "Enter how many cases"],
])("without any %s the question is how many", (basis, problem) => {
  expect(worked(NOTHING, { basis, rate_pence: 100 })).toEqual({ ok: false, field: "quantity", problem });
});

test("bands want times, and no hours typed over them", () => {
  expect(worked(NOTHING)).toMatchObject({ field: "start_time", problem: expect.stringContaining("Enter the times") });
  expect(worked(session, BY_BANDS, 400)).toMatchObject({
    field: "quantity",
    problem: expect.stringContaining("blank"),
  });
});

test("what comes to nothing, or to more than a fee can be, is no fee", () => {
  expect(worked(NOTHING, { basis: "hour", rate_pence: 10 }, 1)).toMatchObject({ ok: false, field: "amount" });
  expect(worked(NOTHING, { basis: "list", rate_pence: 9_999_999 }, 200)).toMatchObject({
    problem: "This comes to £199,999.98, and a fee can be £99,999.99 at most. Check the rate and the number",
  });
});

test("several procedures for one insurer count in full, by half and by a quarter, the dearest first", () => {
  const words = "100 % of £300 + 50 % of £220 + 25 % of £100 = £435.00";
  expect(severalProcedures([30_000, 22_000, 10_000])).toEqual({ ok: true, pence: 43_500, words, warning: null });
  expect(severalProcedures([10_000, 30_000, 22_000])).toMatchObject({ pence: 43_500 });
  expect(severalProcedures([30_001, 1])).toMatchObject({ pence: 30_002 });
});

test("a rate in words", () => {
  expect([formatRate("hour", 20_000), formatRate("list", 90_000), formatRate("fixed", 50)]).toEqual([
    "£200.00 per hour",
    "£900.00 per list or session",
    "£0.50, a fixed amount",
  ]);
});

const minute = fc.integer({ min: 0, max: 1439 });
const anyBand: fc.Arbitrary<TypedBand> = fc.record({
  days: fc.constantFrom(...BAND_DAY_KEYS),
  from_minute: minute,
  until_minute: minute,
  rate_pence: fc.integer({ min: 1, max: 50_000 }),
});

test("a band that was stored is typed again as it was", () => {
  fc.assert(
    fc.property(anyBand, (typed) => {
      const [again, ...more] = joinBands(splitBands([typed]));
      expect([again, more]).toEqual([typed, []]);
    }),
  );
  expect(joinBands(CARD)).toEqual([
    band("weekdays", 7, 19, 150),
    band("weekdays", 19, 23, 200),
    band("weekend", 7, 23, 200),
    band("all", 23, 7, 250),
  ]);
});

test("bands that were stored mean the same after they were typed again", () => {
  fc.assert(
    fc.property(fc.array(anyBand, { maxLength: 6 }), (typed) => {
      const stored = splitBands(typed);
      const bare = (bands: typeof stored) =>
        bands.map((each) => JSON.stringify({ ...each, weekdays: [...each.weekdays].sort() })).sort();
      expect(bare(splitBands(joinBands(stored)))).toEqual(bare(stored));
    }),
  );
});

test("two bands of one time are found, over midnight and over Sunday night too", () => {
  expect(bandsOverlap([band("weekdays", 7, 19, 1), band("fri", 18, 20, 2)])).toEqual({
    places: [0, 1],
    when: "Friday 18:00 to 19:00",
  });
  expect(bandsOverlap([band("sun", 22, 6, 1), band("mon", 5, 7, 2)])?.when).toBe("Monday 05:00 to 06:00");
  expect(bandsOverlap([band("weekdays", 7, 19, 1), band("all", 23, 7, 2), band("weekend", 7, 23, 3)])).toBeNull();
});

const spans = fc.record({
  date: fc.integer({ min: 0, max: 1200 }).map((days) => addDays("2024-03-01", days)),
  from: minute,
  length: fc.integer({ min: 1, max: 3000 }),
  cut: fc.double({ min: 0, max: 1, noNaN: true }),
});

test("pieces add up to the time worked, and work cut in two is paid as in one", () => {
  fc.assert(
    fc.property(spans, fc.array(anyBand, { maxLength: 4 }), ({ date, from, length, cut }, typed) => {
      const rate = { bands: splitBands(typed), bank_holidays_as_sunday: true };
      const start = londonInstant(date, from);
      const end = start + length * 60_000;
      const middle = start + Math.round(length * cut) * 60_000;
      const whole = hourPieces(start, end, rate, ENGLAND);
      expect(whole.reduce((sum, piece) => sum + piece.minutes, 0)).toBe(length);
      const exact = (one: number, other: number) =>
        one === other
          ? 0
          : hourPieces(one, other, rate, ENGLAND).reduce(
              (sum, piece) => sum + piece.minutes * (piece.rate_pence ?? 0),
              0,
            );
      expect(exact(start, middle) + exact(middle, end)).toBe(exact(start, end));
      expect(piecesPence(whole)).toBe(Math.round(exact(start, end) / 60));
    }),
    { numRuns: 60 },
  );
});
