import { requireLevel } from "~/accounts/guard.server";
import { Page } from "~/ui/page";
import type { Route } from "./+types/cpd";

export function loader(args: Route.LoaderArgs) {
  requireLevel("progress", args);
  return null;
}

export default function CpdPage() {
  return <Page title="CPD">{null}</Page>;
}
