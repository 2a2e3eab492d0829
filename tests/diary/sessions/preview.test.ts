import { expect, test } from "vitest";
import { previewOf } from "~/diary/sessions/preview";

test.each([
  ["2.5", 9_000],
  ["", null],
  ["much", null],
])("a fixed basis of %j is worth that in the preview", (fixed_PA_allocation, units) => {
  const answers: Record<string, string> = {
    ...{ session_date: "17/11/2026", session_start_time: "08:00", session_end_time: "10:00" },
    ...{ pa_calculation_basis: "fixed", fixed_PA_allocation },
  };
  expect(previewOf((name) => answers[name] ?? "", [], null).own?.pa_units ?? null).toBe(units);
});
