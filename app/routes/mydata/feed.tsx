import { requireLevel } from "~/accounts/guard.server";
import { Page } from "~/ui/page";
import type { Route } from "./+types/feed";

export function loader(args: Route.LoaderArgs) {
  requireLevel("diary", args);
  return null;
}

export default function FeedPage() {
  return <Page title="Calendar feed">{null}</Page>;
}
