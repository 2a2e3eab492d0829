import { and, eq } from "drizzle-orm";
import type { RequestContext } from "~/account/guard.server";
import { sessions } from "~/diary/sessions/table.server";
import { shortDate } from "~/platform/time/dates";
import type { Choice } from "~/ui/forms/choice-fields";
import type { KeptEntry } from "./entry";
import { kindOf, pageIn, pathnameOf, sessionOf } from "./filling";
import { requireKept, typedAt } from "./kept.server";
import { nearSessions } from "./sessions.server";
import { typedGroups } from "./typed-groups";

/** Sessions that cases may be put into begin at most so many days ago. */
const DAYS_BEFORE = 30;

/** All data of the page of an entry that was refused. */
export async function keptPage(by: RequestContext, ref: string) {
  const kept = await requireKept(by, ref);
  const { label, why, typed_at } = kept;
  const choices = await pagesFor(by, kept);
  const chosen = choices.find(({ value }) => value.split("?")[0] === pathnameOf(kept))?.value ?? "";
  return { label, why, typed: typedAt(typed_at, by.now), groups: typedGroups(kept), choices, chosen };
}

export type KeptPage = Awaited<ReturnType<typeof keptPage>>;

/** The pages that an entry can be saved on: its own while that is there, sessions near today, and a new one. */
export async function pagesFor(by: RequestContext, kept: KeptEntry): Promise<Choice[]> {
  const kind = kindOf(kept);
  if (kind === null) return [];
  const near = kind === "session" ? [] : await nearSessions(by, DAYS_BEFORE);
  const others = near.map((each) => ({
    value: pageIn(kept, each),
    label: `${each.name}, ${shortDate(each.date)}, ${each.start} – ${each.end}${each.ref === null ? ", planned" : ""}`,
  }));
  const own = { value: kept.path, label: `Where it was typed: ${kept.label}` };
  const isListed = others.some(({ value }) => value === pathnameOf(kept));
  const isNew = pathnameOf(kept) === NEW_SESSION;
  const first = kept.path === "" || isListed || isNew || !(await isThere(by, kept)) ? [] : [own];
  return [...first, ...others, { value: isNew ? kept.path : NEW_SESSION, label: "A new session" }];
}

const NEW_SESSION = "/logbook/session/new/";

/** A case that was deleted is told by its own page. */
async function isThere({ db, userId }: RequestContext, kept: KeptEntry): Promise<boolean> {
  const ref = sessionOf(kept);
  if (ref === null) return true;
  return (await db.$count(sessions, and(eq(sessions.user_id, userId), eq(sessions.unique_ref, ref)))) > 0;
}
