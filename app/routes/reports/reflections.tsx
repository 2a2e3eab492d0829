import { requireLevel } from "~/accounts/guard.server";
import { Page } from "~/ui/page";
import type { Route } from "./+types/reflections";

export function loader(args: Route.LoaderArgs) {
  requireLevel("progress", args);
  return null;
}

export default function ReflectionsPage() {
  return <Page title="Reflective notes">{null}</Page>;
}
