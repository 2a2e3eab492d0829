import { requireLevel } from "~/accounts/guard.server";
import { Page } from "~/ui/page";
import type { Route } from "./+types/lieu-line";

export function loader(args: Route.LoaderArgs) {
  requireLevel("diary", args);
  return null;
}

export default function LieuLinePage() {
  return <Page title="Line of time in lieu">{null}</Page>;
}
