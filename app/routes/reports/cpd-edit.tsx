import { requireLevel } from "~/accounts/guard.server";
import { Page } from "~/ui/page";
import type { Route } from "./+types/cpd-edit";

export function loader(args: Route.LoaderArgs) {
  requireLevel("progress", args);
  return null;
}

export default function CpdEditPage() {
  return <Page title="Edit CPD">{null}</Page>;
}
