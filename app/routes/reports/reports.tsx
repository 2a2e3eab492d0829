import { requireLevel } from "~/accounts/guard.server";
import { Page } from "~/ui/page";
import type { Route } from "./+types/reports";

export function loader(args: Route.LoaderArgs) {
  requireLevel("progress", args);
  return null;
}

export default function ReportsPage() {
  return <Page title="Reports">{null}</Page>;
}
