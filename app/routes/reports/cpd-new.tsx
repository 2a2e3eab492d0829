import { requireLevel } from "~/account/guard.server";
import { newRef } from "~/platform/db/columns.server";
import { answerSave } from "~/platform/http/answer-save.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { londonToday } from "~/platform/time/london";
import { newCpdAnswers, newCpdForm } from "~/reports/cpd/form";
import { addCpd } from "~/reports/cpd/queries.server";
import { CpdFields } from "~/reports/cpd/views/cpd-fields";
import { keyOf, useFormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/cpd-new";

export { afterConflict as shouldRevalidate } from "~/ui/connection/revalidate";

const CPD = "/reports/cpd/";

export function loader(args: Route.LoaderArgs) {
  const { now } = requireLevel("progress", args);
  return { answers: newCpdAnswers(londonToday(now)), idempotency_key: newRef() };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("progress", args);
  const form = await readForm(args.request, newCpdForm);
  if (!form.ok) return refuse(form.state);
  const { idempotency_key: key, ...answers } = form.value;
  const saved = await addCpd(context, { key, fingerprint: form.fingerprint }, answers);
  return answerSave(args.request, form.state, saved, CPD, "CPD added");
}

export default function CpdNewPage({ loaderData, actionData }: Route.ComponentProps) {
  const form = useFormView(loaderData.answers, actionData?.form);
  return (
    <DialogPage title="Add CPD" form={form} back={CPD} footer={<SubmitButton form="cpd">Save CPD</SubmitButton>}>
      <PostForm id="cpd" hidden={{ idempotency_key: keyOf(form, loaderData.idempotency_key) }}>
        <CpdFields form={form} />
      </PostForm>
    </DialogPage>
  );
}
