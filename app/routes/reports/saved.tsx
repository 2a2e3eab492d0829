import { column, text } from "styled-system/recipes";
import { requireLevel } from "~/account/guard.server";
import type { FormResult } from "~/platform/http/action-result";
import { answerSave } from "~/platform/http/answer-save.server";
import { readForm, refuse } from "~/platform/http/read-form.server";
import { nullIfNotFound } from "~/platform/http/refusal.server";
import { editReportForm } from "~/reports/saved/form";
import { deleteReport, renameReport, savedReport } from "~/reports/saved/saved.server";
import { useFormView } from "~/ui/forms/form-state";
import { PostForm } from "~/ui/forms/post-form";
import { TextField } from "~/ui/forms/text-fields";
import { identifierErrors } from "~/ui/identifiers/rules";
import { SaveAnyway } from "~/ui/identifiers/views/free-text";
import { SubmitButton } from "~/ui/layout/button";
import { DialogPage } from "~/ui/layout/page";
import type { Route } from "./+types/saved";

export { afterConflict as shouldRevalidate } from "~/ui/connection/revalidate";

const REPORTS = "/reports/";
const TEXTS = ["name"];

export async function loader(args: Route.LoaderArgs) {
  const { name, version } = await savedReport(requireLevel("progress", args), args.params.reportRef);
  return { name, version: String(version) };
}

export async function action(args: Route.ActionArgs) {
  const context = requireLevel("progress", args);
  const { reportRef: ref } = args.params;
  const form = await readForm(args.request, editReportForm);
  if (form.ok && form.value.intent === "delete") {
    // Sent again, because its response was lost, it finds none.
    const report = await nullIfNotFound(savedReport(context, ref));
    const deleted = await deleteReport(context, { ref, version: form.value.version, fingerprint: form.fingerprint });
    return answerSave(args.request, form.state, deleted, REPORTS, `${report?.name ?? "Saved report"} deleted`);
  }
  const { name: was } = await savedReport(context, ref);
  if (!form.ok || form.value.intent === "delete") return refuse(form.state);
  const { name, version } = form.value;
  const errors = identifierErrors({ name }, { name: was }, form.value);
  if (Object.keys(errors).length > 0) return refuse(form.state, errors);
  const saved = await renameReport(context, { ref, version, fingerprint: form.fingerprint }, name);
  return answerSave(args.request, form.state, saved, REPORTS, `${name} saved`);
}

interface SavedPageProps extends Pick<Route.ComponentProps, "loaderData"> {
  actionData?: FormResult | undefined;
}

export default function SavedPage({ loaderData, actionData: answer }: SavedPageProps) {
  const { name, version } = loaderData;
  // The delete button sends no name: the form keeps the saved one.
  const bare = answer && answer.form.values.name === undefined;
  const sent = bare ? { ...answer.form, values: { name: [name], ...answer.form.values } } : answer?.form;
  const form = useFormView({ name, version }, sent);
  return (
    <DialogPage
      title="Saved report"
      form={form}
      back={REPORTS}
      footer={<SubmitButton form="report">Save name</SubmitButton>}
    >
      <PostForm
        id="report"
        hidden={{ intent: "save", version: form.value("version") }}
        className={column({ gap: "4" })}
      >
        <TextField form={form} name="name" label="Name" width="ch40" />
        <SaveAnyway form={form} names={TEXTS} />
      </PostForm>
      <PostForm hidden={{ intent: "delete", version: form.value("version") }} className={column({ gap: "3" })}>
        <h2>Delete</h2>
        <p className={text({ kind: "read" })}>
          This deletes the saved choices. Your logbook does not change. You cannot undo this.
        </p>
        <div>
          <SubmitButton visual="danger">Delete report</SubmitButton>
        </div>
      </PostForm>
    </DialogPage>
  );
}
