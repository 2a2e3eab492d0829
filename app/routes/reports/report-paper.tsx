import { requireLevel } from "~/accounts/guard.server";
import { Page } from "~/ui/page";
import type { Route } from "./+types/report-paper";

export const handle = { script: false };

export function loader(args: Route.LoaderArgs) {
  requireLevel("progress", args);
  return null;
}

export default function ReportPaperPage() {
  return <Page title="Report">{null}</Page>;
}
