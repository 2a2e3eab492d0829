import { data } from "react-router";
import { isReauthenticated, requireLevel, requireReauthentication } from "~/account/guard.server";
import { changeFeed, endFeed, feedForm, feedOf, makeFeed } from "~/data/calendar-feed/feed.server";
import { Feed, NewAddress } from "~/data/calendar-feed/views/feed";
import type { ActionResult } from "~/platform/http/action-result";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { formatMoment } from "~/platform/time/instants";
import { formView } from "~/ui/forms/form-state";
import type { Route } from "./+types/feed";

const HERE = "/mydata/feed/";
const NO_FEED = "There is no calendar feed. Make an address first";

/** The new address, which is shown only once. */
type Made = ActionResult<{ address: string }>;

export async function loader(args: Route.LoaderArgs) {
  const { db, user, now } = requireLevel("diary", args);
  const [feed] = await feedOf(db, user.unique_ref);
  const reauthenticated = isReauthenticated(user, now);
  if (!feed) return { feed: null, reauthenticated };
  const { content, created_at, last_read_at } = feed;
  const read = last_read_at === null ? null : formatMoment(last_read_at, now);
  return { feed: { content, made: formatMoment(created_at, now), read }, reauthenticated };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const form = await readForm(args.request, feedForm);
  if (!form.ok) return refuse(form.state);
  const { intent, content } = form.value;
  // Showing more of a diary needs reauthentication; turning the feed off does not.
  if (intent !== "end") requireReauthentication("diary", args, HERE);
  if (intent === "make") return data<Made>({ address: await makeFeed(context, args.request, content) });
  if (intent === "end") {
    await endFeed(context, args.request);
    return redirectWithMessage(args.request, HERE, "Calendar feed turned off. Its address no longer works");
  }
  if (!(await changeFeed(context, args.request, content))) return refuse(form.state, { "": NO_FEED }, 409);
  return redirectWithMessage(args.request, HERE, "Saved. Calendar apps show the change when they next update");
}

interface FeedProps extends Pick<Route.ComponentProps, "loaderData"> {
  actionData?: Made | undefined;
}

export default function FeedPage({ loaderData: { feed, reauthenticated }, actionData }: FeedProps) {
  if (actionData?.address) return <NewAddress address={actionData.address} />;
  return (
    <Feed
      feed={feed}
      reauthenticated={reauthenticated}
      form={formView({ content: feed?.content ?? "titles" }, actionData?.form)}
    />
  );
}
