import { requireLevel } from "~/accounts/guard.server";
import { Page } from "~/ui/page";
import type { Route } from "./+types/cpd-new";

export function loader(args: Route.LoaderArgs) {
  requireLevel("progress", args);
  return null;
}

export default function CpdNewPage() {
  return <Page title="Add CPD">{null}</Page>;
}
