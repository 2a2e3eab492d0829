import type { ShownChange } from "~/diary/planned/change-plan-shown";
import { newRef } from "~/platform/db/columns.server";
import * as page from "~/routes/job-plans/plan-change";
import { type Ask, submit } from "./harness";

export interface ChangeAnswer {
  change: ShownChange | null;
  form: { errors: Record<string, string[]>; link?: { path: string; words: string } };
}

/** The answers of a change from a date: contracted PAs as they are, every element as it is. */
export function changeOf(more: Record<string, string | string[]>): Record<string, string | string[]> {
  return { idempotency_key: newRef(), from: "1/1/2027", date_end: "", contracted_pa: "10", ...more };
}

/** Shows a change, then does what was shown, as with every tick but those of `staying`. */
export async function changePlan(
  fields: Record<string, string | string[]>,
  ask: Omit<Ask, "params"> & { params: { planRef: string } },
  staying: readonly string[] = [],
) {
  const looked = await submit<ChangeAnswer>(page.action, { ...fields, intent: "show" }, ask);
  const { change } = looked.data ?? {};
  if (!change) return { looked, change: null, done: looked, sent: fields };
  const asked = change.gone.map(({ ref }) => ref);
  const removed = asked.filter((ref) => !staying.includes(ref));
  const sent = { ...fields, shown: change.shown, asked, removed, intent: "make" };
  return { looked, change, sent, done: await submit<ChangeAnswer>(page.action, sent, ask) };
}
