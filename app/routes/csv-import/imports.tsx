import { Link } from "react-router";
import { css } from "styled-system/css";
import { text } from "styled-system/recipes";
import { casesWords } from "~/csv-import/figures";
import { requireImport } from "~/csv-import/guard.server";
import { pastImports } from "~/csv-import/imports.server";
import { countsWords, STATE_WORDS } from "~/csv-import/views/past-import";
import { LinkButton } from "~/ui/button";
import { Line, LineList } from "~/ui/line-list";
import { Page } from "~/ui/page";
import type { Route } from "./+types/imports";

export async function loader(args: Route.LoaderArgs) {
  return { past: await pastImports(requireImport(args)) };
}

export default function Imports({ loaderData: { past } }: Route.ComponentProps) {
  return (
    <Page
      title="Past imports"
      back={<Link to="/import_csv_data/">Import CSV data</Link>}
      lead={<p className={text({ kind: "read" })}>Each file is an import of its own, and can be undone whole.</p>}
    >
      {past.length === 0 ? (
        <p className={text({ kind: "quiet" })}>Nothing has been imported yet.</p>
      ) : (
        <LineList>
          {past.map((each) => (
            <Line
              key={each.unique_ref}
              heading={
                <h2>
                  {each.day}, {each.time}: {casesWords(each.placed)} in your logbook
                </h2>
              }
              facts={[STATE_WORDS[each.state], countsWords(each)].filter(Boolean).join(" ")}
            >
              {each.state !== "undone" && (
                <LinkButton to={`/import_csv_data/imports/${each.unique_ref}/`} visual="danger">
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
    </Page>
  );
}
