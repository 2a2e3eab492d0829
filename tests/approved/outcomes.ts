import { allRows } from "../support/every-row";
import { flashOf } from "../support/flash";
import { type forms, post, type World, worldFor } from "../support/form-worlds";
import type { Answer } from "../support/harness";
import { type Fields, waysOf } from "../support/valid-forms";
import { asText } from "./as-text";
import { changedRows } from "./changed-rows";

export type Form = (typeof forms)[number];

/** What an answer says, and what was written since `before`. */
export async function outcomeOf(
  { mine, before }: Pick<World, "mine" | "before">,
  { status, location, data, headers }: Answer,
  { noted = false } = {},
): Promise<string> {
  const { text: says } = flashOf({ headers });
  const rows = changedRows(before, await allRows(), noted);
  const said = { status, ...(location ? { to: location } : {}), ...(says ? { says } : {}), ...saidOf(data), rows };
  return asText(said, mine.params.undoRef);
}

/** Of a refused form its errors: it says again what was sent. */
function saidOf(data: unknown): object {
  const { form, ...rest } = (data ?? {}) as { form?: { errors?: unknown } };
  if (form?.errors) return { errors: form.errors, ...rest };
  return data ? { data } : {};
}

/** Answers over a form's own. */
type Change = (own: Fields, ways: Fields[]) => Fields;

export async function sentTo({ action, form }: Form, change: Change, noted: boolean): Promise<string> {
  const world = await worldFor(form);
  const fields = change(world.fields, waysOf(form, world.mine));
  return outcomeOf(world, (await post(action, form, world, fields)) as Answer, { noted });
}

/** The form when nobody may try again this minute; null for one that does not ask whether they may. */
export async function sentTooOften({ action, form }: Form): Promise<string | null> {
  const world = await worldFor(form);
  let asked = false;
  const refusing = async () => {
    asked = true;
    return false;
  };
  const answer = await post(action, form, world, world.fields, world.mine.params, undefined, refusing);
  return asked ? outcomeOf(world, answer as Answer) : null;
}

/** What its key makes once says something else when it is sent again: the first answer that is accepted both times. */
export async function sentAgainOtherwise({ action, form }: Form): Promise<string | null> {
  const world = await worldFor(form);
  if (!world.fields.idempotency_key) return null;
  await post(action, form, world, world.fields);
  const before = await allRows();
  for (const [name, value] of Object.entries(world.fields)) {
    const others = isText(name, value) ? { ...world.fields, [name]: `${value} too` } : null;
    const answer = others ? ((await post(action, form, world, others)) as Answer) : null;
    if (answer && answer.status !== 422) return `${name} ${await outcomeOf({ ...world, before }, answer)}`;
  }
  return null;
}

/** The texts that are asked about when they hold what may name a patient; null for a form without any. */
export async function askedAboutIn({ action, form }: Form): Promise<string | null> {
  const { fields } = await worldFor(form);
  const asked: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (!isText(name, value)) continue;
    const world = await worldFor(form);
    const unasked = Object.entries(world.fields).filter(([each]) => !each.startsWith("identifiers_"));
    const sent = { ...Object.fromEntries(unasked), [name]: `${value} 943 476 5919` };
    const { data } = (await post(action, form, world, sent)) as Answer<{ form?: { errors?: Fields } } | null>;
    if (/"[^"]*identify a patient/.test(JSON.stringify(data?.form?.errors ?? ""))) asked.push(name);
  }
  return asked.length > 0 ? asText(asked, undefined) : null;
}

/** Whether an answer is words of its user. */
function isText(name: string, value: string | string[]): value is string {
  return typeof value === "string" && /^[A-Z][a-z]/.test(value) && !/_ref$|_key$|^identifiers_/.test(name);
}
