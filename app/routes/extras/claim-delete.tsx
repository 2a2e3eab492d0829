import { requireLevel } from "~/accounts/guard.server";
import { Page } from "~/ui/page";
import type { Route } from "./+types/claim-delete";

export function loader(args: Route.LoaderArgs) {
  requireLevel("diary", args);
  return null;
}

export default function ClaimDeletePage() {
  return <Page title="Delete fee">{null}</Page>;
}
