import { expect, test } from "vitest";
import { newRef } from "~/platform/db/columns.server";
import { allRows, type Rows } from "../../support/every-row";
import { forms, post, worldFor } from "../../support/form-worlds";

/** Whether encrypted text was changed or, as the note of a swap, added. */
function writesText(before: Rows, after: Rows): boolean {
  const textsOf = (all: Rows) =>
    all.flatMap(({ name, rows }) =>
      rows.map(
        ({ unique_ref, user_ref, text_encrypted }) =>
          [`${name}/${unique_ref ?? user_ref}`, JSON.stringify(text_encrypted)] as const,
      ),
    );
  const was = new Map(textsOf(before));
  return textsOf(after).some(([key, text]) => text !== undefined && text !== "null" && was.get(key) !== text);
}

const encrypting = new Set<string>();

test.each(
  forms,
)("$path keeps no hash of encrypted text that somebody without its page could test guesses against", async ({
  path,
  action,
  form,
}) => {
  const world = await worldFor(form);
  if (!("version" in world.fields)) return;
  const send = async (idempotency_key: string) =>
    (await post(action, form, world, { ...world.fields, idempotency_key })).status;
  const key = newRef();
  const first = await send(key);
  if (!writesText(world.before, await allRows())) return;
  encrypting.add(path);
  // With the key of another page the hash is another one: so it cannot be worked out from the answers alone.
  expect([first, await send(newRef()), await send(key)]).toEqual([302, 409, 302]);
});

test("these edits hold encrypted text", () => {
  expect([...encrypting].sort()).toEqual([
    ...["extras/fee.tsx", "job-plans/plan-form.tsx", "leave/leave-form.tsx", "leave/lieu-line.tsx"],
    ...["logbook/case.tsx", "logbook/session-outcome.tsx", "logbook/session.tsx", "reports/cpd-form.tsx"],
  ]);
});
