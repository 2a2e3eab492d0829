import { expect, test } from "vitest";
import { PA_UNITS } from "~/planning/job-plans/pa-rules";
import { completeChoice, progressPath, readChoice } from "~/progress/choice";
import {
  beganLaterSentence,
  diarySentence,
  doneName,
  doneSentence,
  forecastSentence,
  headline,
  hoursSentence,
  wordSentence,
} from "~/progress/sentences";
import type { Forecast } from "~/progress/types";
import { exampleReport } from "../support/progress";

const pa = (pas: number) => Math.round(pas * PA_UNITS);
const forecast = exampleReport().forecast as Forecast;

test("the page begins with the answer", () => {
  expect(headline(exampleReport(), null)).toBe("You are 11.25 PA behind, about 1.1 weeks");
  expect(headline(exampleReport(), "SPA teaching")).toBe("SPA teaching: you are 11.25 PA behind, about 1.1 weeks");
  expect(headline(exampleReport({ day: "2027-03-31" }), null)).toBe("You ended 11.25 PA behind, about 1.1 weeks");
});

test("a plan that has not begun, and a diary that has not, are not behind", () => {
  expect(headline(exampleReport({ day: "2026-03-31" }), null)).toBe("Nothing is expected before 1 April 2026");
  const total = { weekly: pa(10), expected: pa(272), credit: 0, done: 0, balance: pa(-272) };
  const empty = exampleReport({ total, extra: 0, untagged: 0 });
  expect(headline(empty, null)).toBe("Nothing is logged in this plan yet");
  expect(headline(empty, "SPA core")).toMatch(/^SPA core: you are 272.00 PA behind/);
});

test("a user who began during the plan is told why so much is expected", () => {
  const behind = exampleReport({ word: "well behind", opening: 0 });
  expect(beganLaterSentence(behind, "2026-11-17")).toBe(
    "The plan counts from 1 April 2026, and your first session is on 17 November 2026.",
  );
  expect(beganLaterSentence(behind, null)).toMatch(/^If you began to use Daybook after that day/);
  // Four weeks may be leave; what is carried over stands for the time before.
  expect(beganLaterSentence(behind, "2026-04-28")).toBeNull();
  expect(beganLaterSentence(behind, "2026-04-29")).not.toBeNull();
  expect(beganLaterSentence({ ...behind, opening: 1 }, "2026-11-17")).toBeNull();
  expect(beganLaterSentence({ ...behind, word: "ahead" }, "2026-11-17")).toBeNull();
});

test("what is done is said with all that the balance is made of", () => {
  expect(doneSentence(exampleReport())).toBe("Done 260.75 of 272.00 expected to 20 November.");
  const total = { ...exampleReport().total, credit: pa(8.08) };
  expect(doneSentence(exampleReport({ total, opening: pa(-2) }))).toBe(
    "Done 260.75 of 272.00 expected to 20 November, with 2.00 PA owed from before and 8.08 PA credited for sickness.",
  );
});

test("running totals are called by all that is in them", () => {
  const { total } = exampleReport();
  const credited = { ...total, credit: pa(8.08) };
  expect(doneName({ opening: 0, total })).toBe("Done");
  expect(doneName({ opening: 0, total: credited })).toBe("Done and credited");
  expect(doneName({ opening: pa(1), total })).toBe("Done and carried over");
  expect(doneName({ opening: pa(1), total: credited })).toBe("Done, credited and carried over");
});

test("the forecast is said in PAs and in lists, and beside it what the diary holds", () => {
  expect(forecastSentence(forecast, pa(2.5), "pas")).toBe(
    "If you work the rest of your plan you finish 13.20 PA short: about 5 lists of 2.50.",
  );
  expect(forecastSentence({ ...forecast, balance: pa(1) }, pa(2.5), "pas")).toBe(
    "If you work the rest of your plan you finish 1.00 PA over its target.",
  );
  expect(forecastSentence({ ...forecast, balance: 0 }, null, "pas")).toBe(
    "If you work the rest of your plan you finish exactly on its target.",
  );
  expect(forecastSentence({ ...forecast, target: 0, balance: 0 }, null, "pas")).toBe(
    "The plan expects nothing: its elements have no PAs yet.",
  );
  expect(diarySentence(forecast, "pas")).toBe("Your logbook holds 42.50 PA for the 68 days of work left.");
  expect(diarySentence({ ...forecast, inDiary: 0, daysLeft: 1 }, "pas")).toBe(
    "Your logbook holds nothing yet for the 1 day of work left.",
  );
});

test.each([
  ["on track", "On track, within 5%"],
  ["behind", "Behind, by more than 5%"],
  ["well ahead", "Well ahead, by more than 10%"],
] as const)("%s says how far it reaches", (word, words) => {
  expect(wordSentence(exampleReport({ word }))).toBe(words);
});

test("more than 48 hours a week on average is said softly", () => {
  const hours = { meanMinutes: 2652, weeks: 26, from: "2026-05-23", to: "2026-11-20", isOver: false };
  expect(hoursSentence(hours)).toBe(
    "You worked 44 h 12 min a week on average in the 26 weeks to 20 November 2026, all work counted. Working time is compared with 48 hours.",
  );
  expect(hoursSentence({ ...hours, meanMinutes: 3000, isOver: true })).toContain("50 h a week");
});

test("an address names the measure only where it is not the profile's, and follows the profile otherwise", () => {
  const unasked = readChoice(new URLSearchParams());
  expect(completeChoice(unasked, "hours")).toMatchObject({ measure: "hours", usual: "hours" });
  expect(progressPath(completeChoice(unasked, "hours"))).toBe("/progress/");
  const pas = completeChoice(readChoice(new URLSearchParams("?measure=pas")), "hours");
  expect(progressPath(pas)).toBe("/progress/?measure=pas");
});

test("an address says what is looked at, and nonsense in it is as if it were not there", () => {
  const element = "e".repeat(22);
  const asked = `?plan=${"p".repeat(22)}&method=annualised_paced&measure=hours&bars=week&of=${element}`;
  const choice = readChoice(new URLSearchParams(asked));
  expect(choice).toMatchObject({ method: "annualised_paced", measure: "hours", bars: "week", element, category: null });
  expect(progressPath(completeChoice(choice, "pas"))).toBe(`/progress/${asked}`);
  const wrong = "?plan=%27&day=never&method=best&measure=miles&bars=year&of=%3Cb%3E";
  expect(progressPath(completeChoice(readChoice(new URLSearchParams(wrong)), "pas"))).toBe("/progress/");
  expect(readChoice(new URLSearchParams("?of=SPA")).category).toBe("SPA");
});
