import * as page from "~/routes/logbook/session";
import { type Answer, load, submit } from "./harness";

type Ask = Parameters<typeof submit>[2];

/** What the page of a session shows of those that follow it, as its form holds that. */
export async function shownFollowing({ user, params = {} }: Pick<Ask, "user" | "params">): Promise<string> {
  const { data } = await load<{ defaults: { series_shown: string } } | null>(page.loader, { user, params });
  return data?.defaults.series_shown ?? "";
}

/** Presses Save on the page of a session as it stands now. */
export async function saveSession<Data = never>(form: Record<string, string>, ask: Ask): Promise<Answer<Data>> {
  return submit<Data>(page.action, { series_shown: await shownFollowing(ask), ...form }, ask);
}
