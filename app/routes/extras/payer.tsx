import { column } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { editPayerForm } from "~/diary/fees/payer-form";
import { changePayer, deletePayer, payerOf } from "~/diary/fees/payers.server";
import { FeeListActions } from "~/diary/fees/views/listed-actions";
import { PayerFields } from "~/diary/fees/views/payer-fields";
import { answerSave } from "~/platform/http/answer-save.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { nullIfNotFound } from "~/platform/http/refusal.server";
import { withoutAnswers } from "~/ui/forms/form-overrides";
import { useFormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { identifierErrors } from "~/ui/identifiers/rules";
import { SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/payer";

export { afterConflict as shouldRevalidate } from "~/ui/connection/revalidate";

const PAYERS = "/extras/payers/";

export async function loader(args: Route.LoaderArgs) {
  const { db, user } = requireLevel("diary", args);
  const { name, kind, active, version } = await payerOf(db, user.id, args.params.payerRef);
  return { name, kind, active, version: String(version) };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const { db, userId } = context;
  const { payerRef: ref } = args.params;
  const form = await readForm(args.request, editPayerForm);
  if (form.ok && form.value.intent === "delete") {
    // Sent again, because its response was lost, it finds none.
    const was = await nullIfNotFound(payerOf(db, userId, ref));
    const deleted = await deletePayer(context, { ref, version: form.value.version, fingerprint: form.fingerprint });
    return answerSave(args.request, form.state, deleted, PAYERS, `${was?.name ?? "Payer"} deleted`);
  }
  const current = await payerOf(db, userId, ref);
  if (!form.ok || form.value.intent === "delete") return refuse(form.state);
  const answer = form.value;
  const edit = { ref, version: answer.version, fingerprint: form.fingerprint };
  if (answer.intent === "save") {
    const { name, kind } = answer;
    const errors = identifierErrors({ name }, { name: current.name }, answer);
    if (Object.keys(errors).length > 0) return refuse(form.state, errors);
    const saved = await changePayer(context, edit, { name, kind });
    return answerSave(args.request, form.state, saved, PAYERS, `${name} saved`);
  }
  const saved = await changePayer(context, edit, { active: answer.intent === "restore" });
  const done = { archive: "archived", restore: "restored" }[answer.intent];
  return answerSave(args.request, form.state, saved, PAYERS, `${current.name} ${done}`);
}

export default function Payer({ loaderData, actionData }: Route.ComponentProps) {
  const { name, kind, active, version } = loaderData;
  const shown = { name, kind, version };
  const form = useFormView(shown, withoutAnswers(actionData?.form, shown, "name"));
  return (
    <DialogPage title={name} form={form} back={PAYERS} footer={<SubmitButton form="payer">Save payer</SubmitButton>}>
      <PostForm id="payer" hidden={{ intent: "save", version: form.value("version") }} className={column({ gap: "4" })}>
        <PayerFields form={form} isListed />
      </PostForm>
      <FeeListActions one="payer" active={active} version={form.value("version")} />
    </DialogPage>
  );
}
