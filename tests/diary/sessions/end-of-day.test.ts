import { expect, test } from "vitest";
import { timesOf } from "~/diary/sessions/columns-of-answers.server";
import { newSessionForm } from "~/diary/sessions/form";
import { previewOf } from "~/diary/sessions/preview";
import { newRef } from "~/platform/db/columns.server";
import { readAnswers } from "~/platform/http/read-form.server";

const FORM = { session_date: "17/11/2026", pa_calculation_basis: "time_calculated" };

/** Start and end in UTC, as the server reads the form, and as the page previews it. */
async function read(fields: Record<string, string>) {
  const typed: Record<string, string> = { ...FORM, ...fields };
  const form = await readAnswers({ ...typed, idempotency_key: newRef() }, newSessionForm);
  if (!form.ok) return form.state.errors;
  const times = timesOf(form.value);
  const preview = previewOf((name) => typed[name] ?? "", [], null);
  if (!times.ok) return times.errors;
  expect(preview.sum).not.toBeNull();
  return [times.startAt, times.endAt].map((instant) => new Date(instant).toISOString().slice(0, 16));
}

test.each([
  ["8.15", "5pm", "2026-11-17T08:15", "2026-11-17T17:00"],
  ["9.5", "1730", "2026-11-17T09:30", "2026-11-17T17:30"],
  ["18:00", "24:00", "2026-11-17T18:00", "2026-11-18T00:00"],
  ["00:00", "24:00", "2026-11-17T00:00", "2026-11-18T00:00"],
])("a session from %s to %s is read alike by the page and the server", async (start, end, startAt, endAt) => {
  expect(await read({ session_start_time: start, session_end_time: end })).toEqual([startAt, endAt]);
});

test("24:00 of a last day is the midnight that ends that day", async () => {
  const times = { session_start_time: "08:00", session_end_time: "24:00" };
  const span = await read({ ...times, session_greater_24_hours: "yes", session_end_date: "19/11/2026" });
  expect(span).toEqual(["2026-11-17T08:00", "2026-11-20T00:00"]);
});

test.each([
  ["25:00", "17:00"],
  ["24:00", "17:00"],
  ["08:00", "24:30"],
])("a session from %s to %s is refused", async (start, end) => {
  const errors = await read({ session_start_time: start, session_end_time: end });
  expect(Object.values(errors).flat()).toEqual(["Please check the time is in the format hh:mm"]);
});
