import { expect, test } from "vitest";
import { makeUser, submit } from "../../support/harness";
import { routeModules } from "../../support/route-modules";
import { makeWholeDiary, validForms } from "../../support/valid-forms";

/** A press of its button says all that they need: what they act on is in the address. */
const NEEDS_NO_ANSWER = new Set([
  ...["account/authenticator-off.tsx", "account/suspended.tsx", "csv-import/clear.tsx", "csv-import/rejected.ts"],
  ...["email/stop-mail.tsx", "email/take-back.tsx", "email/verify-email.tsx", "help.tsx", "logout.tsx"],
  ...["logbook/no-signal/revoke.tsx", "logbook/planned-log.tsx", "logbook/undo.tsx"],
  // Without an answer they lead back to their page.
  ...["mydata/case-data-file.ts", "mydata/session-data-file.ts", "terms.tsx"],
]);
/** Their form says what its page showed; one that says nothing shows what is no longer so. */
const HAS_CHANGED = ["csv-import/new-sessions.tsx", "csv-import/place.tsx"];

const forms = Object.entries(validForms).flatMap(([file, form]) => {
  const { action } = routeModules[file] ?? {};
  return form && action && !NEEDS_NO_ANSWER.has(file) ? [{ file, form, action }] : [];
});

test.each(forms)("$file sent without any answer is refused, and says what is missing", async ({
  file,
  form,
  action,
}) => {
  const diary = await makeWholeDiary(await makeUser(form.from ?? 9));
  await form.prepare?.(diary);
  const cookie = await form.cookie?.(diary);
  const headers: Record<string, string> = cookie ? { Cookie: cookie } : {};
  const user = form.by === "visitor" ? null : diary.user;
  const answer = await submit<unknown>(action as never, {}, { user, params: diary.params, headers });
  expect(answer.status).toBe(HAS_CHANGED.includes(file) ? 409 : 422);
  expect(JSON.stringify(answer.data)).toMatch(/"(errors|problem)":(\{"[^}]*\["[A-Z]|"[A-Z])/);
});
