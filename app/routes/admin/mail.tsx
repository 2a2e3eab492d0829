import { requireLevel } from "~/accounts/guard.server";
import { Page } from "~/ui/page";
import type { Route } from "./+types/mail";

export const handle = { script: false };

export function loader(args: Route.LoaderArgs) {
  requireLevel("admin", args);
  return null;
}

export default function MailPage() {
  return <Page title="Mail">{null}</Page>;
}
