import { requireLevel } from "~/accounts/guard.server";
import { Page } from "~/ui/page";
import type { Route } from "./+types/delete-some";

export function loader(args: Route.LoaderArgs) {
  requireLevel("diary", args);
  return null;
}

export default function DeleteSomePage() {
  return <Page title="Delete some of your data">{null}</Page>;
}
