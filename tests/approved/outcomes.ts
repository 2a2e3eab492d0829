import { restoreRows, rowsAfter } from "../support/every-row";
import { flashOf } from "../support/flash";
import { type forms, post, type World, worldFor } from "../support/form-worlds";
import type { Answer } from "../support/harness";
import { type Diary, type Fields, type ValidForm, waysOf } from "../support/valid-forms";
import { watchedDatabase } from "../support/watched-database";
import { type Answers, answersAsText } from "./answers";
import { asText, type Names, named } from "./as-text";
import { changedRows } from "./changed-rows";

type Form = (typeof forms)[number];
type Bursts = () => Promise<boolean>;
/** What sends answers to a database that tells what is written. */
type Send = (world: World, database: ReturnType<typeof watchedDatabase>["database"]) => Promise<Answer>;

/** One diary, in which each sending finds what was there before the first. */
export async function openOutcomes(form: ValidForm) {
  const world = await worldFor(form);
  const { mine, theirs, fields, before } = world;
  const names: Names = [...namesIn(mine, ""), ...namesIn(theirs, "their ")];
  return {
    names,
    fields,
    ways: waysOf(form, mine),
    /**
     * What an answer says, and what was written for it.
     * @param first is sent before it: what that wrote is not shown
     */
    async outcomeOf(send: Send, first?: Send): Promise<{ status: number; errors: Fields; said: unknown }> {
      const { database, written } = watchedDatabase();
      await first?.(world, database);
      const since = first ? await rowsAfter(before, written) : before;
      const { status, location, data, headers } = await send(world, database);
      const after = await rowsAfter(before, written);
      const { text: says } = flashOf({ headers });
      const rows = changedRows(since, after, names);
      const said = { status, ...(location ? { to: location } : {}), ...(says ? { says } : {}), ...saidOf(data), rows };
      await restoreRows(before, after);
      return { status, errors: saidOf(data).errors ?? {}, said: named(said, names) };
    },
  };
}

/** The references of a diary under the names of its routes. */
function namesIn({ user, params }: Diary, whose: string): Names {
  const refs = Object.entries(params).filter(([, ref]) => ref.length >= 20 || ref === params.undoRef);
  return [
    [user.unique_ref, `${whose}userRef of the account`],
    ...refs.map(([name, ref]) => [ref, whose + name] as const),
  ];
}

/** Of a refused form its errors: it says again what was sent. */
function saidOf(data: unknown): { errors?: Fields } {
  const { form, ...rest } = (data ?? {}) as { form?: { errors?: Fields } };
  if (form?.errors) return { errors: form.errors, ...rest };
  return data ? ({ data } as object) : {};
}

/** Sends these answers to a form. */
function answers({ action, form }: Form, fields: Fields, bursts?: Bursts): Send {
  return (world, database) => post(action, form, world, fields, world.mine.params, database, bursts) as Promise<Answer>;
}

const decoyFilled = { location: "London" };

/**
 * What a form says and writes: without any answer, with its own and each of its ways, without each of its answers, with
 * what only a program fills in, when nobody may try again this minute, when it is sent again with another answer, and
 * in which of its texts it asks about what may name a patient.
 */
export async function outcomesOf(each: Form): Promise<string> {
  const { fields, ways, names, outcomeOf } = await openOutcomes(each.form);
  const titled: Answers = [];
  const add = async (title: string, sent: Fields, bursts?: Bursts) => {
    titled.push([title, (await outcomeOf(answers(each, sent, bursts))).said]);
  };
  for (const [at, way] of ways.entries())
    await add(at === 0 ? "accepted" : asText(named(way, names)), { ...fields, ...way });
  await add("no answers", {});
  for (const name of Object.keys(fields)) await add(`without ${name}`, { ...fields, [name]: "" });
  if (fields.location === "") await add("with a filled decoy", { ...fields, ...decoyFilled });

  let isAsked = false;
  await add("too often", fields, async () => {
    isAsked = true;
    return false;
  });
  if (!isAsked) titled.pop();

  const texts = Object.entries(fields).filter(([name, value]) => isText(name, value)) as [string, string][];
  for (const [name, value] of fields.idempotency_key ? texts : []) {
    const other = { ...fields, [name]: `${value} too` };
    const { status, said } = await outcomeOf(answers(each, other), answers(each, fields));
    if (status === 422) continue;
    titled.push([`again with another ${name}`, said]);
    break;
  }

  const asked: string[] = [];
  const unasked = Object.fromEntries(Object.entries(fields).filter(([name]) => !name.startsWith("identifiers_")));
  for (const [name, value] of texts) {
    const { errors } = await outcomeOf(answers(each, { ...unasked, [name]: `${value} 943 476 5919` }));
    if (/identify a patient/.test(JSON.stringify(errors[name] ?? ""))) asked.push(name);
  }
  if (asked.length > 0) titled.push(["asked what may name a patient in", asked]);
  return answersAsText(titled);
}

/** Whether an answer is words of its user. */
function isText(name: string, value: string | string[]): boolean {
  return typeof value === "string" && /^[A-Z][a-z]/.test(value) && !/_ref$|_key$|^identifiers_/.test(name);
}
