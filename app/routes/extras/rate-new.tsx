import { requireLevel } from "~/account/guard.server";
import { lastPayers, payersOf } from "~/diary/fees/queries.server";
import { newRateForm, rateTexts } from "~/diary/fees/rate-form";
import { addRate } from "~/diary/fees/rates.server";
import { RateFields } from "~/diary/fees/views/rate-fields";
import { newRef } from "~/platform/db/columns.server";
import { answerSave } from "~/platform/http/answer-save.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { keyOf, useFormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { identifierErrors } from "~/ui/identifiers/rules";
import { SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/rate-new";

export { afterConflict as shouldRevalidate } from "~/ui/connection/revalidate";

const NEW_RATE = { basis: "", bank_holidays_as_sunday: "yes" };

export async function loader(args: Route.LoaderArgs) {
  const { db, user } = requireLevel("diary", args);
  return { payers: payersOf(await lastPayers(db, user.id)), idempotency_key: newRef() };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const form = await readForm(args.request, newRateForm);
  if (!form.ok) return refuse(form.state);
  const { idempotency_key: key, rate } = form.value;
  const errors = identifierErrors(rateTexts(rate), {}, form.value);
  if (Object.keys(errors).length > 0) return refuse(form.state, errors);
  const saved = await addRate(context, { key, fingerprint: form.fingerprint }, rate);
  return answerSave(args.request, form.state, saved, "/extras/rates/", "Rate added");
}

export default function RateNew({ loaderData, actionData }: Route.ComponentProps) {
  const form = useFormView(NEW_RATE, actionData?.form);
  return (
    <DialogPage
      title="Add rate"
      form={form}
      back="/extras/rates/"
      footer={<SubmitButton form="rate">Save rate</SubmitButton>}
    >
      <PostForm id="rate" hidden={{ idempotency_key: keyOf(form, loaderData.idempotency_key) }}>
        <RateFields form={form} payers={loaderData.payers} />
      </PostForm>
    </DialogPage>
  );
}
