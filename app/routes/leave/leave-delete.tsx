import { requireLevel } from "~/accounts/guard.server";
import { Page } from "~/ui/page";
import type { Route } from "./+types/leave-delete";

export function loader(args: Route.LoaderArgs) {
  requireLevel("diary", args);
  return null;
}

export default function LeaveDeletePage() {
  return <Page title="Delete leave">{null}</Page>;
}
