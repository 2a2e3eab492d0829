import { requireLevel } from "~/account/guard.server";
import { lastPayers, payersOf } from "~/diary/fees/queries.server";
import { editRateForm, rateAnswersOf, rateTexts } from "~/diary/fees/rate-form";
import { changeRate, deleteRate, foundRate, rateOf } from "~/diary/fees/rates.server";
import { FeeListActions } from "~/diary/fees/views/listed-actions";
import { RateFields } from "~/diary/fees/views/rate-fields";
import { answerSave } from "~/platform/http/answer-save.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { withoutAnswers } from "~/ui/forms/form-overrides";
import { useFormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { identifierErrors } from "~/ui/identifiers/rules";
import { SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/rate";

export { afterConflict as shouldRevalidate } from "~/ui/connection/revalidate";

const RATES = "/extras/rates/";

export async function loader(args: Route.LoaderArgs) {
  const { db, user } = requireLevel("diary", args);
  const [[rate], payers] = await db.batch([rateOf(db, user.id, args.params.rateRef), lastPayers(db, user.id)]);
  const { active, ...answers } = foundRate(rate);
  return { active, answers: rateAnswersOf(answers), payers: payersOf(payers) };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("diary", args);
  const { db, userId } = context;
  const { rateRef: ref } = args.params;
  const form = await readForm(args.request, editRateForm);
  if (form.ok && form.value.intent === "delete") {
    // Sent again, because its response was lost, it finds none.
    const deleted = await deleteRate(context, { ref, version: form.value.version, fingerprint: form.fingerprint });
    return answerSave(args.request, form.state, deleted, RATES, "Rate deleted");
  }
  const [row] = await rateOf(db, userId, ref);
  const current = foundRate(row);
  if (!form.ok || form.value.intent === "delete") return refuse(form.state);
  const answer = form.value;
  const edit = { ref, version: answer.version, fingerprint: form.fingerprint };
  if (answer.intent === "save") {
    const errors = identifierErrors(rateTexts(answer.rate), rateTexts(current), answer);
    if (Object.keys(errors).length > 0) return refuse(form.state, errors);
    const saved = await changeRate(context, edit, answer.rate);
    const message = "Rate saved. Fees already worked out from it do not change";
    return answerSave(args.request, form.state, saved, RATES, message);
  }
  const saved = await changeRate(context, edit, { active: answer.intent === "restore" });
  const done = { archive: "archived", restore: "restored" }[answer.intent];
  return answerSave(args.request, form.state, saved, RATES, `Rate ${done}`);
}

export default function Rate({ loaderData, actionData }: Route.ComponentProps) {
  const { active, answers, payers } = loaderData;
  const form = useFormView(answers, withoutAnswers(actionData?.form, answers, "name"));
  const version = form.value("version");
  return (
    <DialogPage title="Edit rate" form={form} back={RATES} footer={<SubmitButton form="rate">Save rate</SubmitButton>}>
      <PostForm id="rate" hidden={{ intent: "save", version }}>
        <RateFields form={form} payers={payers} />
      </PostForm>
      <FeeListActions one="rate" active={active} version={version} />
    </DialogPage>
  );
}
