import { requireReauthentication } from "~/account/guard.server";
import { exportEverything } from "~/data/export/export.server";
import type { Route } from "./+types/json-file";

export function loader(args: Route.LoaderArgs) {
  return exportEverything(requireReauthentication("diary", args, "/mydata/export/"), args.request, "json");
}
