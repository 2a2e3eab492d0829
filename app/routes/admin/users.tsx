import { requireLevel } from "~/accounts/guard.server";
import { Page } from "~/ui/page";
import type { Route } from "./+types/users";

export const handle = { script: false };

export function loader(args: Route.LoaderArgs) {
  requireLevel("admin", args);
  return null;
}

export default function UsersPage() {
  return <Page title="Users">{null}</Page>;
}
