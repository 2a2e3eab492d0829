import { requireLevel } from "~/accounts/guard.server";
import { Page } from "~/ui/page";
import type { Route } from "./+types/case-data";

export function loader(args: Route.LoaderArgs) {
  requireLevel("diary", args);
  return null;
}

export default function CaseDataPage() {
  return <Page title="Case data">{null}</Page>;
}
