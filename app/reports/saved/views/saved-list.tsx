import { Link } from "react-router";
import { column, row, text } from "styled-system/recipes";
import { pathTo } from "~/platform/http/path-to";
import type { ReportBuilderPage } from "~/reports/builder/page.server";
import { Line, LineList } from "~/ui/line-list";

/** Reports that have a name: each opens as it is now. */
export function SavedReports({ saved }: Pick<ReportBuilderPage, "saved">) {
  if (saved.length === 0) return null;
  return (
    <section aria-labelledby="saved" className={column({ gap: "3" })}>
      <h2 id="saved">Saved reports</h2>
      <LineList>
        {saved.map(({ unique_ref, name, query, words, isGone }) => (
          <Line
            key={unique_ref}
            heading={
              isGone ? (
                <span className={text({ kind: "strong" })}>{name}</span>
              ) : (
                // A document of its own.
                <a href={`/reports/paper/?${query}`} className={text({ kind: "strong" })}>
                  {name}
                </a>
              )
            }
            facts={words}
          >
            <span className={row({ gap: "4" })}>
              <Link to={`/reports/?${query}`} aria-label={`Change the choices of ${name}`}>
                Change choices
              </Link>
              <Link
                to={pathTo("/reports/saved/:reportRef/", { reportRef: unique_ref })}
                aria-label={`Rename or delete ${name}`}
              >
                Rename or delete
              </Link>
            </span>
          </Line>
        ))}
      </LineList>
    </section>
  );
}
