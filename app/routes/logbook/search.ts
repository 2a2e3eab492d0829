import { redirect } from "react-router";
import { requireLevel } from "~/account/guard.server";
import { CASE_DATA } from "~/data/tables/columns";
import type { Route } from "./+types/search";

export function loader(args: Route.LoaderArgs) {
  requireLevel("diary", args);
  return redirect(CASE_DATA.path);
}
