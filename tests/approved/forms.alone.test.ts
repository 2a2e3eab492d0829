import { beforeEach, expect, test } from "vitest";
import { allRows } from "../support/every-row";
import { flashOf } from "../support/flash";
import { forms, post, worldFor } from "../support/form-worlds";
import type { Answer } from "../support/harness";
import { type Fields, waysOf } from "../support/valid-forms";
import { asText } from "./as-text";
import { changedRows } from "./changed-rows";
import { drawBy } from "./worlds";

beforeEach(({ task }) => drawBy(task.name));

type Form = (typeof forms)[number];

interface Outcome {
  fields: Fields;
  ways: Fields[];
  text: string;
}

/**
 * What an answer says, and what was written for it.
 * @param fieldsOf what is sent, of the form's own answers and its ways
 * @param noted with what every write notes down
 */
async function outcomeOf(
  { action, form }: Form,
  noted: boolean,
  fieldsOf: (own: Fields, ways: Fields[]) => Fields,
): Promise<Outcome> {
  const world = await worldFor(form);
  const ways = waysOf(form, world.mine);
  const answer = (await post(action, form, world, fieldsOf(world.fields, ways))) as Answer;
  const { status, location, data } = answer;
  const { text: says } = flashOf(answer);
  const rows = changedRows(world.before, await allRows(), noted);
  const said = { status, ...(location ? { to: location } : {}), ...(says ? { says } : {}), ...saidOf(data), rows };
  return { fields: world.fields, ways, text: asText(said, world.mine.params.undoRef) };
}

/** Of a refused form its errors: it says again what was sent. */
function saidOf(data: unknown): object {
  const { form, ...rest } = (data ?? {}) as { form?: { errors?: unknown } };
  if (form?.errors) return { errors: form.errors, ...rest };
  return data ? { data } : {};
}

/** Of a form without any answer, of each of its ways, and of its own answers without each of them. */
async function outcomesOf(form: Form): Promise<string> {
  const nothing = await outcomeOf(form, true, () => ({}));
  const { ways, fields } = nothing;
  const texts = [`no answers: ${nothing.text}`];
  for (const [at, way] of ways.entries()) {
    const { text } = await outcomeOf(form, true, (own, all) => ({ ...own, ...all[at] }));
    texts.push(`${at === 0 ? "accepted" : asText(way, undefined)}: ${text}`);
  }
  for (const name of Object.keys(fields)) {
    const { text } = await outcomeOf(form, false, (own) => ({ ...own, [name]: "" }));
    texts.push(`without ${name}: ${text}`);
  }
  return texts.join("\n");
}

test.for(forms)("$path answers and writes what was approved", async (each) => {
  await expect(await outcomesOf(each)).toMatchFileSnapshot(`forms/${each.path.replace(/\.tsx?$/, "")}.txt`);
});
