import { Link } from "react-router";
import { confirmFirst } from "~/account/may-import.server";
import { addressRow } from "~/account/users.server";
import { diaryPath } from "~/diary/sessions/diary-pages";
import { requireImport } from "~/import/guard.server";
import { feedOf, feedPreview, feedShown } from "~/import/rota/feed/feed.server";
import { RotaAddress } from "~/import/rota/feed/views/rota-address";
import { rotaForm } from "~/import/rota/form";
import { importRota, NOT_OFFERED } from "~/import/rota/import-rota.server";
import { previewCalendar, type RotaPreview } from "~/import/rota/preview.server";
import { receiveCalendar } from "~/import/rota/receive.server";
import { ChooseCalendar } from "~/import/rota/views/choose-calendar";
import { RotaPreviewForm } from "~/import/rota/views/rota-preview";
import { newRef } from "~/platform/db/columns.server";
import type { ActionResult } from "~/platform/http/action-result";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { withPageData } from "~/platform/http/refusal.server";
import { londonMoment } from "~/platform/time/london";
import { formView } from "~/ui/forms/form-state";
import { Page } from "~/ui/layout/page";
import type { Route } from "./+types/rota";

export async function loader(args: Route.LoaderArgs) {
  const context = requireImport(args);
  const { db, user } = context;
  const [[account], [feed]] = await db.batch([addressRow(db, user.unique_ref), feedOf(db, user.unique_ref)]);
  const page = args.url.searchParams.get("from") === "address" ? await feedPreview(context, feed) : null;
  const read: Shown | null = page && { page, key: newRef() };
  return { confirmFirst: confirmFirst(account), feed: await feedShown(context, feed), read };
}

/** Data that the action returns: the calendar's preview, with a new idempotency key for its form. */
type Shown = { page: RotaPreview; key: string };

export async function action(args: Route.ActionArgs) {
  const context = requireImport(args);
  const { request } = args;
  if (request.headers.get("Content-Type")?.startsWith("multipart/form-data")) {
    const received = await receiveCalendar(context, request);
    if (received.page === null) return refuse(received.state, received.errors, received.status);
    return withPreview(refuse(received.state), received.page);
  }
  const form = await readForm(request, rotaForm);
  if (!form.ok) return refuse(form.state, { file: "Choose the file again" });
  const { calendar, element, intent, idempotency_key: key } = form.value;
  if (intent !== "import") {
    const { page, isFaulty } = await previewCalendar(context, calendar, element);
    return withPreview(refuse(form.state, isFaulty ? { "": NOT_OFFERED } : {}), page);
  }
  const imported = await importRota(context, { key, fingerprint: form.fingerprint }, form.value);
  if (!imported.ok)
    return withPreview(refuse(form.state, { "": imported.error ?? "" }, imported.status), imported.page);
  const { firstAt, message, undo } = imported;
  const path = firstAt === null ? "/logbook/" : diaryPath(londonMoment(firstAt).date, context.now);
  return redirectWithMessage(request, path, message, { undo });
}

function withPreview(refused: ReturnType<typeof refuse>, page: RotaPreview) {
  return withPageData(refused, { page, key: newRef() } satisfies Shown);
}

export default function Rota({ loaderData, actionData }: Route.ComponentProps) {
  const answer: ActionResult<Shown> | undefined = actionData;
  const form = formView({}, answer?.form);
  const { page, key } = answer ?? loaderData.read ?? {};
  return (
    <Page
      title={page ? "Check the rota" : "Import a rota"}
      form={form}
      back={
        page ? (
          <Link to="/import_csv_data/rota/" reloadDocument>
            Import a rota
          </Link>
        ) : (
          <Link to="/import_csv_data/">Import CSV data</Link>
        )
      }
      lead={page ? undefined : "Make sessions from the calendar file (.ics) that your rota system or calendar exports."}
    >
      {page && key ? (
        <RotaPreviewForm key={page.shown + page.calendar.length} page={page} form={form} idempotencyKey={key} />
      ) : (
        <ChooseCalendar form={form} confirmFirst={loaderData.confirmFirst}>
          <RotaAddress form={form} feed={loaderData.feed} />
        </ChooseCalendar>
      )}
    </Page>
  );
}
