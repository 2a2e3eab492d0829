import { note } from "styled-system/recipes";
import { caseSavedMessage } from "~/diary/cases/checks.server";
import { caseFormData } from "~/diary/cases/page.server";
import { CaseFields, CaseHeading } from "~/diary/cases/views/case-form";
import { caseOfRowForm } from "~/import/form";
import { requireImport } from "~/import/guard.server";
import { addCaseFromRow, sessionWithRow } from "~/import/place/pick-row.server";
import { firstOfPage, importPath } from "~/import/stage/list-pages";
import { newRef } from "~/platform/db/columns.server";
import { redirectWithMessage } from "~/platform/http/flash.server";
import { pathTo } from "~/platform/http/path-to";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { answerRefusal } from "~/platform/http/refusal.server";
import { keyOf, useFormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/case-new";

/** The page of the lists that the dialog was opened from. */
function backOf(sought: URLSearchParams): string {
  return importPath({ from: firstOfPage(sought.get("from"), 1), sessions: firstOfPage(sought.get("sessions"), 1) });
}

/** The dialog that makes a case in a session from a row of the file: `?row=` is its reference. */
export async function loader(args: Route.LoaderArgs) {
  const context = requireImport(args);
  const rowRef = args.url.searchParams.get("row") ?? "";
  const { row, ...place } = await sessionWithRow(context, args.params.sessionRef, rowRef);
  if (row?.placed)
    throw redirectWithMessage(args.request, backOf(args.url.searchParams), "That case is already in a session", {
      done: false,
    });
  return {
    around: await caseFormData(place, context.cipher, [], row?.start_at ?? null),
    answers: row?.answers ?? {},
    row: row?.unique_ref ?? rowRef,
    gone: row === null,
    back: backOf(args.url.searchParams),
    idempotency_key: newRef(),
  };
}

export async function action(args: Route.ActionArgs) {
  const context = requireImport(args);
  const form = await readForm(args.request, caseOfRowForm);
  const place = await sessionWithRow(context, args.params.sessionRef, form.state.values.row?.[0] ?? "");
  if (!form.ok) return refuse(form.state);
  const refusal = await addCaseFromRow(context, place, form.value, form.fingerprint);
  if (refusal) return answerRefusal(form.state, refusal);
  return redirectWithMessage(
    args.request,
    backOf(args.url.searchParams),
    caseSavedMessage(place.session, form.value, place.row?.start_at ?? null, context.now),
  );
}

export default function CaseOfRow({ loaderData, actionData }: Route.ComponentProps) {
  const { around, answers, row, gone, back, idempotency_key } = loaderData;
  const form = useFormView(answers, actionData?.form);
  return (
    <DialogPage title="Add case" form={form} back={back} footer={<SubmitButton form="case">Save</SubmitButton>}>
      <p className={gone ? note({ tone: "warn" }) : note()}>
        {gone
          ? "This case is no longer among the imported cases. Import its file again to add it."
          : "Filled in from the file. Check the answers, add what is missing, then save."}
      </p>
      <CaseHeading
        around={around}
        sessionPath={`${pathTo("/logbook/session/:sessionRef/", { sessionRef: around.session.unique_ref })}?view=import`}
      />
      <PostForm id="case" hidden={{ row, idempotency_key: keyOf(form, idempotency_key) }}>
        <CaseFields form={form} around={around} />
      </PostForm>
    </DialogPage>
  );
}
