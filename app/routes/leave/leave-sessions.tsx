import { requireLevel } from "~/accounts/guard.server";
import { Page } from "~/ui/page";
import type { Route } from "./+types/leave-sessions";

export function loader(args: Route.LoaderArgs) {
  requireLevel("diary", args);
  return null;
}

export default function LeaveSessionsPage() {
  return <Page title="Sessions in this leave">{null}</Page>;
}
