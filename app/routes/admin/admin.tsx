import { requireReauthentication } from "~/account/guard.server";
import { overview } from "~/admin/overview.server";
import { Overview } from "~/admin/views/overview";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/admin";

export const handle = { script: false };

export async function loader(args: Route.LoaderArgs) {
  return overview(requireReauthentication("admin", args, "/admin/"));
}

export default function AdminPage({ loaderData }: Route.ComponentProps) {
  return (
    <Page title="Admin Panel" lead="Accounts, mail, jobs and backups. No diary is shown here.">
      <Overview {...loaderData} />
    </Page>
  );
}
