import { expect, test } from "vitest";
import { changeEmailForm } from "~/account/email/form";
import { signUpForm } from "~/account/sign-up/form";
import { newCaseForm } from "~/diary/cases/form";
import { newRateForm } from "~/diary/fees/rate-form";
import { newLeaveForm } from "~/diary/leave/form";
import { newSessionForm } from "~/diary/sessions/form";
import { newElementForm } from "~/planning/job-plans/element-form";
import { newPlanForm } from "~/planning/job-plans/plan-form";
import { newRef } from "~/platform/db/columns.server";
import { readForm, refuse } from "~/platform/http/read-form.server";

/** What is wrong with a form, as its page lists it. */
async function problems(schema: Parameters<typeof readForm>[1], fields: [string, string][]) {
  const body = new URLSearchParams([["idempotency_key", newRef()], ...fields]);
  const form = await readForm(new Request("https://daybook.test/", { method: "POST", body }), schema);
  return form.ok
    ? {}
    : Object.fromEntries(Object.entries(refuse(form.state).data.form.errors).map(([n, m]) => [n, m[0]]));
}

const TIME = "Please check the time is in the format hh:mm";

test("a session says all that is wrong with it at once, in the order of its form", async () => {
  const errors = await problems(newSessionForm, [
    ["session_date", "31/02/2026"],
    ["session_start_time", "25:00"],
    ["session_end_time", ""],
    ["job_plan_element_unique_ref", ""],
    ["extra_claim_amount", ""],
    ["extra_claim_payer", "Trust"],
    ["pa_calculation_basis", "time_calculated"],
    ["recurring", "yes"],
    ["recurringChoice_until", "date"],
    ["recurringChoice_until_date", ""],
  ]);
  expect(Object.entries(errors)).toEqual([
    ["session_date", "Please choose a date: February 2026 has 28 days"],
    ["session_start_time", TIME],
    ["session_end_time", TIME],
    ["extra_claim_amount", "Enter the fee, or clear the other fee fields"],
    ["recurringChoice_type", "Choose weekly or monthly"],
    ["recurringChoice_until_date", "Please choose a date"],
  ]);
});

test("a whole day that ends at 24:00 says only what is wrong with it", async () => {
  const errors = await problems(newSessionForm, [
    ["session_date", ""],
    ["session_start_time", "00:00"],
    ["session_end_time", "24:00"],
    ["whole_day", "yes"],
    ["job_plan_element_unique_ref", ""],
    ["pa_calculation_basis", "time_calculated"],
  ]);
  expect(Object.keys(errors)).toEqual(["session_date"]);
});

test("a fixed session without a date says that its allocation is missing too", async () => {
  const errors = await problems(newSessionForm, [
    ["session_date", ""],
    ["job_plan_element_unique_ref", ""],
    ["pa_calculation_basis", "fixed"],
    ["fixed_PA_allocation", ""],
  ]);
  expect(Object.keys(errors)).toEqual(["session_date", "fixed_PA_allocation"]);
});

test("a case says of its time, its age and its fee at once", async () => {
  const errors = await problems(newCaseForm, [
    ["age", "200"],
    ["start_time", "noon"],
    ["case_claim_amount", ""],
    ["case_claim_payer", "Trust"],
  ]);
  expect(Object.keys(errors)).toEqual(["age", "start_time", "case_claim_amount"]);
});

test("a plan, an element, a rate and a leave judge their answers beside each other though one cannot be read", async () => {
  const plan = await problems(newPlanForm, [
    ["title", ""],
    ["date_start", "1/4/2026"],
    ["date_end", "1/3/2026"],
    ["counts", "balance"],
    ["opening_balance_pa", ""],
    ["weeks_per_year", "60"],
    ["contracted_pa", ""],
    ["method", "weekly_leave_adjusted"],
    ["nation", "england"],
    ["standard_start", "20:00"],
    ["standard_end", "19:00"],
  ]);
  expect(Object.keys(plan)).toEqual([
    ...["title", "date_end", "opening_balance_pa", "weeks_per_year", "contracted_pa", "standard_end"],
  ]);
  const element = await problems(newElementForm, [
    ["description", ""],
    ["category", "DCC"],
    ["pattern", "fixed_times"],
    ["schedule[0].weekday", "2"],
    ["schedule[0].start", "25:00"],
    ["schedule[0].end", ""],
  ]);
  expect(element).toEqual({
    description: "Enter a description",
    "schedule[0].start": TIME,
    "schedule[0].end": "Enter an end time",
  });
  const rate = await problems(newRateForm, [
    ["name", ""],
    ["basis", "hour"],
    ["rate_amount", ""],
  ]);
  expect(rate).toEqual({ name: "Enter a name for the rate", rate_amount: "Enter the rate, or time bands below" });
  const leave = await problems(newLeaveForm, [
    ["type", "annual"],
    ["date_start", "3/8/2026"],
    ["date_end", "1/8/2026"],
    ["status", ""],
    ["study_cost", "100"],
  ]);
  expect(Object.keys(leave)).toEqual(["date_end", "status", "study_cost"]);
});

test("a form with passwords keeps its order too, and says of the second one beside the first", async () => {
  const errors = await problems(signUpForm, [
    ["first_name", ""],
    ["last_name", "Last"],
    ["email", "nobody"],
    ["username", ""],
    ["password1", "short"],
    ["password2", ""],
  ]);
  expect(Object.keys(errors).slice(0, 6)).toEqual([
    ...["first_name", "email", "username", "password1", "password2", "read_t_c"],
  ]);
});

test("a change of address says that the two differ beside what else is wrong, in the order of its form", async () => {
  const sent = (new_email: string, again: string, password: string) =>
    problems(changeEmailForm, [
      ["new_email", new_email],
      ["new_email_confirm", again],
      ["password", password],
    ]);
  const differ = "Both email addresses must be the same";
  expect(Object.entries(await sent("nobody", "other@example.com", ""))).toEqual([
    ["new_email", "Enter an email address in the correct format, like name@example.com"],
    ["new_email_confirm", differ],
    ["password", "Enter your current password"],
  ]);
  expect(await sent("one@example.com", "other@example.com", "x")).toEqual({ new_email_confirm: differ });
  expect(Object.keys(await sent("", "other@example.com", "x"))).toEqual(["new_email"]);
  expect(await sent("one@example.com", "", "x")).toEqual({ new_email_confirm: "Enter the new email address again" });
  expect(await sent("one@example.com", " ONE@example.com ", "x")).toEqual({});
});
