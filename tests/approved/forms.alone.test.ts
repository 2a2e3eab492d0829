import { beforeEach, expect, test } from "vitest";
import { forms, worldFor } from "../support/form-worlds";
import { type Fields, waysOf } from "../support/valid-forms";
import { asText } from "./as-text";
import { askedAboutIn, type Form, sentAgainOtherwise, sentTo, sentTooOften } from "./outcomes";
import { drawBy } from "./worlds";

beforeEach(({ task }) => drawBy(task.name));

const filledDecoy = (own: Fields) => ({ ...own, location: "London" });

/** Of a form without any answer, of each of its ways, of its own answers without each of them, and when it is refused. */
async function outcomesOf(form: Form): Promise<string> {
  const { mine, fields } = await worldFor(form.form);
  const outcomes: [string, string | null][] = [["no answers", await sentTo(form, () => ({}), true)]];
  for (const [at, way] of waysOf(form.form, mine).entries()) {
    const title = at === 0 ? "accepted" : asText(way, undefined);
    outcomes.push([title, await sentTo(form, (own, ways) => ({ ...own, ...ways[at] }), true)]);
  }
  for (const name of Object.keys(fields)) {
    outcomes.push([`without ${name}`, await sentTo(form, (own) => ({ ...own, [name]: "" }), false)]);
  }
  // What a person does not see, and a program fills in.
  if (fields.location === "") outcomes.push(["with a filled decoy", await sentTo(form, filledDecoy, true)]);
  outcomes.push(["too often", await sentTooOften(form)]);
  outcomes.push(["again with another", await sentAgainOtherwise(form)]);
  outcomes.push(["asked what may name a patient in", await askedAboutIn(form)]);
  return outcomes.flatMap(([title, text]) => (text === null ? [] : [`${title}: ${text}`])).join("\n");
}

test.for(forms)("$path answers and writes what was approved", async (each) => {
  await expect(await outcomesOf(each)).toMatchFileSnapshot(`forms/${each.path.replace(/\.tsx?$/, "")}.txt`);
});
