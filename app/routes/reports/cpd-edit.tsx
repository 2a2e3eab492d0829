import { css } from "styled-system/css";
import { column, text } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import { requireRow } from "~/planning/job-plans/queries.server";
import { newRef } from "~/platform/db/columns.server";
import { answerSave } from "~/platform/http/answer-save.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { cpdAnswersOf, cpdForm } from "~/reports/cpd/form";
import { cpdOf, decryptCpd, deleteCpd, saveCpd } from "~/reports/cpd/queries.server";
import { CpdFields } from "~/reports/cpd/views/cpd-fields";
import { keyOf, useFormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/cpd-edit";

export { afterConflict as shouldRevalidate } from "~/ui/connection/revalidate";

const CPD = "/reports/cpd/";

export async function loader(args: Route.LoaderArgs) {
  const { db, user, cipher } = requireLevel("progress", args);
  const entry = requireRow(await cpdOf(db, user.id, args.params.cpdRef));
  const texts = await decryptCpd(cipher, entry);
  return { answers: cpdAnswersOf(entry, texts), idempotency_key: newRef() };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("progress", args);
  const { db, user } = context;
  const { cpdRef } = args.params;
  const form = await readForm(args.request, cpdForm);
  if (form.ok && form.value.intent === "delete") {
    const { version } = form.value;
    const deleted = await deleteCpd(context, { ref: cpdRef, version, fingerprint: form.fingerprint });
    return answerSave(args.request, form.state, deleted, CPD, "CPD deleted");
  }
  const entry = requireRow(await cpdOf(db, user.id, cpdRef));
  if (!form.ok || form.value.intent === "delete") return refuse(form.state);
  const saved = await saveCpd(context, entry, { ...form.value, fingerprint: form.fingerprint });
  return answerSave(args.request, form.state, saved, CPD, "CPD saved");
}

export default function CpdEditPage({ loaderData, actionData }: Route.ComponentProps) {
  const { answers, idempotency_key } = loaderData;
  // The delete button sends no answers: the form keeps the saved ones.
  const sent = actionData?.form.values.title === undefined ? undefined : actionData.form;
  const refused = actionData && !sent ? { values: listed(answers), errors: actionData.form.errors } : sent;
  const form = useFormView(answers, refused);
  const key = keyOf(form, idempotency_key);
  return (
    <DialogPage title="Edit CPD" form={form} back={CPD} footer={<SubmitButton form="cpd">Save CPD</SubmitButton>}>
      <PostForm id="cpd" hidden={{ version: form.value("version"), idempotency_key: key, intent: "save" }}>
        <CpdFields form={form} />
      </PostForm>
      <CpdDeletion version={answers.version} idempotencyKey={key} />
    </DialogPage>
  );
}

function listed(answers: Record<string, string | string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(answers).map(([name, value]) => [name, [value].flat()]));
}

interface CpdDeletionProps {
  version: string;
  idempotencyKey: string;
}

function CpdDeletion({ version, idempotencyKey }: CpdDeletionProps) {
  return (
    <PostForm
      hidden={{ intent: "delete", version, idempotency_key: idempotencyKey }}
      className={`${column({ gap: "3" })} ${apart}`}
    >
      <h2>Delete</h2>
      <p className={text({ kind: "read" })}>
        This deletes the entry and its reflection. You can undo this for an hour.
      </p>
      <div>
        <SubmitButton visual="danger">Delete CPD</SubmitButton>
      </div>
    </PostForm>
  );
}

const apart = css({ borderTop: "line", paddingTop: "5" });
