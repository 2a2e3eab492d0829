import { requireLevel } from "~/accounts/guard.server";
import { Page } from "~/ui/page";
import type { Route } from "./+types/export";

export function loader(args: Route.LoaderArgs) {
  requireLevel("diary", args);
  return null;
}

export default function ExportPage() {
  return <Page title="Export everything">{null}</Page>;
}
