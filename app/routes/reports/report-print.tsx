import { redirect } from "react-router";
import { css } from "styled-system/css";
import { requireLevel } from "~/account/guard.server";
import { newRef } from "~/platform/db/columns.server";
import { formatChoice, lacksSections, readChoices, writeChoices } from "~/reports/document/choices";
import { readReport } from "~/reports/document/read.server";
import { renderReport } from "~/reports/print/render-report.server";
import { ConfirmIdentifiers, PrintBar } from "~/reports/print/views/print-bar";
import { pageFoot, ReportPrintView } from "~/reports/print/views/print-view";
import { SaveForm } from "~/reports/saved/views/saved-reports";
import { formView } from "~/ui/forms/form-state";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/report-print";

export const handle = { script: false };

/** Most texts to check that are listed; the others are listed once these are corrected. */
const MAX_NAMED = 30;

/** Loads a report as a document. If the choices in the address are invalid or incomplete, redirects to the form. */
export async function loader(args: Route.LoaderArgs) {
  const context = requireLevel("progress", args);
  const search = args.url.searchParams;
  const { choices, problems } = readChoices(search);
  if (Object.keys(problems).length > 0 || lacksSections(search)) throw redirect(`/reports/?${search}`);
  const report = await readReport(context, choices);
  const { found, confirmed, places } = report.head.identifiers;
  const query = writeChoices(choices).toString();
  return {
    // Texts that may identify a person leave the server only after the user has confirmed them.
    report: found > 0 && !confirmed ? null : renderReport(report),
    page_foot: found > 0 && !confirmed ? {} : pageFoot(report.head),
    days: report.days,
    found,
    places: places.slice(0, MAX_NAMED),
    title: `${report.head.title}, ${report.head.period_words}`,
    name: report.head.name,
    query,
    files: choices.confirmed ? `${query}&confirmed=1` : query,
    words: formatChoice(choices, choices.plan ? report.head.period_words : null),
    key: newRef(),
  };
}

export default function ReportPrintPage({ loaderData }: Route.ComponentProps) {
  const { report, days, found, places, title, name, query, files, words, key } = loaderData;
  return (
    <Page
      title={title}
      subtitle={name}
      back={
        <a href="/reports/" className={offPaper}>
          Reports
        </a>
      }
    >
      {report === null ? (
        <ConfirmIdentifiers found={found} places={places} query={query} />
      ) : (
        <>
          <PrintBar
            query={query}
            zip={`/reports/zip/?${files}`}
            hasGmcNumber={report.head.gmc_number !== ""}
            days={days}
          >
            <SaveForm form={formView({}, undefined)} query={query} words={words} idempotencyKey={key} />
          </PrintBar>
          <ReportPrintView report={report} fileOf={(table) => `/reports/csv/?${files}&table=${table}`} />
        </>
      )}
    </Page>
  );
}

const offPaper = css({ _print: { display: "none" } });
