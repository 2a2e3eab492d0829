import { requireLevel } from "~/accounts/guard.server";
import type { Route } from "./+types/zip-file";

export function loader(args: Route.LoaderArgs) {
  requireLevel("diary", args);
  return new Response("");
}
