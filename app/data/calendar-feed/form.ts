import { z } from "zod";
import { chosen } from "~/platform/http/fields";
import { pathTo } from "~/platform/http/path-to";

export const FEED_CONTENTS = ["titles", "pas"] as const;
export type FeedContent = (typeof FEED_CONTENTS)[number];

/** The address that calendar programs read, below Daybook's own. */
export function feedPath(token: string): string {
  return pathTo("/calendar/:feedToken/daybook.ics", { feedToken: token });
}

export const feedForm = z.object({
  act: chosen("what to do", ["make", "change", "end"]),
  content: chosen("what the calendar shows", FEED_CONTENTS),
});
