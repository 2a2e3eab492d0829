import { answerExport } from "~/data/export/export.server";
import type { Route } from "./+types/json-file";

export function loader(args: Route.LoaderArgs) {
  return answerExport(args, "json");
}
