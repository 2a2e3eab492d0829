import { Link } from "react-router";
import { css } from "styled-system/css";
import { row, text } from "styled-system/recipes";
import { formatCounts, STATE_LABELS } from "~/import/format";
import { requireImport } from "~/import/guard.server";
import { IMPORTS_PER_PAGE, pastImports } from "~/import/place/imports.server";
import { pathTo } from "~/platform/http/path-to";
import { formatCounted } from "~/platform/time/counted";
import { LinkButton } from "~/ui/layout/button";
import { Line, LineList } from "~/ui/layout/line-list";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/imports";

export async function loader(args: Route.LoaderArgs) {
  const context = requireImport(args);
  const sought = Number(args.url.searchParams.get("from"));
  const from = Number.isSafeInteger(sought) ? Math.max(0, sought) : 0;
  const { past, total } = await pastImports(context, from);
  const older = from + past.length;
  return {
    past,
    newer: from > 0 ? Math.max(0, from - IMPORTS_PER_PAGE) : null,
    older: older < total ? older : null,
  };
}

export default function Imports({ loaderData: { past, newer, older } }: Route.ComponentProps) {
  return (
    <Page
      title="Past imports"
      back={<Link to="/import_csv_data/">Import CSV data</Link>}
      lead={<p className={text({ kind: "read" })}>Each file that you import is listed here. You can undo it.</p>}
    >
      {past.length === 0 ? (
        <p className={text({ kind: "quiet" })}>
          Nothing has been imported yet. <Link to="/import_csv_data/">Import a file</Link>
        </p>
      ) : (
        <LineList>
          {past.map((each) => (
            <Line
              key={each.unique_ref}
              heading={
                <h2>
                  {each.day}, {each.time}: {formatCounted(each.placed, "case")} in your logbook
                </h2>
              }
              facts={[STATE_LABELS[each.state], formatCounts(each)].filter(Boolean).join(" ")}
            >
              {each.state !== "undone" && (
                <LinkButton
                  to={pathTo("/import_csv_data/imports/:importRef/", { importRef: each.unique_ref })}
                  visual="danger"
                >
                  Undo…
                  <span className={css({ srOnly: true })}>
                    {" "}
                    the import of {each.day}, {each.time}
                  </span>
                </LinkButton>
              )}
            </Line>
          ))}
        </LineList>
      )}
      {(newer ?? older) !== null && (
        <nav aria-label="More imports" className={row({ spread: true })}>
          {newer !== null && <Link to={`/import_csv_data/imports/?from=${newer}`}>Newer imports</Link>}
          {older !== null && <Link to={`/import_csv_data/imports/?from=${older}`}>Older imports</Link>}
        </nav>
      )}
    </Page>
  );
}
