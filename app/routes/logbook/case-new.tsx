import { requireLevel } from "~/accounts/guard.server";
import { caseSaved } from "~/cases/fee.server";
import { newCaseForm } from "~/cases/form";
import { aroundCase } from "~/cases/page-data.server";
import { sessionWithCases } from "~/cases/queries.server";
import { addCase } from "~/cases/save.server";
import { CaseFields } from "~/cases/views/case-fields";
import { CaseHeading } from "~/cases/views/case-heading";
import { newRef } from "~/db/columns.server";
import { redirectSaying } from "~/http/flash.server";
import { readForm, refuse } from "~/http/read-form.server";
import { answerRefusal } from "~/http/refusal.server";
import { LinkButton, SubmitButton } from "~/ui/button";
import { keyOf, useFormView } from "~/ui/kept-form";
import { DialogPage } from "~/ui/page";
import { PostForm } from "~/ui/post-form";
import type { Route } from "./+types/case-new";

export { afterConflict as shouldRevalidate } from "~/ui/revalidate";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, vault } = requireLevel("diary", args);
  const found = await sessionWithCases(db, user.unique_ref, args.params.sessionRef);
  return { around: await aroundCase(found, vault, user.unique_ref), idempotency_key: newRef() };
}

export async function action(args: Route.ActionArgs) {
  const asked = requireLevel("diary", args);
  const { sessionRef } = args.params;
  const form = await readForm(args.request, newCaseForm);
  const place = await sessionWithCases(asked.db, asked.user.unique_ref, sessionRef);
  if (!form.ok) return refuse(form.state);
  const refusal = await addCase(asked, place, form.value, form.fingerprint);
  if (refusal) return answerRefusal(form.state, refusal);
  const session = `/logbook/session/${sessionRef}/`;
  return redirectSaying(
    args.request,
    form.value.next ? `${session}case/new/` : session,
    caseSaved(place.session, form.value),
  );
}

export default function CaseNew({ loaderData, actionData }: Route.ComponentProps) {
  const { around, idempotency_key } = loaderData;
  const form = useFormView({ age_unit: "years", case_day: around.days[0]?.value }, actionData?.form);
  const session = `/logbook/session/${around.session.unique_ref}/`;
  return (
    <DialogPage
      title="Add case"
      form={form}
      cancel={
        <LinkButton to={session} visual="plain">
          Cancel
        </LinkButton>
      }
      footer={
        <>
          <SubmitButton form="case">Save</SubmitButton>
          <SubmitButton form="case" visual="normal" name="next" value="another">
            Save and add another
          </SubmitButton>
        </>
      }
    >
      <CaseHeading around={around} />
      {/* A new key is a new case: the form starts afresh. */}
      <PostForm key={idempotency_key} id="case" hidden={{ idempotency_key: keyOf(form, idempotency_key) }}>
        <CaseFields form={form} around={around} />
      </PostForm>
    </DialogPage>
  );
}
