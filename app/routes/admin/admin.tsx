import { requireLevel } from "~/accounts/guard.server";
import { Page } from "~/ui/page";
import type { Route } from "./+types/admin";

export const handle = { script: false };

export function loader(args: Route.LoaderArgs) {
  requireLevel("admin", args);
  return null;
}

export default function AdminPage() {
  return <Page title="Admin Panel">{null}</Page>;
}
