import { requireLevel } from "~/accounts/guard.server";
import { Page } from "~/ui/page";
import type { Route } from "./+types/session-data";

export function loader(args: Route.LoaderArgs) {
  requireLevel("diary", args);
  return null;
}

export default function SessionDataPage() {
  return <Page title="Session data">{null}</Page>;
}
