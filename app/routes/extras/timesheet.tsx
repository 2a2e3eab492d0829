import { Link } from "react-router";
import { text } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { changeFees } from "~/diary/fees/ledger/actions.server";
import { addressOf, readFilters, STATUSES } from "~/diary/fees/ledger/filters";
import { extrasForm } from "~/diary/fees/ledger/form";
import { readLedger } from "~/diary/fees/ledger/ledger.server";
import { mayMarkAtOnce } from "~/diary/fees/ledger/marks";
import { timesheetOf } from "~/diary/fees/ledger/timesheet";
import { CopyText } from "~/diary/fees/ledger/views/copy-text";
import { FeeSheet, TimesheetTable } from "~/diary/fees/ledger/views/timesheet";
import { newRef } from "~/platform/db/columns.server";
import type { FormResult } from "~/platform/http/action-result";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { answerRefusal } from "~/platform/http/refusal.server";
import { ukDate } from "~/platform/time/dates";
import { keyOf, useFormView } from "~/ui/forms/form-state";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/timesheet";

export async function loader(args: Route.LoaderArgs) {
  const context = requireLevel("diary", args);
  const chosen = readFilters(args.url.searchParams);
  const filters = { ...chosen, status: chosen.status ?? ("not-claimed" as const), page: 1 };
  const { shown, today } = await readLedger(context, filters);
  return {
    sheet: timesheetOf(shown),
    which: STATUSES[filters.status],
    mayClaim: filters.status === "not-claimed" && mayMarkAtOnce(shown.length),
    back: addressOf({ ...chosen, page: 1 }),
    today: ukDate(today),
    key: newRef(),
  };
}

/**
 * Marks the fees of a sheet that was handed in as claimed. Redirects to the page that it was copied from, with its
 * filters.
 */
export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const form = await readForm(args.request, extrasForm);
  if (!form.ok) return refuse(form.state);
  const mark = { ...form.value, intent: "claimed" as const, one: null };
  const done = await changeFees(context, { key: mark.idempotency_key, fingerprint: form.fingerprint }, mark);
  if ("errors" in done) return answerRefusal(form.state, done);
  const back = addressOf({ ...readFilters(args.url.searchParams), page: 1 });
  return redirectWithMessage(args.request, back, done.message, { undo: done.undo });
}

interface TimesheetPageProps extends Pick<Route.ComponentProps, "loaderData"> {
  actionData?: FormResult | undefined;
}

export default function TimesheetPage({ loaderData, actionData }: TimesheetPageProps) {
  const { sheet, which, mayClaim, back, today, key } = loaderData;
  const form = useFormView({ date: today }, actionData?.form);
  const none = sheet.lines.length === 0;
  return (
    <Page
      title="Timesheet"
      form={form}
      back={<Link to={back}>Additional Paid Work</Link>}
      lead={`${which}, earliest first. To choose other fees, use the filters of Additional Paid Work.`}
    >
      {none ? (
        <p className={text({ kind: "quiet" })}>There are no fees to list.</p>
      ) : (
        <>
          <TimesheetTable sheet={sheet} />
          <CopyText label="To copy into a spreadsheet, a table or an email" value={sheet.plain} />
          {mayClaim && <FeeSheet lines={sheet.lines} form={form} idempotencyKey={keyOf(form, key)} />}
        </>
      )}
    </Page>
  );
}
