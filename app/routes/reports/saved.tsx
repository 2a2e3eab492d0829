import { requireLevel } from "~/accounts/guard.server";
import { Page } from "~/ui/page";
import type { Route } from "./+types/saved";

export function loader(args: Route.LoaderArgs) {
  requireLevel("progress", args);
  return null;
}

export default function SavedPage() {
  return <Page title="Saved report">{null}</Page>;
}
