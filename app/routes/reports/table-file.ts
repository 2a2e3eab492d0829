import { requireLevel } from "~/accounts/guard.server";
import type { Route } from "./+types/table-file";

export function loader(args: Route.LoaderArgs) {
  requireLevel("progress", args);
  return new Response("");
}
