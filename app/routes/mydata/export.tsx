import { Link } from "react-router";
import { requireReauthentication } from "~/account/guard.server";
import { ExportFiles } from "~/data/export/views/export-files";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/export";

export function loader(args: Route.LoaderArgs) {
  requireReauthentication("diary", args, "/mydata/export/");
  return null;
}

export default function ExportPage() {
  return (
    <Page
      title="Export everything"
      back={<Link to="/mydata/">Your Data</Link>}
      lead="Files are made when you ask for them. Each export is recorded in your activity log."
    >
      <ExportFiles>
        {" "}
        To restore a JSON file, go to <Link to="/mydata/import/">Import backup</Link>.
      </ExportFiles>
    </Page>
  );
}
