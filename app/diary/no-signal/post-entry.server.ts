import { and, eq, gte, lt, sql } from "drizzle-orm";
import { isRouteErrorResponse, matchPath } from "react-router";
import { sessions } from "~/diary/sessions/table.server";
import type { Actor } from "~/platform/context";
import type { ActionResult } from "~/platform/http/action-result";
import { messageOf } from "~/platform/http/flash.server";
import { pathTo } from "~/platform/http/path-to";
import { readClockTime } from "~/platform/time/clock-time";
import { readDate } from "~/platform/time/dates";
import { addDays, londonInstant } from "~/platform/time/london";
import type { KeptEntry, NoSignalEntry } from "./entry";

type Fields = NoSignalEntry["fields"];

/** Sends a form to the action of its page, and answers as that does; null for a page whose forms are not taken. */
export type Post = (path: string, fields: Fields) => { request: Request; answer: Promise<unknown> } | null;

interface Saved {
  text: string;
  undo: string | null;
  to: string;
}

/** What was saved of an entry, one after the other, and what was refused. */
export interface Posted {
  saved: Saved[];
  kept: KeptEntry | null;
}

/** Sends an entry as its user would have: every check, key and lock is that of the page. */
export async function postEntry(by: Actor, entry: NoSignalEntry, post: Post): Promise<Posted> {
  const { path, fields, then: list } = entry;
  // So that it says which session it made.
  const first = list ? [...fields.filter(([name]) => name !== "after_save"), ["after_save", "case"] as const] : fields;
  const done = await outcomeOf(post(path, first as Fields));
  const sessionRef = list ? await sessionMade(by, path, "why" in done ? null : done) : null;
  if (!list || sessionRef === null) {
    return "why" in done ? { saved: [], kept: { ...entry, why: done.why } } : { saved: [done], kept: null };
  }
  const listPath = pathTo("/logbook/session/:sessionRef/cases/", { sessionRef });
  const added = await outcomeOf(post(listPath, list.fields));
  const saved = "why" in done ? [] : [done];
  if (!("why" in added)) return { saved: [...saved, added], kept: null };
  const { label, typed_at } = entry;
  return { saved, kept: { path: listPath, fields: list.fields, label, typed_at, why: added.why } };
}

/** The session that the first form made; of a planned one also where it was logged meanwhile. */
async function sessionMade({ db, userId }: Actor, path: string, done: Saved | null): Promise<string | null> {
  const made = done && matchPath("/logbook/session/:sessionRef/case/new/", done.to.split("?")[0] as string);
  if (made) return made.params.sessionRef ?? null;
  const planned = matchPath("/logbook/planned/:elementRef/:date/", path.split("?")[0] as string);
  const date = readDate(planned?.params.date ?? "");
  if (!planned || !date) return null;
  const [there] = await db
    .select({ unique_ref: sessions.unique_ref })
    .from(sessions)
    .where(
      and(
        eq(sessions.user_id, userId),
        eq(sessions.element_ref, planned.params.elementRef ?? ""),
        eq(sessions.outcome, "held"),
        gte(sessions.start_at, londonInstant(date)),
        lt(sessions.start_at, londonInstant(addDays(date, 1))),
      ),
    )
    .orderBy(sql`abs(${sessions.start_at} - ${londonInstant(date, startIn(path))})`)
    .limit(1);
  return there?.unique_ref ?? null;
}

/** Minutes from midnight at which a planned session starts, by its address: an element may have two on one day. */
function startIn(path: string): number {
  return readClockTime(new URLSearchParams(path.split("?")[1]).get("start") ?? "") || 0;
}

const NO_FORM = "Daybook does not know the page that this was typed for";
const NOTHING_SAVED = "Daybook needs you to look at it once more before it is saved";

/** @throws what is no answer to the form: the entry stays on the device, and is sent again */
async function outcomeOf(posted: ReturnType<Post>): Promise<Saved | { why: string }> {
  if (!posted) return { why: NO_FORM };
  try {
    const answer = await posted.answer;
    if (answer instanceof Response) return readResponse(posted.request, answer);
    const { data } = answer as { data: ActionResult };
    // Of several sentences one may end as those of the specification do.
    const messages = Object.values(data.form?.errors ?? {}).flatMap((each) =>
      each.map((words) => words.replace(/\.$/, "")),
    );
    return { why: [...new Set(messages)].join(". ") || NOTHING_SAVED };
  } catch (thrown) {
    if (thrown instanceof Response && thrown.status < 500) return { why: await thrown.text() };
    if (statusOf(thrown) === 404) return { why: "What this was typed for is not there any more" };
    throw thrown;
  }
}

function readResponse(request: Request, response: Response): Saved | { why: string } {
  const message = messageOf(request, response);
  const to = response.headers.get("Location");
  if (!message || !to) throw new Error("An action answered without saying what it did");
  return message.done ? { text: message.text, undo: message.undo, to } : { why: message.text };
}

function statusOf(thrown: unknown): number | undefined {
  if (isRouteErrorResponse(thrown)) return thrown.status;
  return (thrown as { init?: ResponseInit | null })?.init?.status;
}
