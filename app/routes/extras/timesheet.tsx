import { Link } from "react-router";
import { text } from "styled-system/recipes";
import { requireLevel } from "~/accounts/guard.server";
import { newRef } from "~/db/columns.server";
import { addressOf, readFilters, STATUSES } from "~/reports/extras/filters";
import { readLedger } from "~/reports/extras/ledger.server";
import { MOST_MARKED } from "~/reports/extras/marks";
import { timesheetOf } from "~/reports/extras/timesheet";
import { CopyText } from "~/reports/extras/views/copy-text";
import { ClaimSheet, TimesheetTable } from "~/reports/extras/views/timesheet";
import { ukDate } from "~/time/dates";
import { formView } from "~/ui/form-state";
import { Page } from "~/ui/page";
import type { Route } from "./+types/timesheet";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, vault, now } = requireLevel("diary", args);
  const asked = readFilters(args.url.searchParams);
  const filters = { ...asked, status: asked.status ?? ("not-claimed" as const), page: 1 };
  const { shown, today } = await readLedger({ db, vault, userRef: user.unique_ref, now }, filters);
  return {
    sheet: timesheetOf(shown),
    which: STATUSES[filters.status],
    mayClaim: filters.status === "not-claimed" && shown.length <= MOST_MARKED,
    back: addressOf({ ...asked, page: 1 }),
    today: ukDate(today),
    key: newRef(),
  };
}

export default function TimesheetPage({ loaderData }: Route.ComponentProps) {
  const { sheet, which, mayClaim, back, today, key } = loaderData;
  const none = sheet.lines.length === 0;
  return (
    <Page
      title="Timesheet"
      back={<Link to={back}>Additional paid work</Link>}
      lead={`${which}, the first work first. Choose other fees with the filters of additional paid work.`}
    >
      {none ? (
        <p className={text({ kind: "quiet" })}>There are no such fees.</p>
      ) : (
        <>
          <TimesheetTable sheet={sheet} />
          <CopyText label="To copy into a spreadsheet, a table or a mail" value={sheet.plain} />
          {mayClaim && (
            <ClaimSheet
              lines={sheet.lines}
              form={formView({ date: today }, undefined)}
              action="/extras/"
              idempotencyKey={key}
            />
          )}
        </>
      )}
    </Page>
  );
}
