import { requireLevel } from "~/accounts/guard.server";
import { Page } from "~/ui/page";
import type { Route } from "./+types/mydata";

export function loader(args: Route.LoaderArgs) {
  requireLevel("account", args);
  return null;
}

export default function MydataPage() {
  return <Page title="Your Data">{null}</Page>;
}
