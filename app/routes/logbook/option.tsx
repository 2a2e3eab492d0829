import { requireLevel } from "~/account/guard.server";
import { optionForm } from "~/diary/cases/option-form";
import { deleteOption, offerOption, ownOption, renameOption } from "~/diary/cases/own-options.server";
import { OwnOptionForms } from "~/diary/cases/views/own-option-forms";
import { redirectSaying } from "~/platform/http/flash.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { answerRefusal } from "~/platform/http/refusal.server";
import { useFormView } from "~/ui/form-state";
import { DialogPage } from "~/ui/page";
import { SavedFacts } from "~/ui/saved-elsewhere";
import type { Route } from "./+types/option";

export { afterConflict as shouldRevalidate } from "~/ui/revalidate";

const OVERVIEW = "/logbook/options/";

export async function loader(args: Route.LoaderArgs) {
  const { db, user } = requireLevel("diary", args);
  const { unique_ref, kind, label, active, version, uses } = await ownOption(db, user.id, args.params.optionRef);
  return { option: { unique_ref, kind, label, active, version, uses } };
}

export async function action(args: Route.ActionArgs) {
  const { db, user, now } = requireLevel("diary", args);
  const userId = user.id;
  const current = await ownOption(db, userId, args.params.optionRef);
  const form = await readForm(args.request, optionForm);
  if (!form.ok) return refuse(form.state);
  const answer = form.value;
  const option = { ...current, version: answer.version, fingerprint: form.fingerprint };
  if (answer.intent === "rename") {
    const refusal = await renameOption(db, userId, option, answer.label, now);
    return refusal ? answerRefusal(form.state, refusal) : redirectSaying(args.request, OVERVIEW, "Option renamed");
  }
  const gone = answer.intent === "delete";
  const refusal = gone
    ? await deleteOption(db, userId, option, now)
    : await offerOption(db, userId, option, answer.intent === "restore", now);
  if (refusal) return answerRefusal(form.state, refusal);
  const done = { archive: "archived", restore: "restored", delete: "deleted" }[answer.intent];
  return redirectSaying(args.request, OVERVIEW, `Option ${done}`);
}

export default function Option({ loaderData, actionData }: Route.ComponentProps) {
  const { option } = loaderData;
  const defaults = { label: option.label, version: String(option.version) };
  // The buttons but the first send no name: what is there stays.
  const sent = actionData && { ...actionData.form, values: { label: [option.label], ...actionData.form.values } };
  const form = useFormView(defaults, sent);
  return (
    <DialogPage title={option.label} form={form} back={OVERVIEW}>
      {actionData?.newer && <SavedFacts facts={actionData.newer.facts} />}
      <OwnOptionForms form={form} option={option} />
    </DialogPage>
  );
}
