import { requireLevel } from "~/accounts/guard.server";
import { Page } from "~/ui/page";
import type { Route } from "./+types/activity";

export function loader(args: Route.LoaderArgs) {
  requireLevel("account", args);
  return null;
}

export default function ActivityPage() {
  return <Page title="Activity log">{null}</Page>;
}
