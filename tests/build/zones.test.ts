import { afterAll, expect, test, vi } from "vitest";
import { addDays, londonInstant, londonInstants, londonMoment } from "~/platform/time/london";
import { browserOffsetMs, ZONE, zoneOffsetMs } from "~/platform/time/zone";

// A browser may be in any zone; only Node can change its own.
afterAll(() => {
  vi.unstubAllEnvs();
});

test.each([
  "UTC",
  "Europe/London",
  "America/New_York",
  "Asia/Kolkata",
  "Pacific/Auckland",
])("London's clocks are the same from a machine in %s", (machine) => {
  vi.stubEnv("TZ", machine);
  expect(londonInstants("2026-10-25", 90)).toEqual([Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30)]);
  expect(londonInstants("2027-03-28", 90)).toEqual([]);
  expect(londonInstant("2027-03-28", 90)).toBe(Date.UTC(2027, 2, 28, 1, 30));
  for (const first of ["2026-03-07", "2026-03-27", "2026-10-23", "2026-10-30", "2027-03-27"]) {
    for (let hours = 0; hours < 72; hours += 1) {
      const [date, minute] = [addDays(first, Math.floor(hours / 24)), (hours % 24) * 60];
      const instants = londonInstants(date, minute);
      for (const instant of instants) expect(londonMoment(instant)).toEqual({ date, minute });
      if (instants.length === 0)
        expect([date, minute]).toEqual([first.slice(0, 4) === "2026" ? "2026-03-29" : "2027-03-28", 60]);
    }
  }
});

const HOUR = 3_600_000;
const offsetName = new Intl.DateTimeFormat("en-GB", { timeZone: ZONE, timeZoneName: "shortOffset" });

test.each([
  "UTC",
  "Europe/London",
  "Europe/Paris",
  "America/New_York",
  "America/Sao_Paulo",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "Pacific/Auckland",
])("each hour of two years has its offset, on a machine in %s whose own clocks change", (machine) => {
  vi.stubEnv("TZ", machine);
  const wrong: string[] = [];
  for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2028, 0, 1); at += HOUR) {
    const platform = Number(/GMT\+(\d)/.exec(offsetName.format(at))?.[1] ?? 0) * HOUR;
    if (zoneOffsetMs(at) !== platform || browserOffsetMs(at) !== platform) wrong.push(new Date(at).toISOString());
  }
  expect(wrong).toEqual([]);
});
