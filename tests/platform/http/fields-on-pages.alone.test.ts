import { expect, test } from "vitest";
import { load, makeUser } from "../../support/harness";
import { rendered } from "../../support/rendered";
import { routeModules } from "../../support/route-modules";
import { makeWholeDiary, validForms } from "../../support/valid-forms";

/** Asked only where another answer calls for it. */
const ON_DEMAND = /^(twoFactorCode|identifiers_\w+|(\w+_)?(start|end)_time_which|case_day)$/;
/** On the page in another state of it: after its first answer, or for another diary than this one. */
const OTHER_STATE: Record<string, string[]> = {
  "account/passkey-new.tsx": ["answer"],
  "job-plans/element.tsx": ["whole_plan"],
  "job-plans/plan-form.tsx": ["counts"],
  "job-plans/plan-new.tsx": ["counts_from"],
  "logbook/session.tsx": ["series_scope"],
  "logbook/session-delete.tsx": ["recurring"],
  "reports/reports.tsx": ["idempotency_key", "replace", "name"],
};
/** Whose form is all of another state, or whose rows this diary does not have. */
const LEFT_OUT =
  /^(admin\/|signup|csv-import\/(map|rota)\.|logbook\/session-cases\.|reports\/(reflections|locked-periods)\.)/;

const forms = Object.entries(validForms).flatMap(([file, form]) => {
  const page = routeModules[file];
  return form && page?.default && page.loader && !LEFT_OUT.test(file) ? [{ file, form, page }] : [];
});

/** The name in the first row of a list, which is there before others are added. */
function inFirstRow(name: string): string {
  return name.replace(/\[\d+\]/, "[0]");
}

test.each(forms)("$file has a field for each answer that its form takes: without one, a save would empty it", async ({
  file,
  form,
  page,
}) => {
  const diary = await makeWholeDiary(await makeUser());
  const { user, params } = diary;
  await form.prepare?.(diary);
  const { status, data } = await load<unknown>(page.loader as never, { user, params });
  // Pages for visitors lead on whoever is logged in.
  if (status === 302) return expect(form.by ?? file).toMatch(/^(visitor|anybody|account\/(confirm|suspended)\.tsx)$/);
  const html = rendered(page, params, data);
  const wanted = Object.keys(await form.fields(diary)).filter((name) => !ON_DEMAND.test(name));
  const missing = wanted.filter((name) => !html.includes(`name="${inFirstRow(name)}"`));
  expect(missing).toEqual(OTHER_STATE[file] ?? []);
});
